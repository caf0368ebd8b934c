// Many equal things drawn at once: one geometry, a matrix and a colour for each; a halo about those that are selected.
import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  Color,
  DataTexture,
  FloatType,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  RGBAFormat,
  Sphere,
  Vector2,
  type Intersection,
  type Object3D,
  type Raycaster,
} from "three";
import { ROW, TEXELS, paint, type Look } from "./paint";

export interface Item {
  element: string;
  colour: string;
  body: number; // -2: placed by whoever made it
  local: Float64Array;
}

const STRIDE = 4 * TEXELS;
const probe = new Mesh();
const sphere = new Sphere();
export const HALO = { value: new Vector2(800, 600) };

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
  mesh!: Mesh;
  private halo: InstancedMesh | null = null;
  private parent!: Object3D;
  private numbers = new Float32Array();
  private texture!: DataTexture;
  private readonly material;
  private readonly places = new Map<string, number[]>(); // items of an element
  private fresh = true;

  constructor(
    readonly geometry: BufferGeometry,
    look: Look = {},
  ) {
    this.material = paint(look);
  }

  add(element: string, colour: string, body: number, local: Matrix4 | null = null): number {
    const matrix = local ?? new Matrix4();
    const held = this.places.get(element);
    if (held) held.push(this.items.length);
    else this.places.set(element, [this.items.length]);
    this.items.push({ element, colour, body, local: Float64Array.from(matrix.elements) });
    return this.items.length - 1;
  }

  finish(parent: Object3D): void {
    const count = this.items.length;
    const high = Math.max(1, Math.ceil(count / ROW));
    this.numbers = new Float32Array(high * ROW * STRIDE);
    this.texture = new DataTexture(this.numbers, ROW * TEXELS, high, RGBAFormat, FloatType);
    this.material.uniforms.uItems.value = this.texture;
    this.mesh = new Mesh(repeated(this.geometry, count), this.material);
    this.mesh.frustumCulled = false;
    this.mesh.userData.pool = this;
    const colour = new Color();
    this.items.forEach((item, k) => this.paint(k, colour.set(item.colour)));
    this.parent = parent;
    parent.add(this.mesh);
  }

  /** Follow the bodies; what stands on the ground is put there once. */
  update(mats: Float64Array, hidden: Set<string>): void {
    const all = this.fresh || hidden.size > 0;
    let moved = all;
    for (let k = 0; k < this.items.length; k++) {
      const item = this.items[k];
      if (item.body === -2 || (item.body < 0 && !all)) continue;
      moved = true;
      if (hidden.size && hidden.has(item.element)) this.numbers.fill(0, STRIDE * k, STRIDE * k + 12);
      else if (item.body < 0) this.write(k, item.local);
      else product(mats, 16 * item.body, item.local, this.numbers, STRIDE * k);
    }
    this.fresh = hidden.size > 0; // shown again next time
    if (moved) this.texture.needsUpdate = true;
  }

  private write(k: number, e: ArrayLike<number>): void {
    const out = this.numbers;
    const o = STRIDE * k;
    for (let r = 0; r < 3; r++) for (let c = 0; c < 4; c++) out[o + 4 * r + c] = e[4 * c + r];
  }

  place(k: number, matrix: Matrix4, visible = true): void {
    if (visible) this.write(k, matrix.elements);
    else this.numbers.fill(0, STRIDE * k, STRIDE * k + 12);
    this.texture.needsUpdate = true;
  }

  paint(k: number, colour: Color): void {
    const o = STRIDE * k + 12;
    this.numbers[o] = colour.r;
    this.numbers[o + 1] = colour.g;
    this.numbers[o + 2] = colour.b;
    this.texture.needsUpdate = true;
  }

  /** Dashes along an item; 0: none. */
  dash(k: number, count: number): void {
    this.numbers[STRIDE * k + 15] = count;
    this.texture.needsUpdate = true;
  }

  /** The matrix of an item as it stands now. */
  matrix(k: number, out: Matrix4): Matrix4 {
    const n = this.numbers;
    const o = STRIDE * k;
    return out.set(n[o], n[o + 1], n[o + 2], n[o + 3], n[o + 4], n[o + 5], n[o + 6], n[o + 7], n[o + 8], n[o + 9], n[o + 10], n[o + 11], 0, 0, 0, 1);
  }

  /** What a ray meets, with the element it belongs to. */
  hits(caster: Raycaster, out: { distance: number; element: string }[]): void {
    if (!this.mesh.visible) return;
    if (!this.geometry.boundingSphere) this.geometry.computeBoundingSphere();
    const round = this.geometry.boundingSphere as Sphere;
    const met: Intersection[] = [];
    probe.geometry = this.geometry;
    probe.material = this.material;
    for (let k = 0; k < this.items.length; k++) {
      this.matrix(k, probe.matrixWorld);
      if (!caster.ray.intersectsSphere(sphere.copy(round).applyMatrix4(probe.matrixWorld))) continue;
      probe.raycast(caster, met);
      for (const hit of met.splice(0)) out.push({ distance: hit.distance, element: this.items[k].element });
    }
  }

  /** A halo about an element. */
  mark(selected: string | null, colour: Color): void {
    const held = selected === null ? undefined : this.places.get(selected);
    if (!held) {
      if (this.halo) this.halo.visible = false;
      return;
    }
    if (!this.halo || this.halo.instanceMatrix.count < held.length) {
      this.halo?.removeFromParent();
      this.halo = new InstancedMesh(this.geometry, haloMaterial(), held.length);
      this.halo.frustumCulled = false;
      this.halo.renderOrder = -0.5;
      this.parent.add(this.halo);
    }
    const matrix = new Matrix4();
    held.forEach((k, j) => this.halo?.setMatrixAt(j, this.matrix(k, matrix)));
    this.halo.count = held.length;
    this.halo.visible = true;
    (this.halo.material as MeshBasicMaterial).color = colour;
    this.halo.instanceMatrix.needsUpdate = true;
  }

  fade(opacity: number): void {
    this.material.transparent = opacity < 1;
    this.material.uniforms.uOpacity.value = opacity;
    this.material.depthWrite = opacity >= 1;
  }

  dispose(): void {
    this.halo?.dispose();
    if (this.mesh.geometry !== this.geometry) this.mesh.geometry.dispose();
    this.geometry.dispose();
    this.texture.dispose();
    this.material.dispose();
  }
}

/** The same geometry many times over, each vertex with the number of its item. */
function repeated(one: BufferGeometry, count: number): BufferGeometry {
  const position = one.getAttribute("position");
  const n = position.count;
  const numbers = new Float32Array(n * count);
  for (let k = 0; k < count; k++) numbers.fill(k, n * k, n * (k + 1));
  const item = new BufferAttribute(numbers, 1);
  if (count === 1) {
    one.setAttribute("aItem", item); // its vertices may be written anew while it moves
    return one;
  }
  const made = new BufferGeometry();
  made.setAttribute("aItem", item);
  for (const name of ["position", "normal"]) {
    const from = one.getAttribute(name).array as Float32Array;
    const to = new Float32Array(from.length * count);
    for (let k = 0; k < count; k++) to.set(from, from.length * k);
    made.setAttribute(name, new BufferAttribute(to, 3));
  }
  const index = one.getIndex();
  if (index) {
    const m = index.count;
    const to = new Uint32Array(m * count);
    for (let k = 0; k < count; k++) for (let j = 0; j < m; j++) to[m * k + j] = index.array[j] + n * k;
    made.setIndex(new BufferAttribute(to, 1));
  }
  return made;
}

/** The first three rows of a product of two matrices that are stored column by column. */
function product(a: Float64Array, o: number, b: Float64Array, out: Float32Array, p: number): void {
  for (let r = 0; r < 3; r++) {
    const [x, y, z] = [a[o + r], a[o + 4 + r], a[o + 8 + r]];
    const q = p + 4 * r;
    out[q] = x * b[0] + y * b[1] + z * b[2];
    out[q + 1] = x * b[4] + y * b[5] + z * b[6];
    out[q + 2] = x * b[8] + y * b[9] + z * b[10];
    out[q + 3] = x * b[12] + y * b[13] + z * b[14] + a[o + 12 + r];
  }
}
