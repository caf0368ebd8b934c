import assert from "node:assert/strict";
import test from "node:test";
import { deflateSync } from "node:zlib";
import { times, unpack, whole, type Packed } from "../src/codec";

function packed(numbers: number[], order: number): { head: Packed; bytes: Uint8Array } {
  let values = Int32Array.from(numbers);
  for (let pass = 0; pass < order; pass++) values = values.map((v, k) => (k ? (v - values[k - 1]) | 0 : v));
  const planes = new Uint8Array(4 * values.length);
  values.forEach((v, k) => {
    const zigzag = (v << 1) ^ (v >> 31);
    for (let p = 0; p < 4; p++) planes[p * values.length + k] = (zigzag >>> (8 * p)) & 255;
  });
  const head: Packed = { form: "place", count: numbers.length, order, planes: 4, offset: 0, bytes: 0, step: 0.5 };
  return { head, bytes: planes };
}

test("whole numbers come back through any order of differences, also when they wrap", () => {
  const numbers = [5, -7, 2 ** 31 - 1, -(2 ** 31), 0, 123456789];
  for (const order of [0, 1, 2, 3, 4]) {
    const { head, bytes } = packed(numbers, order);
    assert.deepEqual(Array.from(whole(bytes, head)), numbers);
  }
});

test("positions are multiples of their step", async () => {
  const { head, bytes } = packed([2, -4, 9], 1);
  const data = new Uint8Array(deflateSync(bytes));
  const values = await unpack(data, { ...head, bytes: data.length });
  assert.deepEqual(Array.from(values), [1, -2, 4.5]);
});

test("angles go on over whole turns although the numbers wrap", async () => {
  const step = 2 ** 29; // an eighth of the range in each instant
  const numbers = Array.from({ length: 20 }, (_, k) => (k * step) | 0);
  const { head, bytes } = packed(numbers, 1);
  const data = new Uint8Array(deflateSync(bytes));
  const values = await unpack(data, { ...head, form: "turn", step: 1, bytes: data.length });
  assert.deepEqual(Array.from(values), numbers.map((_, k) => k * step));
});

test("times are start and step, or a list", () => {
  assert.deepEqual(Array.from(times({ count: 3, start: 1, step: 0.5 })), [1, 1.5, 2]);
  assert.deepEqual(Array.from(times({ count: 2, values: [0, 7] })), [0, 7]);
});
