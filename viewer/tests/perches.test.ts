import assert from "node:assert/strict";
import test from "node:test";
import { stationFrame, straightFrame } from "../src/perches";

test("a station of a quarter circle stands on it, turned as the line is there", () => {
  const n = 41;
  const at = Array.from({ length: n }, (_, k) => (k * Math.PI) / 2 / (n - 1));
  const places = new Float64Array(at.flatMap((s) => [Math.sin(s), 1 - Math.cos(s), 0])); // starts along x, bends towards y
  const mats = new Float64Array(32);
  mats[0] = mats[5] = mats[10] = mats[15] = 1;
  const s = 1.0;
  stationFrame(mats, 0, at, places, s, 16);
  const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 0.03, `${a} ${b}`);
  near(mats[16], Math.cos(s));
  near(mats[17], Math.sin(s));
  near(mats[20], -Math.sin(s));
  near(mats[21], Math.cos(s));
  near(mats[28], Math.sin(s));
  near(mats[29], 1 - Math.cos(s));
  assert.equal(mats[31], 1);
});

test("a straight beam carries its stations along its own line", () => {
  const mats = new Float64Array(32);
  mats[1] = mats[15] = 1; // its line points along y
  mats[4] = -1;
  mats[10] = 1;
  mats[12] = 5;
  straightFrame(mats, 0, 2, 16);
  assert.deepEqual([...mats.subarray(28, 32)], [5, 2, 0, 1]);
});
