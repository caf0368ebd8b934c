// Poses over time: exact at the stored instants, between them straight lines and the shortest turn.
import { reader, times, type Packed } from "./codec";
import { stationFrame, straightFrame, type Perch } from "./perches";
import type { TrackEntry } from "./types";

type Row = Float64Array;

export class Track {
  readonly time: Float64Array;
  private names: string[] = [];
  private perches: Perch[] = [];
  constructor(
    readonly entry: TrackEntry,
    private readonly rows: (Row[] | null)[],
    readonly bends: Map<string, { at: number[]; places: Row[][] }>,
  ) {
    this.time = times(entry.time);
  }

  static async read(entry: TrackEntry, blob: Uint8Array): Promise<Track> {
    const numbers = reader(blob) as (head: Packed) => Promise<Row>;
    const rows = await Promise.all(entry.bodies.map((body) => (body ? Promise.all(body.map(numbers)) : null)));
    const bends = new Map<string, { at: number[]; places: Row[][] }>();
    for (const [name, bend] of Object.entries(entry.bends)) {
      bends.set(name, { at: bend.at, places: await Promise.all(bend.places.map((p) => Promise.all(p.map(numbers)))) });
    }
    return new Track(entry, rows, bends);
  }

  get start(): number {
    return this.time.length ? this.time[0] : 0;
  }

  get end(): number {
    return this.time.length ? this.time[this.time.length - 1] : 0;
  }

  has(body: number): boolean {
    return this.rows[body] != null && this.time.length > 0;
  }

  /** The stored instant at or before a time, and the part of the way to the next. */
  locate(t: number): [number, number] {
    const { time } = this;
    let low = 0;
    let high = time.length - 1;
    if (high <= 0 || t <= time[0]) return [0, 0];
    if (t >= time[high]) return [high, 0];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (time[middle] <= t) low = middle;
      else high = middle;
    }
    const share = (t - time[low]) / (time[high] - time[low]);
    if (share < 1e-9) return [low, 0];
    if (share > 1 - 1e-9) return [high, 0];
    return [low, share];
  }

  /** Frames of stations follow those of the bodies. */
  hold(names: string[], perches: Perch[]): void {
    this.names = names;
    this.perches = perches;
  }

  /** Where the stations are; without a time, as if all beams were straight. */
  settle(out: Float64Array, t: number | null): void {
    this.perches.forEach(({ body, x }, k) => {
      const found = t === null ? null : this.stations(this.names[body], t);
      const o = 16 * (this.rows.length + k);
      if (found && found.at.length > 1) stationFrame(out, body, found.at, found.places, x, o);
      else straightFrame(out, body, x, o);
    });
  }

  /** Matrices of all bodies, 16 numbers each, column by column. */
  sample(t: number, out: Float64Array): void {
    const [k, s] = this.locate(t);
    for (let b = 0; b < this.rows.length; b++) {
      const row = this.rows[b];
      const o = 16 * b;
      if (!row || !this.time.length) {
        out.fill(0, o, o + 16);
        out[o] = out[o + 5] = out[o + 10] = out[o + 15] = 1;
        continue;
      }
      if (this.entry.planar) planarMatrix(row, k, s, out, o);
      else spatialMatrix(row, k, s, out, o);
    }
    this.settle(out, t);
  }

  /** Where the stations of a beam are: x, y, z one after the other. */
  stations(body: string, t: number): { at: number[]; places: Float64Array } | null {
    const bend = this.bends.get(body);
    if (!bend) return null;
    const [k, s] = this.locate(t);
    const places = new Float64Array(3 * bend.at.length);
    bend.places.forEach((axes, i) => axes.forEach((row, j) => (places[3 * i + j] = mix(row, k, s))));
    return { at: bend.at, places };
  }
}

function mix(row: Row, k: number, s: number): number {
  return s === 0 ? row[k] : row[k] + s * (row[k + 1] - row[k]);
}

function planarMatrix(row: Row[], k: number, s: number, out: Float64Array, o: number): void {
  const angle = mix(row[2], k, s);
  const c = Math.cos(angle);
  const d = Math.sin(angle);
  out.fill(0, o, o + 16);
  out[o] = c;
  out[o + 1] = d;
  out[o + 4] = -d;
  out[o + 5] = c;
  out[o + 10] = 1;
  out[o + 12] = mix(row[0], k, s);
  out[o + 13] = mix(row[1], k, s);
  out[o + 15] = 1;
}

function spatialMatrix(row: Row[], k: number, s: number, out: Float64Array, o: number): void {
  let w = mix(row[3], k, s);
  let x = mix(row[4], k, s);
  let y = mix(row[5], k, s);
  let z = mix(row[6], k, s);
  const n = 1 / (Math.hypot(w, x, y, z) || 1);
  w *= n;
  x *= n;
  y *= n;
  z *= n;
  out[o] = 1 - 2 * (y * y + z * z);
  out[o + 1] = 2 * (x * y + w * z);
  out[o + 2] = 2 * (x * z - w * y);
  out[o + 3] = 0;
  out[o + 4] = 2 * (x * y - w * z);
  out[o + 5] = 1 - 2 * (x * x + z * z);
  out[o + 6] = 2 * (y * z + w * x);
  out[o + 7] = 0;
  out[o + 8] = 2 * (x * z + w * y);
  out[o + 9] = 2 * (y * z - w * x);
  out[o + 10] = 1 - 2 * (x * x + y * y);
  out[o + 11] = 0;
  out[o + 12] = mix(row[0], k, s);
  out[o + 13] = mix(row[1], k, s);
  out[o + 14] = mix(row[2], k, s);
  out[o + 15] = 1;
}

/** Where a local place of a body is. */
export function worldOf(mats: Float64Array, body: number, s: readonly number[], out: number[] = [0, 0, 0]): number[] {
  if (body < 0) {
    out[0] = s[0];
    out[1] = s[1];
    out[2] = s[2];
    return out;
  }
  const o = 16 * body;
  for (let i = 0; i < 3; i++) out[i] = mats[o + 12 + i] + mats[o + i] * s[0] + mats[o + 4 + i] * s[1] + mats[o + 8 + i] * s[2];
  return out;
}

/** A direction of a body in ground components. */
export function turned(mats: Float64Array, body: number, s: readonly number[], out: number[] = [0, 0, 0]): number[] {
  if (body < 0) return worldOf(mats, -1, s, out);
  const o = 16 * body;
  for (let i = 0; i < 3; i++) out[i] = mats[o + i] * s[0] + mats[o + 4 + i] * s[1] + mats[o + 8 + i] * s[2];
  return out;
}
