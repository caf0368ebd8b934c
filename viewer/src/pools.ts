// Many equal things drawn at once: one geometry, a matrix and a colour for each; a halo about those that are selected.
import {
  BackSide,
  BufferGeometry,
  Color,
  DoubleSide,
  FrontSide,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  Vector2,
  type Material,
  type Object3D,
} from "three";

export interface Item {
  element: string;
  colour: string;
  body: number; // -2: placed by whoever made it
  local: Float64Array;
}

const ZERO = new Matrix4().makeScale(0, 0, 0);
export const HALO = { value: new Vector2(800, 600) };

export function surface(plain: boolean, doubleSided = false): MeshStandardMaterial | MeshLambertMaterial {
  const side = doubleSided ? DoubleSide : FrontSide;
  return plain ? new MeshLambertMaterial({ side }) : new MeshStandardMaterial({ roughness: 0.52, metalness: 0.08, side });
}

function haloMaterial(): MeshBasicMaterial {
  const material = new MeshBasicMaterial({ side: BackSide, depthWrite: false });
  material.onBeforeCompile = (shader) => {
    shader.uniforms.uScreen = HALO;
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nuniform vec2 uScreen;")
      .replace(
        "#include <project_vertex>",
        `#include <project_vertex>
        mat4 whole = projectionMatrix * modelViewMatrix;
        vec4 heading = whole * (instanceMatrix * vec4(normal, 0.0));
        vec2 outward = heading.xy * uScreen;
        float reach = length(outward);
        if (reach > 1e-9) gl_Position.xy += outward / reach * 5.0 / uScreen * gl_Position.w;`,
      );
  };
  return material;
}

export class Pool {
  readonly items: Item[] = [];
  mesh!: InstancedMesh;
  halo!: InstancedMesh;
  dash: InstancedBufferAttribute | null = null;
  private colours: Color[] = [];

  constructor(
    readonly geometry: BufferGeometry,
    readonly material: Material,
    readonly dashed = false,
  ) {}

  add(element: string, colour: string, body: number, local: Matrix4 | null = null): number {
    const matrix = local ?? new Matrix4();
    this.items.push({ element, colour, body, local: Float64Array.from(matrix.elements) });
    return this.items.length - 1;
  }

  finish(parent: Object3D): void {
    const count = this.items.length;
    this.mesh = new InstancedMesh(this.geometry, this.material, count);
    this.mesh.frustumCulled = false;
    this.mesh.userData.pool = this;
    this.halo = new InstancedMesh(this.geometry, haloMaterial(), count);
    this.halo.frustumCulled = false;
    this.halo.count = 0;
    this.halo.renderOrder = -0.5;
    if (this.dashed) {
      this.dash = new InstancedBufferAttribute(new Float32Array(count), 1);
      this.geometry.setAttribute("aDash", this.dash);
    }
    this.colours = this.items.map((item) => new Color(item.colour));
    this.items.forEach((_, k) => this.mesh.setColorAt(k, this.colours[k]));
    parent.add(this.mesh, this.halo);
  }

  /** Follow the bodies. */
  update(mats: Float64Array, hidden: (element: string) => boolean): void {
    const out = this.mesh.instanceMatrix.array as Float32Array;
    for (let k = 0; k < this.items.length; k++) {
      const item = this.items[k];
      if (item.body === -2) continue;
      if (hidden(item.element)) {
        out.fill(0, 16 * k, 16 * k + 16);
        continue;
      }
      if (item.body < 0) out.set(item.local, 16 * k);
      else product(mats, 16 * item.body, item.local, out, 16 * k);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  place(k: number, matrix: Matrix4, visible = true): void {
    this.mesh.setMatrixAt(k, visible ? matrix : ZERO);
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  paint(k: number, colour: Color): void {
    this.mesh.setColorAt(k, colour);
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  /** A halo about some elements. */
  mark(selected: string | null, colour: Color): void {
    const from = this.mesh.instanceMatrix.array as Float32Array;
    const to = this.halo.instanceMatrix.array as Float32Array;
    let count = 0;
    if (selected !== null)
      for (let k = 0; k < this.items.length; k++)
        if (this.items[k].element === selected) to.set(from.subarray(16 * k, 16 * k + 16), 16 * count++);
    this.halo.count = count;
    this.halo.visible = count > 0;
    (this.halo.material as MeshBasicMaterial).color = colour;
    this.halo.instanceMatrix.needsUpdate = true;
  }

  fade(opacity: number): void {
    this.material.transparent = opacity < 1;
    this.material.opacity = opacity;
    this.material.depthWrite = opacity >= 1;
  }

  dispose(): void {
    this.mesh.dispose();
    this.halo.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }
}

function product(a: Float64Array, o: number, b: Float64Array, out: Float32Array, p: number): void {
  for (let c = 0; c < 4; c++) {
    const b0 = b[4 * c];
    const b1 = b[4 * c + 1];
    const b2 = b[4 * c + 2];
    const b3 = b[4 * c + 3];
    for (let r = 0; r < 4; r++) out[p + 4 * c + r] = a[o + r] * b0 + a[o + 4 + r] * b1 + a[o + 8 + r] * b2 + a[o + 12 + r] * b3;
  }
}

/** A material that leaves gaps along a cylinder where `aDash` (dashes along it) is not zero. */
export function dashes(material: Material): Material {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nattribute float aDash;\nvarying float vDash;\nvarying float vAlong;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvDash = aDash;\nvAlong = position.z;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nvarying float vDash;\nvarying float vAlong;")
      .replace("#include <clipping_planes_fragment>", "#include <clipping_planes_fragment>\nif (vDash > 0.0 && fract(vAlong * vDash) > 0.55) discard;");
  };
  return material;
}
