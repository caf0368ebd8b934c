// Undoes `src/vazba/viewer/codec.py`: inflate, join the bytes, undo zigzag and differences.

import { unzlibSync } from "fflate";

export interface Packed {
  form: "place" | "turn" | "float";
  count: number;
  order: number;
  planes: number;
  offset: number;
  bytes: number;
  at?: number; // of several that were deflated together: where its bytes begin when they are inflated
  step?: number;
}

export interface Times {
  count: number;
  start?: number;
  step?: number;
  values?: number[];
}

const SMALL = 40_000; // bytes up to which inflating here and now beats a stream of the browser

export async function inflate(data: Uint8Array): Promise<Uint8Array> {
  if (data.length < SMALL) return unzlibSync(data);
  const stream = new Blob([data as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function whole(bytes: Uint8Array, head: Packed): Int32Array {
  const { count, planes, order } = head;
  const out = new Int32Array(count);
  const sums = new Int32Array(5); // of the differences of each order
  for (let k = 0; k < count; k++) {
    let zigzag = planes > 0 ? bytes[k] : 0;
    if (planes > 1) zigzag |= bytes[count + k] << 8;
    if (planes > 2) zigzag |= bytes[2 * count + k] << 16;
    if (planes > 3) zigzag |= bytes[3 * count + k] << 24;
    let value = (zigzag >>> 1) ^ -(zigzag & 1);
    for (let pass = order; pass > 0; pass--) value = sums[pass] = (value + sums[pass]) | 0;
    out[k] = value;
  }
  return out;
}

/** Reads packed arrays of a blob; those that were deflated together are inflated once. */
export function reader(blob: Uint8Array): (head: Packed) => Promise<Float64Array | Float32Array> {
  const held = new Map<number, Promise<Uint8Array>>();
  return async (head) => {
    let bytes = held.get(head.offset);
    if (!bytes) held.set(head.offset, (bytes = inflate(blob.subarray(head.offset, head.offset + head.bytes))));
    const at = head.at ?? 0;
    return numbersOf((await bytes).subarray(at, at + head.planes * head.count), head);
  };
}

export const unpack = (blob: Uint8Array, head: Packed): Promise<Float64Array | Float32Array> => reader(blob)(head);

function numbersOf(bytes: Uint8Array, head: Packed): Float64Array | Float32Array {
  const numbers = whole(bytes, head);
  if (head.form === "float") return new Float32Array(numbers.buffer);
  const out = new Float64Array(head.count);
  const step = head.step ?? 1;
  if (head.form === "place") {
    for (let k = 0; k < head.count; k++) out[k] = numbers[k] * step;
    return out;
  }
  let sum = numbers.length ? numbers[0] : 0; // angles: whole turns come from the differences
  for (let k = 0; k < head.count; k++) {
    if (k > 0) sum += (numbers[k] - numbers[k - 1]) | 0;
    out[k] = sum * step;
  }
  return out;
}

export function times(head: Times): Float64Array {
  if (head.values) return Float64Array.from(head.values);
  const out = new Float64Array(head.count);
  for (let k = 0; k < head.count; k++) out[k] = (head.start ?? 0) + k * (head.step ?? 1);
  return out;
}

export function fromBase64(text: string): Uint8Array {
  const native = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  if (native) return native.call(Uint8Array, text); // in browsers since 2025, ten times as fast
  const binary = atob(text);
  const out = new Uint8Array(binary.length);
  for (let k = 0; k < binary.length; k++) out[k] = binary.charCodeAt(k);
  return out;
}
