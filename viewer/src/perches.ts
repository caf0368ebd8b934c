// Places on beams that bend: each station that something is attached to gets a frame of its own after those of the bodies, and what is attached there follows it.
import type { At, Header, Solid, Vec } from "./types";

export interface Perch {
  body: number;
  x: number; // along the beam, m
}

/** The same header, in which places on beams are given in the frames of their stations. */
export function perched(header: Header): { header: Header; perches: Perch[] } {
  const { scene } = header;
  const beams = new Set(scene.beams.map((b) => b.body));
  const perches: Perch[] = [];
  const slots = new Map<string, number>();
  const slot = (body: number, x: number): number => {
    const key = `${body} ${x.toPrecision(9)}`;
    let found = slots.get(key);
    if (found === undefined) {
      found = scene.bodies.length + perches.length;
      slots.set(key, found);
      perches.push({ body, x });
    }
    return found;
  };
  const moved = ([body, p]: At): At => (beams.has(body) ? [slot(body, p[0]), [0, p[1], p[2]]] : [body, p]);
  const arm = (s: Solid): Solid => {
    if (!beams.has(s.body) || s.form !== "rod" || !s.a || !s.b) return s;
    const x = s.a[0];
    const from = (p: Vec): Vec => [p[0] - x, p[1], p[2]];
    return { ...s, body: slot(s.body, x), a: from(s.a), b: from(s.b) };
  };
  if (!beams.size) return { header, perches };
  const made = {
    ...scene,
    solids: scene.solids.map(arm),
    joints: scene.joints.map((j) => ({ ...j, a: moved(j.a), b: moved(j.b) })),
    links: scene.links.map((l) => ({ ...l, through: l.through.map(moved) })),
    wheels: scene.wheels.map((w) => ({ ...w, at: moved(w.at) })),
    points: scene.points.map((p) => ({ ...p, at: moved(p.at) })),
    beams: scene.beams.map((b) => ({ ...b, middle: slot(b.body, b.length / 2) })),
  };
  return { header: { ...header, scene: made, forces: header.forces.map((f) => ({ ...f, at: moved(f.at) })) }, perches };
}

/** The frame of a station on a bent line: there, and turned from the start frame as the line is. */
export function stationFrame(mats: Float64Array, body: number, at: number[], places: Float64Array, x: number, o: number): void {
  const b = 16 * body;
  const last = at.length - 1;
  let k = 0;
  while (k < last - 1 && x > at[k + 1]) k++;
  const share = (x - at[k]) / (at[k + 1] - at[k] || 1);
  const along = [0, 1, 2].map((i) => places[3 * (k + 1) + i] - places[3 * k + i]);
  const long = Math.hypot(along[0], along[1], along[2]) || 1;
  const [u, v, w] = along.map((a) => a / long);
  const [p, q, r] = [mats[b], mats[b + 1], mats[b + 2]]; // the beam's own line where it starts
  const c = p * u + q * v + r * w;
  const n = [q * w - r * v, r * u - p * w, p * v - q * u];
  const lean = 1 / Math.max(1 + c, 1e-9);
  for (let j = 0; j < 3; j++) {
    const e = [mats[b + 4 * j], mats[b + 4 * j + 1], mats[b + 4 * j + 2]];
    const d = lean * (n[0] * e[0] + n[1] * e[1] + n[2] * e[2]);
    mats[o + 4 * j] = c * e[0] + n[1] * e[2] - n[2] * e[1] + d * n[0];
    mats[o + 4 * j + 1] = c * e[1] + n[2] * e[0] - n[0] * e[2] + d * n[1];
    mats[o + 4 * j + 2] = c * e[2] + n[0] * e[1] - n[1] * e[0] + d * n[2];
    mats[o + 4 * j + 3] = 0;
  }
  for (let i = 0; i < 3; i++) mats[o + 12 + i] = (1 - share) * places[3 * k + i] + share * places[3 * (k + 1) + i];
  mats[o + 15] = 1;
}

/** The same where the beam is straight. */
export function straightFrame(mats: Float64Array, body: number, x: number, o: number): void {
  const b = 16 * body;
  mats.copyWithin(o, b, b + 16);
  for (let i = 0; i < 3; i++) mats[o + 12 + i] += mats[b + i] * x;
}
