// Arrows (reactions, velocities, accelerations, applied forces), traces of points, gaps, and names over the picture.
import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, Vector3 } from "three";
import { unpack } from "./codec";
import { between, type Column, type Columns } from "./columns";
import { el } from "./dom";
import { along, cone, cylinder } from "./forms";
import type { Mechanism } from "./mechanism";
import { turned, worldOf, type Track } from "./motion";
import { Pool } from "./pools";
import type { Stage } from "./stage";
import type { Header, JointMark, Vec } from "./types";

export type ArrowKind = "reactions" | "contacts" | "forces" | "velocities" | "accelerations";
export const ARROWS: ArrowKind[] = ["reactions", "contacts", "forces", "velocities", "accelerations"];
const COLOURS: Record<ArrowKind, string> = { reactions: "#c8372d", contacts: "#b3541e", forces: "#e08a1e", velocities: "#2a9d8f", accelerations: "#8e5bb5" };
const LENGTH = 0.16; // of the size: the longest arrow
const MOST_NAMES = 200;
const MEETING = new Set(["revolute", "spherical", "universal", "fixed"]); // joints whose two places are one when they are closed

interface Arrow {
  element: string;
  body: number;
  at: Vec;
  frame: number;
  parts: (Column | Float32Array | null)[];
  where?: (Column | Float32Array | null)[]; // a place that moves over the ground by itself: where bodies touch
}

export class Arrows {
  readonly group = new Group();
  private readonly sets = new Map<ArrowKind, { arrows: Arrow[]; shafts: Pool; heads: Pool; largest: number; ready: boolean }>();
  readonly on = new Set<ArrowKind>();

  constructor(
    private readonly header: Header,
    private readonly columns: Columns,
    private readonly blob: Uint8Array,
  ) {}

  kinds(): ArrowKind[] {
    return ARROWS.filter((kind) => this.list(kind).length > 0);
  }

  private list(kind: ArrowKind): Arrow[] {
    const parts = (element: string, words: string[]) => words.map((w) => this.columns.of(element).find((c) => c.quantity === w && c.run === 0) ?? null);
    const { scene } = this.header;
    if (kind === "forces") return this.header.forces.map((f) => ({ element: f.element, body: f.at[0], at: f.at[1], frame: f.frame, parts: [] }));
    if (kind === "reactions")
      return scene.joints
        .filter((j) => j.element.startsWith("joints/"))
        .map((j) => ({ element: j.element, body: j.b[0] >= 0 ? j.b[0] : j.a[0], at: j.b[0] >= 0 ? j.b[1] : j.a[1], frame: -1, parts: parts(j.element, ["fx", "fy", "fz"]) }))
        .filter((a) => a.parts[0]);
    if (kind === "contacts") {
      const touching = new Set(this.columns.all.filter((c) => /^contacts?\//.test(c.element)).map((c) => c.element));
      return [...touching]
        .map((element) => ({ element, body: -1, at: [0, 0, 0] as Vec, frame: -1, parts: parts(element, ["fx", "fy", "fz"]), where: parts(element, ["x", "y", "z"]) }))
        .filter((a) => a.parts[0] && a.where[0]);
    }
    const words = kind === "velocities" ? ["vx", "vy", "vz"] : ["ax", "ay", "az"];
    const bodies = scene.bodies.map((name, k) => ({ element: `bodies/${name}`, body: k, at: [0, 0, 0] as Vec, frame: -1, parts: parts(`bodies/${name}`, words) }));
    const points = scene.points.map((p) => ({ element: p.element, body: p.at[0], at: p.at[1], frame: -1, parts: parts(p.element, words) }));
    return [...bodies, ...points].filter((a) => a.parts[0]);
  }

  async show(kind: ArrowKind, on: boolean): Promise<void> {
    if (!on) {
      this.on.delete(kind);
      const set = this.sets.get(kind);
      if (set) set.shafts.mesh.visible = set.heads.mesh.visible = false;
      return;
    }
    this.on.add(kind);
    let set = this.sets.get(kind);
    if (!set) {
      const arrows = this.list(kind);
      const shafts = new Pool(cylinder(10), { plain: true });
      const heads = new Pool(cone(14), { plain: true });
      arrows.forEach((a) => [shafts, heads].forEach((pool) => pool.add(a.element, COLOURS[kind], -2)));
      shafts.finish(this.group);
      heads.finish(this.group);
      set = { arrows, shafts, heads, largest: 0, ready: false };
      this.sets.set(kind, set);
      if (kind === "forces")
        for (const [k, force] of this.header.forces.entries()) arrows[k].parts = await Promise.all(force.vector.map((v) => unpack(this.blob, v) as Promise<Float32Array>));
      for (const arrow of arrows) {
        const rows = await Promise.all(arrow.parts.map((p) => (p === null ? null : p instanceof Float32Array ? p : this.columns.values(p))));
        arrow.parts = rows;
        if (arrow.where) arrow.where = await Promise.all(arrow.where.map((p) => (p === null || p instanceof Float32Array ? p : this.columns.values(p))));
        const first = rows.find((r) => r);
        for (let k = 0; first && k < first.length; k++) {
          const size = Math.hypot(...rows.map((r) => (r ? r[k] : 0)));
          if (size > set.largest && Number.isFinite(size)) set.largest = size;
        }
      }
      set.ready = true;
    }
    set.shafts.mesh.visible = set.heads.mesh.visible = true;
  }

  update(of: Mechanism, k: number, s: number): void {
    for (const kind of this.on) {
      const set = this.sets.get(kind);
      if (!set?.ready) continue;
      const scale = (LENGTH * this.header.size) / (set.largest || 1);
      const r = 0.26 * of.unit;
      set.arrows.forEach((arrow, i) => {
        let v = arrow.parts.map((p) => (p ? between(p as Float32Array, k, s) : 0));
        if (arrow.frame >= 0) v = turned(of.mats, arrow.frame, [v[0], v[1], v[2] ?? 0]);
        const way = new Vector3(v[0] || 0, v[1] || 0, v[2] || 0).multiplyScalar(scale);
        const length = way.length();
        const at = arrow.where ? (arrow.where.map((p) => (p ? between(p as Float32Array, k, s) : 0)) as Vec) : arrow.at;
        const from = worldOf(of.mats, arrow.body, at, [0, 0, 0]);
        if (of.header.dimension === 2) from[2] += (of.layers + 1) * of.thick;
        const head = Math.min(3.2 * r * 1.6, 0.5 * length);
        const tip = [from[0] + way.x, from[1] + way.y, from[2] + way.z];
        const neck = tip.map((x, j) => x - ((tip[j] - from[j]) * head) / (length || 1));
        const visible = length > 0.004 * this.header.size && !of.hidden.has(arrow.element);
        set.shafts.place(i, along(from, neck, r, r), visible);
        set.heads.place(i, along(neck, tip, 2.3 * r, 2.3 * r), visible);
      });
    }
  }
}

/** Paths of places: all of it faint, what is past clear. */
export class Traces {
  readonly group = new Group();
  private readonly lines = new Map<string, { past: Line; count: number; times: Float64Array }>();

  get ids(): string[] {
    return [...this.lines.keys()];
  }

  has(id: string): boolean {
    return this.lines.has(id);
  }

  add(id: string, body: number, at: Vec, track: Track, bodies: number, colour: string, lift: number): void {
    this.remove(id);
    const steps = Math.min(track.time.length, 3000);
    const positions = new Float32Array(3 * steps);
    const times = new Float64Array(steps);
    const mats = new Float64Array(16 * bodies);
    for (let k = 0; k < steps; k++) {
      times[k] = track.time[Math.floor((k * (track.time.length - 1)) / Math.max(steps - 1, 1))];
      track.sample(times[k], mats);
      const p = worldOf(mats, body, at);
      positions.set([p[0], p[1], p[2] + lift], 3 * k);
    }
    const geometry = () => new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
    const whole = new Line(geometry(), new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.3 }));
    const past = new Line(geometry(), new LineBasicMaterial({ color: colour }));
    whole.frustumCulled = past.frustumCulled = false;
    whole.name = past.name = id;
    this.group.add(whole, past);
    this.lines.set(id, { past, count: steps, times });
  }

  remove(id: string): void {
    this.lines.delete(id);
    for (const line of this.group.children.filter((c) => c.name === id)) this.group.remove(line);
  }

  update(t: number): void {
    for (const { past, count, times } of this.lines.values()) {
      let n = 0;
      while (n < count && times[n] <= t + 1e-12) n++;
      past.geometry.setDrawRange(0, n);
    }
  }
}

/** Red bars where joints do not meet. */
export class Gaps {
  readonly group = new Group();
  private pool: Pool | null = null;
  private joints: JointMark[] = [];
  count = 0; // of those that are open

  update(of: Mechanism, open: boolean): void {
    const joints = open ? of.header.scene.joints.filter((j) => MEETING.has(j.form)) : [];
    if (joints.length !== this.joints.length || joints[0] !== this.joints[0]) this.build(joints);
    const lift = of.header.dimension === 2 ? (of.layers + 1) * of.thick : 0;
    this.count = 0;
    this.joints.forEach((joint, k) => {
      const [a, b] = [joint.a, joint.b].map(([body, at]) => worldOf(of.mats, body, at, [0, 0, 0]));
      const apart = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > 1e-6 * of.header.size;
      if (apart) this.count++;
      if (lift) a[2] = b[2] = lift;
      this.pool?.place(k, along(a, b, 0.35 * of.unit, 0.35 * of.unit), apart);
    });
  }

  private build(joints: JointMark[]): void {
    this.joints = joints;
    this.group.clear();
    this.pool?.dispose();
    this.pool = joints.length ? new Pool(cylinder(10), { plain: true }) : null;
    for (const joint of joints) this.pool?.add(joint.element, "#e5484d", -2);
    this.pool?.finish(this.group);
  }
}

/** Names beside the things. */
export class Names {
  readonly host = el("div", { class: "names", "aria-hidden": "true" });
  private readonly held = new Map<string, HTMLElement>();
  on = false;

  update(of: Mechanism, stage: Stage, selected: string | null, sections: Set<string>): void {
    const wanted = new Set<string>();
    const width = stage.host.clientWidth;
    const height = stage.host.clientHeight;
    const v = new Vector3();
    for (const [id, { body, at }] of of.anchors) {
      const section = id.split("/")[0];
      if (id !== selected && !(this.on && sections.has(section))) continue;
      if (of.hidden.has(id) || wanted.size >= MOST_NAMES) continue;
      const p = worldOf(of.mats, body, at);
      v.set(p[0], p[1], p[2]).project(stage.camera);
      if (v.z > 1 || Math.abs(v.x) > 1.05 || Math.abs(v.y) > 1.05) continue;
      wanted.add(id);
      let node = this.held.get(id);
      if (!node) {
        node = el("span", { class: "name" }, id.slice(id.indexOf("/") + 1));
        this.held.set(id, node);
        this.host.append(node);
      }
      node.classList.toggle("chosen", id === selected);
      node.style.transform = `translate(${Math.round(((v.x + 1) / 2) * width)}px, ${Math.round(((1 - v.y) / 2) * height)}px)`;
    }
    for (const [id, node] of this.held)
      if (!wanted.has(id)) {
        node.remove();
        this.held.delete(id);
      }
  }
}
