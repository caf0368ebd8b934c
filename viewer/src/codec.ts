// Undoes `src/vazba/viewer/codec.py`: inflate, join the bytes, undo zigzag and differences.

import { unzlibSync } from "fflate";

export interface Packed {
  form: "place" | "turn" | "float";
  count: number;
  order: number;
  planes: number;
  offset: number;
  bytes: number;
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
  for (let k = 0; k < count; k++) {
    let zigzag = 0;
    for (let p = 0; p < planes; p++) zigzag |= bytes[p * count + k] << (8 * p);
    out[k] = (zigzag >>> 1) ^ -(zigzag & 1);
  }
  for (let pass = 0; pass < order; pass++) for (let k = 1; k < count; k++) out[k] = (out[k] + out[k - 1]) | 0;
  return out;
}

export async function unpack(blob: Uint8Array, head: Packed): Promise<Float64Array | Float32Array> {
  const numbers = whole(await inflate(blob.subarray(head.offset, head.offset + head.bytes)), head);
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
