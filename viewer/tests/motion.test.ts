import assert from "node:assert/strict";
import test from "node:test";
import { Track, turned, worldOf } from "../src/motion";
import { nice } from "../src/stage";
import { shown } from "../src/dom";
import { layersOf, smooth } from "../src/mechanism";
import { stationOf } from "../src/along";
import { heat } from "../src/links";
import type { Header, TrackEntry } from "../src/types";
import type { Vector3 } from "three";

const entry = (planar: boolean): TrackEntry => ({ name: "run", label: "", planar, time: { count: 3, start: 0, step: 1 }, bodies: [], bends: {} });
const near = (a: number, b: number, by = 1e-12) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);

test("a planar body is exact at its instants and turns the shorter way between them", () => {
  const track = new Track(entry(true), [[Float64Array.of(0, 1, 2), Float64Array.of(0, 0, 4), Float64Array.of(0, Math.PI / 2, Math.PI)]], new Map());
  const mats = new Float64Array(16);
  track.sample(1, mats);
  assert.equal(mats[12], 1);
  near(mats[0], 0);
  near(mats[1], 1);
  track.sample(1.5, mats);
  assert.equal(mats[13], 2);
  near(Math.atan2(mats[1], mats[0]), (3 * Math.PI) / 4);
  track.sample(99, mats);
  assert.equal(mats[12], 2);
});

test("matrices stand column by column: the second column is the local y axis", () => {
  const half = Math.SQRT1_2; // a quarter turn about x
  const rows = [0, 0, 0, half, half, 0, 0].map((v) => Float64Array.of(v, v, v));
  const track = new Track(entry(false), [rows], new Map());
  const mats = new Float64Array(16);
  track.sample(0, mats);
  near(mats[4], 0);
  near(mats[5], 0);
  near(mats[6], 1);
  const p = worldOf(mats, 0, [0, 2, 0]);
  near(p[2], 2);
  near(turned(mats, 0, [0, 0, 1])[1], -1);
});

test("an instant is found by halving", () => {
  const track = new Track(entry(true), [], new Map());
  assert.deepEqual(track.locate(-1), [0, 0]);
  assert.deepEqual(track.locate(1), [1, 0]);
  assert.deepEqual(track.locate(1.25), [1, 0.25]);
  assert.deepEqual(track.locate(5), [2, 0]);
});

test("joined planar bodies lie in different layers", () => {
  const joint = (a: number, b: number) => ({ a: [a, [0, 0, 0]], b: [b, [0, 0, 0]] });
  const header = { scene: { bodies: ["a", "b", "c"], joints: [joint(-1, 0), joint(0, 1), joint(1, 2), joint(2, -1)] } } as unknown as Header;
  assert.deepEqual(layersOf(header), [0, 1, 0]);
});

test("the line of a beam goes through its stations and is straight where they are", () => {
  const line: Vector3[] = [];
  smooth([0, 1, 2], Float64Array.of(0, 0, 0, 1, 2, 0, 2, 4, 0), 5, line);
  assert.deepEqual(line.map((p) => [p.x, p.y]), [[0, 0], [0.5, 1], [1, 2], [1.5, 3], [2, 4]]);
});

test("numbers for people", () => {
  assert.equal(shown(-0.123456789), "\u22120.12346");
  assert.equal(shown(0), "0");
  assert.equal(shown(NaN), "–");
  assert.equal(shown(1.5e-7), "1.500e\u22127");
  assert.deepEqual([0.9, 2.2, 40, 0.06].map(nice), [1, 2, 50, 0.05]);
});

test("stations are read from the names of columns", () => {
  assert.equal(stationOf({ name: "arm@0.25.M", quantity: "M" }), 0.25);
  assert.equal(stationOf({ name: "a@b@1e-3.Qy", quantity: "Qy" }), 0.001);
});

test("tension goes from blue to red", () => {
  assert.ok(heat(0).b > heat(0).r);
  assert.ok(heat(1).r > heat(1).b);
});
