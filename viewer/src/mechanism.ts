// The mechanism in the picture: pools of equal things that follow the bodies, made from the description of the scene.
import { Color, Group, Matrix4, Vector2, Vector3, type BufferGeometry, type Raycaster } from "three";
import { unpack, type Packed } from "./codec";
import { Bent, along, area, ball, bar, beamBox, cube, cylinder, frame, plate, triangles } from "./forms";
import { Links } from "./links";
import { marks } from "./marks";
import { worldOf, type Track } from "./motion";
import { perched, type Perch } from "./perches";
import { Pool } from "./pools";
import type { Header, Solid, Vec } from "./types";

const FEW_SHAPES = 160; // different bars and plates that are made; beyond that, rods
const PLAIN = 350; // things from which surfaces are simpler

export class Mechanism {
  readonly group = new Group();
  readonly mats: Float64Array;
  readonly unit: number; // size of marks
  readonly layer: number[]; // of the bodies of a planar mechanism
  readonly layers: number;
  readonly thick: number;
  readonly plain: boolean;
  private readonly pools = new Map<string, Pool>();
  private readonly bent: { pool: Pool; bend: Bent; body: number; name: string; element: string; offset: number; length: number }[] = [];
  private readonly links: Links;
  readonly colours = new Map<string, string>();
  readonly anchors = new Map<string, { body: number; at: Vec }>(); // where names stand
  hidden = new Set<string>();

  private constructor(
    readonly header: Header,
    readonly blob: Uint8Array,
    readonly ghost: boolean,
    readonly perches: Perch[],
    layer: number[],
  ) {
    const { scene } = header;
    this.mats = new Float64Array(16 * Math.max(scene.bodies.length + perches.length, 1));
    this.plain = scene.solids.length + scene.joints.length > PLAIN;
    this.unit = unitOf(header);
    this.thick = 0.9 * this.unit;
    this.layer = [...layer, ...perches.map(({ body }) => layer[body])];
    this.layers = Math.max(1, ...this.layer.map((k) => k + 1));
    for (const e of scene.elements) if (e.colour) this.colours.set(e.id, e.colour === "#555555" ? "#7f8896" : e.colour);
    this.links = new Links(this);
  }

  static async make(given: Header, blob: Uint8Array, track: Track, ghost = false): Promise<Mechanism> {
    const layer = given.dimension === 2 ? layersOf(given) : given.scene.bodies.map(() => 0);
    const { header, perches } = perched(given);
    track.hold(header.scene.bodies, perches);
    const made = new Mechanism(header, blob, ghost, perches, layer);
    track.sample(track.start, made.mats);
    await made.bodies();
    made.beams(track);
    if (!ghost) {
      marks(made, track);
      made.links.build();
    }
    for (const pool of made.pools.values()) {
      pool.finish(made.group);
      if (ghost) pool.fade(0.22);
    }
    return made;
  }

  /** The pool of a kind of thing. */
  pool(name: string, make: () => BufferGeometry, dashed = false): Pool {
    let pool = this.pools.get(name);
    if (!pool) {
      pool = new Pool(make(), { flat: this.plain, dashed });
      this.pools.set(name, pool);
    }
    return pool;
  }

  colour(element: string): string {
    return this.colours.get(element) ?? "#8a8f98";
  }

  /** How far a body of a planar mechanism is drawn in front of the plane. */
  lift(body: number): number {
    if (this.header.dimension !== 2) return 0;
    return body < 0 ? -this.thick : (this.layer[body] - (this.layers - 1) / 2) * this.thick * 1.08;
  }

  lifted(p: readonly number[], body: number): Vec {
    return [p[0], p[1], p[2] + this.lift(body)];
  }

  // --- bodies ---------------------------------------------------------------------------------------------------------

  private async bodies(): Promise<void> {
    const shapes = new Set(this.header.scene.solids.filter((s) => s.form === "rod").map((s) => key(s)));
    const bars = this.header.dimension === 2 && shapes.size <= FEW_SHAPES && !this.plain;
    for (const solid of this.header.scene.solids) {
      const colour = this.colour(solid.element);
      if (solid.form === "rod") this.rod(solid, colour, bars);
      else if (solid.form === "outline") this.outline(solid, colour);
      else if (solid.form === "mesh") {
        const corners = (await unpack(this.blob, solid.corners as Packed)) as Float32Array;
        this.pool(`mesh ${solid.element}`, () => triangles(corners.slice())).add(solid.element, colour, solid.body);
      } else this.shape(solid, colour);
      this.anchor(solid);
    }
  }

  private anchor(solid: Solid): void {
    if (this.anchors.has(solid.element)) return;
    const at: Vec =
      solid.a && solid.b
        ? [(solid.a[0] + solid.b[0]) / 2, (solid.a[1] + solid.b[1]) / 2, (solid.a[2] + solid.b[2]) / 2]
        : Array.isArray(solid.corners)
          ? mean(solid.corners)
          : (solid.centre ?? [0, 0, 0]);
    this.anchors.set(solid.element, { body: solid.body, at });
  }

  private rod(solid: Solid, colour: string, bars: boolean): void {
    const [a, b] = [solid.a as Vec, solid.b as Vec];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    if (bars) {
      const name = key(solid);
      const lift = this.lifted(a, solid.body);
      const local = frame(lift, [0, 0, 1], [b[0] - a[0], b[1] - a[1], 0], [1, 1, 1]);
      this.pool(`bar ${name}`, () => bar(length, 1.9 * this.unit, this.thick)).add(solid.element, colour, solid.body, local);
      return;
    }
    const radius = this.unit * (this.header.dimension === 2 ? 0.7 : 0.62);
    this.pool("rods", () => (this.plain ? beamBox() : cylinder(18))).add(solid.element, colour, solid.body, along(a, b, radius, radius));
    if (this.plain) return;
    for (const end of [a, b])
      this.pool("ends", () => ball(18)).add(solid.element, colour, solid.body, new Matrix4().makeScale(radius, radius, radius).setPosition(...end));
  }

  private outline(solid: Solid, colour: string): void {
    const corners = solid.corners as Vec[];
    const { origin, x, y, n } = planeOf(corners);
    const flat = corners.map((c) => new Vector2(dot(sub(c, origin), x), dot(sub(c, origin), y)));
    const thick = solid.thickness ?? (this.header.dimension === 2 ? this.thick : 0.7 * this.unit);
    const round = solid.form === "plate" ? 0.002 * this.unit : 0.95 * this.unit;
    const at = this.lifted(origin, solid.body);
    const name = `plate ${solid.form} ${thick.toPrecision(4)} ${flat.map((p) => `${p.x.toPrecision(5)},${p.y.toPrecision(5)}`).join(" ")}`;
    if (Math.abs(area(flat)) < 1e-12) return;
    this.pool(name, () => plate(flat, round, thick)).add(solid.element, colour, solid.body, frame(at, n, x, [1, 1, 1]));
  }

  private shape(solid: Solid, colour: string): void {
    const c = solid.centre ?? [0, 0, 0];
    const planar = this.header.dimension === 2;
    const at = this.lifted(c, solid.body);
    if (solid.form === "box") {
      const [a, b, d] = solid.size as Vec;
      this.pool("boxes", cube).add(solid.element, colour, solid.body, frame(at, [0, 0, 1], [1, 0, 0], [a, b, d || this.thick]));
    } else if (solid.form === "sphere" || solid.form === "circle") {
      const r = solid.radius as number;
      if (planar) {
        const low: Vec = [at[0], at[1], at[2] - this.thick / 2];
        this.pool("discs", () => cylinder(40)).add(solid.element, colour, solid.body, frame(low, [0, 0, 1], null, [r, r, this.thick]));
      } else this.pool("balls", () => ball(28)).add(solid.element, colour, solid.body, new Matrix4().makeScale(r, r, r).setPosition(...at));
    } else if (solid.form === "cylinder") {
      const r = solid.radius as number;
      const axis = solid.axis ?? [0, 0, 1];
      const long = (solid.length ?? 2 * r) / Math.hypot(...axis) / 2;
      const a = solid.start ?? (c.map((v, k) => v - axis[k] * long) as Vec);
      const b = solid.end ?? (c.map((v, k) => v + axis[k] * long) as Vec);
      this.pool("discs", () => cylinder(40)).add(solid.element, colour, solid.body, along(a, b, r, r));
    } else if (solid.form === "plate") {
      const corners = solid.corners as Vec[];
      this.outline({ ...solid, corners }, colour);
    } else {
      const r = 1.5 * this.unit;
      if (planar) {
        const low: Vec = [at[0], at[1], at[2] - this.thick / 2];
        this.pool("weights", () => cylinder(32)).add(solid.element, colour, solid.body, frame(low, [0, 0, 1], null, [r, r, this.thick]));
      } else this.pool("balls", () => ball(28)).add(solid.element, colour, solid.body, new Matrix4().makeScale(r, r, r).setPosition(...at));
    }
  }

  // --- beams ----------------------------------------------------------------------------------------------------------

  private beams(track: Track): void {
    for (const beam of this.header.scene.beams) {
      const name = this.header.scene.bodies[beam.body];
      const least = 0.9 * this.unit;
      const rectangle = beam.shape === "rectangle";
      const bend = new Bent(track.bends.has(name) ? 41 : 2, rectangle, Math.max(beam.height, least), Math.max(beam.width, least));
      const pool = new Pool(bend.geometry, { plain: this.plain, both: true });
      pool.add(beam.element, this.colour(beam.element), -2);
      this.pools.set(`beam ${beam.element}`, pool);
      this.bent.push({ pool, bend, body: beam.body, name, element: beam.element, offset: this.lift(beam.body), length: beam.length });
      if (!this.anchors.has(beam.element)) this.anchors.set(beam.element, { body: beam.middle ?? beam.body, at: [0, 0, 0] });
    }
  }

  private follow(track: Track, t: number): void {
    for (const beam of this.bent) {
      const o = 16 * beam.body;
      const side = new Vector3(this.mats[o + 4], this.mats[o + 5], this.mats[o + 6]);
      const found = track.stations(beam.name, t);
      const line: Vector3[] = [];
      if (found && beam.bend.points > 2) {
        smooth(found.at, found.places, beam.bend.points, line, beam.offset);
      } else
        for (let k = 0; k < beam.bend.points; k++) {
          const p = worldOf(this.mats, beam.body, [(beam.length * k) / (beam.bend.points - 1), 0, 0]);
          line.push(new Vector3(p[0], p[1], p[2] + beam.offset));
        }
      beam.bend.follow(line, side);
      beam.pool.place(0, new Matrix4(), !this.hidden.has(beam.element));
    }
  }

  // --- while it moves -------------------------------------------------------------------------------------------------

  update(track: Track, t: number, values: (column: string) => number | null): void {
    track.sample(t, this.mats);
    this.refit(values);
    this.follow(track, t);
  }

  /** Put everything to where the matrices say. */
  refit(values: (column: string) => number | null): void {
    for (const pool of this.pools.values()) pool.update(this.mats, this.hidden);
    if (!this.ghost) this.links.update(values, this.hidden);
  }

  /** The largest tension of the run, by which cables are coloured. */
  measure(strongest: number): void {
    this.links.measure(strongest);
  }

  halo(selected: string | null, colour: Color): void {
    for (const pool of this.pools.values()) pool.mark(selected, colour);
  }

  /** What a ray meets first. */
  pick(caster: Raycaster): string | null {
    const met: { distance: number; element: string }[] = [];
    for (const pool of this.pools.values()) pool.hits(caster, met);
    met.sort((a, b) => a.distance - b.distance);
    return met.find(({ element }) => element !== "ground" && !this.hidden.has(element))?.element ?? null;
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const pool of this.pools.values()) pool.dispose();
  }
}

/** Size of marks: by the extent, and not larger than the parts. */
function unitOf(header: Header): number {
  const { box, scene } = header;
  const wide = Math.max(box[1][0] - box[0][0], box[1][1] - box[0][1], box[1][2] - box[0][2], 1e-6);
  const lengths = scene.solids.filter((s) => s.a && s.b).map((s) => Math.hypot(...(s.b as Vec).map((v, k) => v - (s.a as Vec)[k])));
  lengths.sort((p, q) => p - q);
  const middle = lengths.length ? lengths[lengths.length >> 1] : wide;
  return Math.max(Math.min(0.0165 * wide, 0.09 * middle), 0.0015 * wide);
}

/** Layers in front of each other for bodies that are joined, so that planar links do not pass through each other. */
export function layersOf(header: Header): number[] {
  const count = header.scene.bodies.length;
  const near: Set<number>[] = Array.from({ length: count }, () => new Set<number>());
  for (const { a, b } of header.scene.joints) {
    if (a[0] < 0 || b[0] < 0 || a[0] === b[0]) continue;
    near[a[0]].add(b[0]);
    near[b[0]].add(a[0]);
  }
  const layer = new Array<number>(count).fill(-1);
  for (let k = 0; k < count; k++) {
    const taken = new Set([...near[k]].map((j) => layer[j]));
    let free = 0;
    while (taken.has(free)) free++;
    layer[k] = free;
  }
  return layer;
}

function key(solid: Solid): string {
  const [a, b] = [solid.a as Vec, solid.b as Vec];
  return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]).toPrecision(5);
}

function mean(points: Vec[]): Vec {
  return [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length) as Vec;
}

const sub = (a: readonly number[], b: readonly number[]): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function planeOf(corners: Vec[]): { origin: Vec; x: Vec; y: Vec; n: Vec } {
  const origin = mean(corners);
  const normal = new Vector3();
  corners.forEach((c, k) => {
    const p = new Vector3(...sub(c, origin));
    normal.add(p.cross(new Vector3(...sub(corners[(k + 1) % corners.length], origin))));
  });
  if (!normal.lengthSq()) normal.set(0, 0, 1);
  normal.normalize();
  if (normal.z < 0 && Math.abs(normal.x) + Math.abs(normal.y) < 1e-6) normal.negate();
  const x = new Vector3(...sub(corners[0], origin));
  x.addScaledVector(normal, -x.dot(normal)).normalize();
  const y = new Vector3().crossVectors(normal, x);
  return { origin, x: x.toArray() as Vec, y: y.toArray() as Vec, n: normal.toArray() as Vec };
}

/** A smooth line through stations: cubic pieces with slopes from the neighbours. */
export function smooth(at: number[], places: Float64Array, count: number, out: Vector3[], lift = 0): void {
  const last = at.length - 1;
  const slope = (k: number, i: number) => {
    const a = Math.max(k - 1, 0);
    const b = Math.min(k + 1, last);
    return (places[3 * b + i] - places[3 * a + i]) / (at[b] - at[a] || 1);
  };
  let k = 0;
  for (let j = 0; j < count; j++) {
    const s = at[0] + ((at[last] - at[0]) * j) / (count - 1);
    while (k < last - 1 && s > at[k + 1]) k++;
    const h = at[k + 1] - at[k] || 1;
    const u = Math.min(Math.max((s - at[k]) / h, 0), 1);
    const p = [0, 0, 0];
    for (let i = 0; i < 3; i++) {
      const [a, b, c, d] = [places[3 * k + i], places[3 * (k + 1) + i], slope(k, i) * h, slope(k + 1, i) * h];
      p[i] = a + u * (c + u * (3 * (b - a) - 2 * c - d + u * (c + d - 2 * (b - a))));
    }
    out.push(new Vector3(p[0], p[1], p[2] + lift));
  }
}
