import assert from "node:assert/strict";
import test from "node:test";
import { deflateSync } from "node:zlib";
import { reader, type Packed } from "../src/codec";

test("arrays that were deflated together are read each from its place", async () => {
  const bytes = Uint8Array.from([2, 4, 6, 1, 3]); // zigzag of 1, 2, 3 and of -1, -2
  const data = new Uint8Array(deflateSync(bytes));
  const head = { form: "place", order: 0, planes: 1, offset: 0, bytes: data.length, step: 0.5 } as const;
  const read = reader(data);
  const [a, b] = await Promise.all([read({ ...head, count: 3, at: 0 } as Packed), read({ ...head, count: 2, at: 3, order: 1 } as Packed)]);
  assert.deepEqual(Array.from(a), [0.5, 1, 1.5]);
  assert.deepEqual(Array.from(b), [-0.5, -1.5]);
});
