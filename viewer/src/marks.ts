// Marks of joints by type, wheels, supports and points.
import { Matrix4, Vector2 } from "three";
import { along, ball, cone, cube, cylinder, frame, gear, grain, plate, ring, ringGear } from "./forms";
import type { Mechanism } from "./mechanism";
import { worldOf, type Track } from "./motion";
import type { JointMark, Vec } from "./types";

const MOST_POINTS = 600; // beyond that, points are not drawn

export function marks(of: Mechanism, track: Track): void {
  for (const joint of of.header.scene.joints) {
    mark(of, joint, track);
    if (!of.anchors.has(joint.element)) of.anchors.set(joint.element, { body: joint.b[0], at: joint.b[1] });
  }
  for (const wheel of of.header.scene.wheels) {
    const colour = of.colour(`bodies/${of.header.scene.bodies[wheel.at[0]] ?? ""}`);
    const thick = of.header.dimension === 2 ? of.thick : 1.2 * of.unit;
    const at = of.lifted(wheel.at[1], wheel.at[0]);
    const name = `gear ${wheel.inside} ${wheel.radius.toPrecision(6)}`;
    const make = wheel.inside ? ringGear : gear;
    of.pool(name, () => make(wheel.radius, 1.5 * of.unit, thick)).add(wheel.element, colour, wheel.at[0], frame(at, wheel.axis, null, [1, 1, 1]));
    if (!of.anchors.has(wheel.element)) of.anchors.set(wheel.element, { body: wheel.at[0], at: wheel.at[1] });
  }
  for (const place of of.header.scene.supports) support(of, place);
  for (const point of of.header.scene.points) {
    const r = 0.32 * of.unit;
    const at: Vec = [...point.at[1]];
    if (of.header.dimension === 2) at[2] += of.lift(point.at[0]) + of.thick / 2;
    if (of.header.scene.points.length <= MOST_POINTS) of.pool("points", () => (of.plain ? grain() : ball(10))).add(point.element, "#5b6270", point.at[0], new Matrix4().makeScale(r, r, r).setPosition(...at));
    of.anchors.set(point.element, { body: point.at[0], at: point.at[1] });
  }
}

function support(of: Mechanism, place: Vec): void {
  const u = of.unit;
  if (of.header.dimension === 2) {
    const z = of.lift(-1);
    const foot = [new Vector2(0, 0.9 * u), new Vector2(-1.7 * u, -2.3 * u), new Vector2(1.7 * u, -2.3 * u)];
    of.pool("feet", () => plate(foot, 0.3 * u, of.thick)).add("ground", "#9aa1ad", -1, new Matrix4().setPosition(place[0], place[1], z));
    const slab = frame([place[0], place[1] - 2.9 * u, z], [0, 0, 1], [1, 0, 0], [6.4 * u, 0.7 * u, of.thick]);
    of.pool("slabs", cube).add("ground", "#7c8491", -1, slab);
    return;
  }
  const low: Vec = [place[0], place[1], place[2] - 2.2 * u];
  of.pool("cones", () => cone(28)).add("ground", "#9aa1ad", -1, along(low, place, 1.5 * u, 1.5 * u));
  of.pool("discs", () => cylinder(40)).add("ground", "#7c8491", -1, along([low[0], low[1], low[2] - 0.35 * u], low, 2.1 * u, 2.1 * u));
}

function mark(of: Mechanism, joint: JointMark, track: Track): void {
  const u = of.unit;
  const planar = of.header.dimension === 2;
  const [body, local] = joint.b;
  const dark = "#3c434f";
  const light = "#e9ecf1";
  const axis = planar ? ([0, 0, 1] as Vec) : joint.axis;
  const tall = planar ? (of.layers + 1) * of.thick * 1.08 : 3 * u;
  const at: Vec = planar ? [local[0], local[1], 0] : local;
  const pin = (r: number, height: number, colour: string, pool = "pins") => {
    const scaled = axis.map((v) => v / (Math.hypot(...axis) || 1));
    const low = at.map((v, k) => v - (scaled[k] * height) / 2) as Vec;
    const high = at.map((v, k) => v + (scaled[k] * height) / 2) as Vec;
    of.pool(pool, () => cylinder(of.plain ? 8 : 24)).add(joint.element, colour, body, along(low, high, r, r));
  };
  const knob = (r: number, colour: string) =>
    of.pool("knobs", () => ball(of.plain ? 8 : 24)).add(joint.element, colour, body, new Matrix4().makeScale(r, r, r).setPosition(...at));
  if (joint.form.endsWith(" ring")) {
    const colour = joint.form.startsWith("motor") || joint.form.startsWith("cylinder") ? "#2f6fed" : joint.form.startsWith("coil") ? "#a9822a" : "#7a5aa6";
    const r = joint.form.startsWith("motor") ? 1.75 * u : 1.5 * u;
    const front: Vec = planar ? [at[0], at[1], tall / 2] : at;
    of.pool("rings", ring).add(joint.element, colour, body, frame(front, axis, joint.across, [r, r, r]));
    of.anchors.set(joint.element, { body, at: local });
    return;
  }
  if (["prismatic", "cylindrical", "slot", "point_on_line"].includes(joint.form)) slide(of, joint, track);
  switch (joint.form) {
    case "spherical":
      knob(1.05 * u, dark);
      break;
    case "universal": {
      knob(0.7 * u, dark);
      for (const [b, direction] of [[joint.b, joint.axis], [joint.a, joint.first]] as const) {
        const place = b[1];
        const low = place.map((v, k) => v - 1.6 * u * direction[k]) as Vec;
        const high = place.map((v, k) => v + 1.6 * u * direction[k]) as Vec;
        of.pool("pins", () => cylinder(24)).add(joint.element, light, b[0], along(low, high, 0.42 * u, 0.42 * u));
      }
      break;
    }
    case "fixed":
      of.pool("blocks", cube).add(joint.element, dark, body, frame(at, axis, joint.across, [1.7 * u, 1.7 * u, planar ? tall * 0.9 : 1.7 * u]));
      break;
    case "planar":
    case "point_on_plane":
      of.pool("blocks", cube).add(joint.element, light, body, frame(at, joint.axis, joint.across, [5 * u, 5 * u, 0.25 * u]));
      knob(0.6 * u, dark);
      break;
    case "screw":
      pin(0.9 * u, 4.6 * u, "#b9c0cb");
      pin(1.25 * u, 1.2 * u, dark);
      break;
    case "prismatic":
    case "cylindrical":
      break;
    case "slot":
    case "point_on_line":
      break;
    default: // a pin
      pin(0.62 * u, tall, light);
      pin(0.3 * u, tall * 1.03, dark, "pin cores");
  }
}

/** A block on a rail that is as long as the block travels. */
function slide(of: Mechanism, joint: JointMark, track: Track): void {
  const u = of.unit;
  const onGround = joint.a[0] < 0;
  const [block, rail] = onGround && joint.form !== "slot" ? [joint.b, joint.a] : [joint.a, joint.b];
  const mats = of.mats.slice();
  let low = 0;
  let high = 0;
  const steps = Math.min(track.time.length, 120);
  let direction: number[] = joint.axis;
  for (let k = 0; k < Math.max(steps, 1); k++) {
    track.sample(track.time[Math.floor((k * (track.time.length - 1)) / Math.max(steps - 1, 1))] ?? 0, mats);
    const p = worldOf(mats, block[0], block[1]);
    const q = worldOf(mats, rail[0], rail[1]);
    const o = 16 * joint.b[0];
    const world = joint.b[0] < 0 ? joint.axis : [0, 1, 2].map((i) => mats[o + i] * joint.axis[0] + mats[o + 4 + i] * joint.axis[1] + mats[o + 8 + i] * joint.axis[2]);
    if (k === 0) {
      const r = 16 * rail[0];
      direction = rail[0] < 0 ? world : [0, 1, 2].map((i) => mats[r + 4 * i] * world[0] + mats[r + 4 * i + 1] * world[1] + mats[r + 4 * i + 2] * world[2]);
    }
    const s = world[0] * (p[0] - q[0]) + world[1] * (p[1] - q[1]) + world[2] * (p[2] - q[2]);
    if (k === 0 && rail[0] < 0) low = high = s;
    low = Math.min(low, s);
    high = Math.max(high, s);
  }
  const z = of.header.dimension === 2 ? of.lift(rail[0]) : 0;
  const [a, b] = [low - 3.2 * u, high + 3.2 * u].map((s) => rail[1].map((v, k) => v + s * direction[k] + (k === 2 ? z : 0)) as Vec);
  const railColour = rail[0] < 0 ? "#9aa1ad" : of.colour(`bodies/${of.header.scene.bodies[rail[0]]}`);
  const thin = joint.form === "slot" ? 0.42 : 0.36;
  of.pool("rails", () => cylinder(14)).add(joint.element, railColour, rail[0], along(a, b, thin * u, thin * u));
  const place: Vec = [block[1][0], block[1][1], block[1][2] + (of.header.dimension === 2 ? z : 0)];
  const o = 16 * block[0];
  const r = 16 * rail[0];
  const w = rail[0] < 0 ? direction : [0, 1, 2].map((i) => of.mats[r + i] * direction[0] + of.mats[r + 4 + i] * direction[1] + of.mats[r + 8 + i] * direction[2]);
  const local = block[0] < 0 ? w : [0, 1, 2].map((i) => of.mats[o + 4 * i] * w[0] + of.mats[o + 4 * i + 1] * w[1] + of.mats[o + 4 * i + 2] * w[2]);
  if (joint.form === "slot" || joint.form === "point_on_line") {
    const top = of.header.dimension === 2 ? (of.layers + 1) * of.thick : 1.2 * u;
    if (of.header.dimension === 2) of.pool("pins", () => cylinder(24)).add(joint.element, "#e9ecf1", block[0], along([place[0], place[1], -top / 2], [place[0], place[1], top / 2], 0.62 * u, 0.62 * u));
    else of.pool("knobs", () => ball(24)).add(joint.element, "#3c434f", block[0], new Matrix4().makeScale(0.8 * u, 0.8 * u, 0.8 * u).setPosition(...place));
    return;
  }
  if (joint.form === "prismatic") of.pool("sleeves", cube).add(joint.element, "#dfe3ea", block[0], frame(place, local, null, [1.7 * u, 1.7 * u, 3.6 * u]));
  else {
    const [c, d] = [-1.8 * u, 1.8 * u].map((s) => place.map((v, k) => v + (s * local[k]) / (Math.hypot(...local) || 1)) as Vec);
    of.pool("round sleeves", () => cylinder(28)).add(joint.element, "#dfe3ea", block[0], along(c, d, 1.05 * u, 1.05 * u));
  }
}

