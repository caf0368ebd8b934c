// Springs, dampers, cables, cylinders, rods: what lies between places and changes its length.
import { Color, Matrix4 } from "three";
import { along, ball, coil, cylinder, ring } from "./forms";
import type { Mechanism } from "./mechanism";
import { worldOf, type Track } from "./motion";
import type { Pool } from "./pools";
import type { At, Link } from "./types";

interface Piece {
  pool: Pool;
  index: number;
}

interface Drawn {
  link: Link;
  pieces: Piece[];
  length: number; // as first seen
}

const SLACK = new Color("#8a8f98");

export class Links {
  private readonly drawn: Drawn[] = [];
  private strongest = 0;
  private readonly longest = new Map<string, number>();
  private readonly scratch = new Matrix4();

  constructor(private readonly of: Mechanism) {}

  build(track: Track): void {
    this.stretch(track);
    for (const link of this.of.header.scene.links) {
      const pieces = this.pieces(link);
      if (!pieces.length) continue;
      this.drawn.push({ link, pieces, length: this.length(link) });
      const at = link.through[link.through.length >> 1];
      if (!this.of.anchors.has(link.element)) this.of.anchors.set(link.element, { body: at[0], at: at[1] });
    }
  }

  private spot(at: At): number[] {
    const p = worldOf(this.of.mats, at[0], at[1], [0, 0, 0]);
    if (this.of.header.dimension === 2) p[2] += (this.of.layers + 0.4) * 0.5 * this.of.thick;
    return p;
  }

  /** How long coils get: they are made for that, and pressed together where they are shorter. */
  private stretch(track: Track): void {
    const coils = this.of.header.scene.links.filter((link) => link.form === "coil");
    const steps = coils.length && coils.length < 200 ? Math.min(track.time.length, 24) : 0;
    const now = this.of.mats.slice();
    for (let k = 0; k < steps; k++) {
      track.sample(track.time[Math.floor((k * (track.time.length - 1)) / Math.max(steps - 1, 1))], this.of.mats);
      for (const link of coils) this.longest.set(link.element, Math.max(this.longest.get(link.element) ?? 0, this.length(link)));
    }
    this.of.mats.set(now);
  }

  private length(link: Link): number {
    const a = this.spot(link.through[0]);
    const b = this.spot(link.through[link.through.length - 1]);
    return Math.max(Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]), 1e-9);
  }

  private pieces(link: Link): Piece[] {
    const { of } = this;
    const add = (pool: Pool, colour: string): Piece => ({ pool, index: pool.add(link.element, colour, -2) });
    const rods = of.pool("links", () => cylinder(of.plain ? 8 : 18));
    switch (link.form) {
      case "coil": {
        const aspect = Math.round(Math.min(Math.max((this.longest.get(link.element) ?? this.length(link)) / (1.25 * of.unit), 2), 60));
        return [add(of.pool(`coil ${aspect}`, () => coil(Math.max(4, Math.min(9, Math.round(aspect / 2))), 0.2, aspect)), "#b8862b")];
      }
      case "dashpot":
        return [add(rods, "#7a5aa6"), add(rods, "#c9cfd8")];
      case "cylinder":
        return link.through.length === 2 ? [add(rods, "#2f6fed"), add(rods, "#c9cfd8")] : this.run(link, add);
      case "cable":
        return this.run(link, add);
      case "bar":
        return [add(rods, "#6b7280")];
      case "bushing":
        return [add(of.pool("rubber", ring), "#4b5563")];
      case "target":
        return [add(of.pool("targets", () => ball(12)), "#2f6fed")];
      case "vector":
        return [add(rods, "#2f6fed")];
      default:
        return [];
    }
  }

  private run(link: Link, add: (pool: Pool, colour: string) => Piece): Piece[] {
    const strands = this.of.pool("strands", () => cylinder(this.of.plain ? 6 : 12), true);
    const rollers = this.of.pool("rollers", () => ball(14));
    const pieces = link.through.slice(1).map(() => add(strands, "#3c434f"));
    return [...pieces, ...link.through.slice(1, -1).map(() => add(rollers, "#6b7280"))];
  }

  update(values: (column: string) => number | null, hidden: Set<string>): void {
    const u = this.of.unit;
    for (const { link, pieces, length } of this.drawn) {
      const off = hidden.has(link.element);
      const spots = link.through.map((at) => this.spot(at));
      const [a, b] = [spots[0], spots[spots.length - 1]];
      if (link.form === "coil") this.put(pieces[0], along(a, b, 1.25 * u, 1.25 * u, this.scratch), off);
      else if (link.form === "dashpot") this.telescope(pieces, a, b, 0.55 * length, 0.85 * u, off);
      else if (link.form === "cylinder" && spots.length === 2) this.telescope(pieces, a, b, 0.6 * length, 0.95 * u, off);
      else if (link.form === "cable" || link.form === "cylinder") this.cable(link, pieces, spots, values, off);
      else if (link.form === "bushing") this.put(pieces[0], new Matrix4().makeScale(1.6 * u, 1.6 * u, 2.6 * u).setPosition((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2), off);
      else if (link.form === "target") this.put(pieces[0], new Matrix4().makeScale(0.7 * u, 0.7 * u, 0.7 * u).setPosition(a[0], a[1], a[2]), off);
      else this.put(pieces[0], along(a, b, (link.form === "bar" ? 0.5 : 0.22) * u, (link.form === "bar" ? 0.5 : 0.22) * u, this.scratch), off);
    }
  }

  private put(piece: Piece, matrix: Matrix4, off: boolean): void {
    piece.pool.place(piece.index, matrix, !off);
  }

  /** A barrel that keeps its length, and a rod that comes out of it. */
  private telescope(pieces: Piece[], a: number[], b: number[], barrel: number, radius: number, off: boolean): void {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) || 1e-9;
    const share = Math.min(barrel / length, 0.98);
    const end = a.map((v, k) => v + share * (b[k] - v));
    const inside = a.map((v, k) => v + 0.6 * share * (b[k] - v));
    this.put(pieces[0], along(a, end, radius, radius, this.scratch), off);
    this.put(pieces[1], along(inside, b, 0.5 * radius, 0.5 * radius, this.scratch), off);
  }

  private cable(link: Link, pieces: Piece[], spots: number[][], values: (column: string) => number | null, off: boolean): void {
    const u = this.of.unit;
    const force = link.force ? values(link.force) : null;
    const slack = force !== null && link.form === "cable" && force <= 1e-9 * Math.max(this.strongest, 1);
    const part = force === null ? 0.35 : Math.min(Math.abs(force) / Math.max(this.strongest, 1e-9), 1);
    const colour = slack ? SLACK : heat(part);
    const radius = (slack ? 0.2 : 0.28) * u;
    spots.slice(1).forEach((b, k) => {
      const a = spots[k];
      const piece = pieces[k];
      this.put(piece, along(a, b, radius, radius, this.scratch), off);
      piece.pool.paint(piece.index, colour);
      const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
      piece.pool.dash(piece.index, slack ? Math.max(3, Math.round(length / (1.6 * u))) : 0);
    });
    spots.slice(1, -1).forEach((p, k) => {
      const piece = pieces[spots.length - 1 + k];
      this.put(piece, new Matrix4().makeScale(0.75 * u, 0.75 * u, 0.75 * u).setPosition(p[0], p[1], p[2]), off);
    });
  }

  /** The largest tension of the run, which the colours are measured by. */
  measure(strongest: number): void {
    this.strongest = strongest;
  }
}

/** From calm to strong: blue, teal, amber, red; told apart by lightness too. */
export function heat(part: number): Color {
  const stops = ["#3f6fb5", "#2a9d8f", "#e9a23b", "#c8372d"].map((c) => new Color(c));
  const x = Number.isFinite(part) ? Math.min(Math.max(part, 0), 1) * (stops.length - 1) : 0; // nothing pulls, or it is not known
  const k = Math.min(Math.floor(x), stops.length - 2);
  return stops[k].clone().lerp(stops[k + 1], x - k);
}

