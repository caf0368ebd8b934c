// The one surface everything is painted with. Items of a pool are one geometry: where each stands, its colour and its dashes are read from a texture.
// Drawing instances one by one is what software renderers are slow at (a call each, 50 µs), and the shaders of a general material take them long to compile.
import { Color, DoubleSide, FrontSide, Matrix4, ShaderMaterial, Vector3, type Camera, type DataTexture } from "three";

export const TEXELS = 4; // of an item: three rows of its matrix; colour and dashes
export const ROW = 256; // items in a row of the texture

/** Directions in the eye's frame and colours of the light, shared by all. */
const LIGHT = {
  key: { value: new Vector3(0, 0, 1) },
  fill: { value: new Vector3(0, 0, 1) },
  sky: { value: new Vector3(0, 1, 0) },
  bounce: { value: new Color("#8890a0") },
};

const VERTEX = `
attribute float aItem;
uniform highp sampler2D uItems;
#ifdef FLAT
varying vec3 vEye;
#else
varying vec3 vNormal;
#endif
varying vec3 vColour;
#ifdef DASHED
varying float vDash;
varying float vAlong;
#endif
void main() {
  int item = int(aItem + 0.5);
  ivec2 at = ivec2((item % ${ROW}) * ${TEXELS}, item / ${ROW});
  vec4 a = texelFetch(uItems, at, 0);
  vec4 b = texelFetch(uItems, at + ivec2(1, 0), 0);
  vec4 c = texelFetch(uItems, at + ivec2(2, 0), 0);
  vec4 d = texelFetch(uItems, at + ivec2(3, 0), 0);
  vec4 p = vec4(position, 1.0);
  vec4 eye = modelViewMatrix * vec4(dot(a, p), dot(b, p), dot(c, p), 1.0);
#ifdef FLAT
  vEye = eye.xyz;
#else
  vec3 scale = max(vec3(a.x * a.x + b.x * b.x + c.x * c.x, a.y * a.y + b.y * b.y + c.y * c.y, a.z * a.z + b.z * b.z + c.z * c.z), 1e-30);
  vec3 n = normal / scale;
  vNormal = normalMatrix * vec3(dot(a.xyz, n), dot(b.xyz, n), dot(c.xyz, n));
#endif
  vColour = d.rgb;
#ifdef DASHED
  vDash = d.a;
  vAlong = position.z;
#endif
  gl_Position = projectionMatrix * eye;
}`;

const FRAGMENT = `
uniform vec3 uKey;
uniform vec3 uFill;
uniform vec3 uSky;
uniform vec3 uBounce;
uniform float uOpacity;
#ifdef FLAT
varying vec3 vEye;
#else
varying vec3 vNormal;
#endif
varying vec3 vColour;
#ifdef DASHED
varying float vDash;
varying float vAlong;
#endif
void main() {
#ifdef DASHED
  if (vDash > 0.0 && fract(vAlong * vDash) > 0.55) discard;
#endif
#ifdef FLAT
  vec3 n = normalize(cross(dFdx(vEye), dFdy(vEye)));
#else
  vec3 n = normalize(vNormal);
#ifdef DOUBLE
  if (!gl_FrontFacing) n = -n;
#endif
#endif
  float lit = max(dot(n, uKey), 0.0);
  vec3 light = vec3(0.62 * lit + 0.18 * max(dot(n, uFill), 0.0)) + 0.37 * mix(uBounce, vec3(1.0), 0.5 + 0.5 * dot(n, uSky));
#ifdef SHINY
  vec3 h = normalize(uKey + vec3(0.0, 0.0, 1.0));
  float s = max(dot(n, h), 0.0);
  s *= s; s *= s; s *= s; s *= s;
  gl_FragColor = vec4(vColour * light + 0.1 * s * s * lit, uOpacity);
#else
  gl_FragColor = vec4(vColour * light, uOpacity);
#endif
  #include <colorspace_fragment>
}`;

export interface Look {
  plain?: boolean; // no highlight
  flat?: boolean; // faces of one shade, plain
  both?: boolean; // both sides
  dashed?: boolean;
}

export function paint(look: Look): ShaderMaterial {
  const defines: Record<string, string> = {};
  if (look.flat) defines.FLAT = "";
  else if (!look.plain) defines.SHINY = "";
  if (look.both) defines.DOUBLE = "";
  if (look.dashed) defines.DASHED = "";
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines,
    side: look.both ? DoubleSide : FrontSide,
    uniforms: {
      uItems: { value: null as DataTexture | null },
      uOpacity: { value: 1 },
      uKey: LIGHT.key,
      uFill: LIGHT.fill,
      uSky: LIGHT.sky,
      uBounce: LIGHT.bounce,
    },
  });
}

/** Light from beside the eye: a key from the upper left, a weak one from the right, and the sky. */
export function light(camera: Camera, target: Vector3): void {
  const away = camera.position.clone().sub(target);
  const up = camera.up;
  const long = away.length() || 1;
  const side = new Vector3().crossVectors(up, away).normalize().multiplyScalar(long);
  const eye = new Matrix4().copy(camera.matrixWorld).invert();
  LIGHT.key.value.copy(away).addScaledVector(side, -0.55).addScaledVector(up, 0.9 * long).transformDirection(eye);
  LIGHT.fill.value.copy(away).addScaledVector(side, 0.9).addScaledVector(up, -0.27 * long).transformDirection(eye);
  LIGHT.sky.value.copy(up).transformDirection(eye);
}

export function bounce(colour: string): void {
  LIGHT.bounce.value.set(colour);
}
