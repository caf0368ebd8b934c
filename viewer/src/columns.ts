// Curves by name: stored ones, those fetched from the server when they are asked for, and magnitudes made of components.
import { unpack } from "./codec";
import type { ColumnEntry, Header } from "./types";

type Numbers = Float32Array;

const MADE: Record<string, { of: string[]; unit: string; word: string }[]> = {
  joints: [
    { of: ["fx", "fy", "fz"], unit: "N", word: "force" },
    { of: ["mx", "my", "mz"], unit: "N m", word: "moment" },
  ],
  bodies: [
    { of: ["vx", "vy", "vz"], unit: "m/s", word: "speed" },
    { of: ["ax", "ay", "az"], unit: "m/s^2", word: "acceleration" },
  ],
  points: [
    { of: ["vx", "vy", "vz"], unit: "m/s", word: "speed" },
    { of: ["ax", "ay", "az"], unit: "m/s^2", word: "acceleration" },
  ],
};

export interface Column {
  name: string;
  unit: string;
  element: string;
  quantity: string;
  run: number;
  read: () => Promise<Numbers>;
}

export class Columns {
  readonly all: Column[] = [];
  private readonly byName = new Map<string, Column>();
  private readonly byElement = new Map<string, Column[]>();
  private readonly held = new Map<string, Numbers>();
  private readonly asked = new Map<string, Promise<Numbers>>();

  constructor(header: Header, blob: Uint8Array, fetched: (index: number) => Promise<Numbers>) {
    header.columns.forEach((entry, index) =>
      this.enter({
        ...pick(entry),
        read: async () => (entry.data ? ((await unpack(blob, entry.data)) as Numbers) : fetched(index)),
      }),
    );
    this.magnitudes();
  }

  private enter(column: Column): void {
    const name = label(column);
    if (this.byName.has(name)) return;
    this.byName.set(name, column);
    this.all.push(column);
    const held = this.byElement.get(column.element);
    if (held) held.push(column);
    else this.byElement.set(column.element, [column]);
  }

  private magnitudes(): void {
    for (const [element, held] of [...this.byElement]) {
      for (const { of, unit, word } of MADE[element.split("/")[0]] ?? []) {
        for (const run of new Set(held.map((c) => c.run))) {
          const parts = held.filter((c) => c.run === run && of.includes(c.quantity));
          if (parts.length < 2 || held.some((c) => c.run === run && c.quantity === word)) continue;
          const name = `${element.slice(element.indexOf("/") + 1)}.${word}`;
          const read = async () => {
            const arrays = await Promise.all(parts.map((c) => this.values(c)));
            return arrays[0].map((_, k) => Math.hypot(...arrays.map((a) => a[k])));
          };
          this.enter({ name, unit, element, quantity: word, run, read });
        }
      }
    }
  }

  named(name: string, run = 0): Column | undefined {
    return this.byName.get(run ? `${name} (${run + 1})` : name);
  }

  of(element: string): Column[] {
    return this.byElement.get(element) ?? [];
  }

  /** All numbers of a column, read once. */
  values(column: Column): Promise<Numbers> {
    const name = label(column);
    let promise = this.asked.get(name);
    if (!promise) {
      promise = column.read().then((numbers) => {
        this.held.set(name, numbers);
        return numbers;
      });
      this.asked.set(name, promise);
    }
    return promise;
  }

  /** Numbers that are already here; otherwise they are asked for. */
  now(column: Column): Numbers | null {
    const found = this.held.get(label(column));
    if (!found) void this.values(column);
    return found ?? null;
  }
}

export function label(column: Column): string {
  return column.run ? `${column.name} (${column.run + 1})` : column.name;
}

function pick(entry: ColumnEntry): Omit<Column, "read"> {
  return { name: entry.name, unit: entry.unit, element: entry.element, quantity: entry.quantity, run: entry.run };
}

/** The value of a curve at an instant and part of the way to the next. */
export function between(values: ArrayLike<number>, k: number, s: number): number {
  if (k >= values.length) return NaN;
  return s === 0 || k + 1 >= values.length ? values[k] : values[k] + s * (values[k + 1] - values[k]);
}
