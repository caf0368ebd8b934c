// The state of the page and what holds its parts together.
import { Color, Vector2 } from "three";
import { Columns, between } from "./columns";
import { shown } from "./dom";
import { Mechanism } from "./mechanism";
import { Track } from "./motion";
import { Arrows, Gaps, Names, Traces, type ArrowKind } from "./overlay";
import { HALO } from "./pools";
import { Stage } from "./stage";
import type { ElementEntry, Fault, Header } from "./types";

type Event = "load" | "time" | "select" | "track" | "play" | "faults" | "look";

const TELLING = ["angle", "displacement", "force", "effort", "speed", "value"]; // the first of these that an element has

export interface Server {
  column: (index: number) => Promise<Float32Array>;
  parameters?: (values: Record<string, number>) => Promise<void>;
  drag?: (joint: string, coordinate: string, value: number) => Promise<Record<string, number[]>>;
}

export class App {
  header!: Header;
  columns!: Columns;
  arrows!: Arrows;
  mechanism: Mechanism | null = null;
  ghost: Mechanism | null = null;
  ghostShown = true;
  tracks: Track[] = [];
  track!: Track;
  ghostTrack: Track | null = null;
  time = 0;
  playing = false;
  rate = 1;
  loop = true;
  selected: string | null = null;
  hovered: string | null = null;
  strongest = 0; // tension of a cable in the run, N
  degrees = true;
  faults: Fault[] = [];
  connected = true;
  posed: Float64Array | null = null; // a posture from dragging, instead of the track's
  readonly traces = new Traces();
  readonly gaps = new Gaps();
  readonly names = new Names();
  readonly nameSections = new Set(["bodies", "beams", "joints", "cables", "springs", "dampers", "drivers", "forces"]);
  readonly elements = new Map<string, ElementEntry>();
  private readonly listeners = new Map<Event, (() => void)[]>();
  private stale = true;

  constructor(
    readonly stage: Stage,
    readonly server: Server,
  ) {
    stage.scene.add(this.traces.group, this.gaps.group);
    stage.host.append(this.names.host);
    stage.onframe = (seconds) => this.step(seconds);
    stage.ondrawn = () => {
      if (this.mechanism) this.names.update(this.mechanism, stage, this.selected, this.nameSections);
    };
  }

  on(event: Event, run: () => void): void {
    const held = this.listeners.get(event);
    if (held) held.push(run);
    else this.listeners.set(event, [run]);
  }

  tell(event: Event): void {
    for (const run of this.listeners.get(event) ?? []) run();
  }

  /** A new document; what was chosen stays where it can. */
  async load(header: Header, blob: Uint8Array): Promise<void> {
    const first = !this.mechanism;
    const before = first ? null : { name: this.track.entry.name, time: this.time, size: this.header.size, dimension: this.header.dimension };
    const all = await Promise.all(header.tracks.map((entry) => Track.read(entry, blob)));
    const tracks = all.filter((t) => !t.entry.ghost);
    const ghostTrack = all.find((t) => t.entry.ghost) ?? null;
    const track = tracks.find((t) => t.entry.name === before?.name) ?? preferred(tracks);
    const mechanism = await Mechanism.make(header, blob, track);
    const ghost = ghostTrack ? await Mechanism.make(header.shade ? { ...header, scene: header.shade } : header, blob, ghostTrack, true) : null;
    for (const t of tracks) t.hold(header.scene.bodies, mechanism.perches);
    const hidden = this.mechanism?.hidden ?? new Set<string>();
    this.mechanism?.dispose();
    this.ghost?.dispose();
    this.arrows?.group.removeFromParent();
    this.header = header;
    this.tracks = tracks;
    this.ghostTrack = ghostTrack;
    this.mechanism = mechanism;
    this.ghost = ghost;
    mechanism.hidden = hidden;
    this.posed = null;
    this.track = track;
    this.columns = new Columns(header, blob, (index) => this.server.column(index));
    const arrows = first ? [] : [...this.arrows.on];
    this.arrows = new Arrows(mechanism.header, this.columns, blob);
    this.stage.scene.add(mechanism.group, this.arrows.group);
    if (ghost) this.stage.scene.add(ghost.group);
    this.elements.clear();
    for (const e of header.scene.elements) this.elements.set(e.id, e);
    if (this.selected && !this.elements.has(this.selected)) this.selected = null;
    const [low, high] = header.box;
    const pad = 2 * mechanism.unit;
    this.stage.frame(low.map((x) => x - pad), high.map((x) => x + pad), header.dimension === 2);
    if (first || before?.dimension !== header.dimension) {
      this.stage.setParallel(header.dimension === 2);
      this.stage.look(header.dimension === 2 ? "front" : "iso");
    }
    this.time = before && before.name === track.entry.name ? clamp(before.time, track.start, track.end) : track.start;
    void this.measure();
    for (const kind of arrows) void this.arrows.show(kind, true).then(() => this.refresh());
    for (const id of this.traces.ids) this.retrace(id);
    this.refresh();
    this.tell("load");
    this.tell("track");
    this.tell("select");
    this.tell("time");
  }

  private async measure(): Promise<void> {
    const { mechanism, columns } = this;
    let strongest = 0;
    for (const link of this.header.scene.links) {
      const column = link.force ? columns.named(link.force) : undefined;
      if (!column || !link.element.startsWith("cables/")) continue;
      for (const value of await columns.values(column)) if (value > strongest) strongest = value;
    }
    if (mechanism !== this.mechanism) return; // a newer document came meanwhile
    mechanism?.measure(strongest);
    this.strongest = strongest;
    this.refresh();
    this.tell("look");
  }

  // --- time -----------------------------------------------------------------------------------------------------------

  private step(seconds: number): boolean {
    if (this.playing) {
      let t = this.time + seconds * this.rate;
      if (t > this.track.end) {
        if (this.loop && this.track.end > this.track.start) t = this.track.start + ((t - this.track.start) % (this.track.end - this.track.start));
        else {
          t = this.track.end;
          this.play(false);
        }
      }
      this.seek(t);
    }
    if (!this.stale) return false;
    this.stale = false;
    this.pose();
    return true;
  }

  seek(t: number): void {
    this.time = clamp(Number(t), this.track.start, this.track.end);
    this.posed = null;
    this.refresh();
    this.tell("time");
  }

  play(on: boolean): void {
    if (on && this.track.end <= this.track.start) return;
    if (on && this.time >= this.track.end && !this.loop) this.time = this.track.start;
    this.playing = on;
    this.tell("play");
  }

  /** To the instant before or after. */
  nudge(by: number): void {
    const [k, s] = this.track.locate(this.time);
    const next = by > 0 ? k + 1 : s > 0 ? k : k - 1;
    this.play(false);
    this.seek(this.track.time[clamp(next, 0, this.track.time.length - 1)]);
  }

  setTrack(track: Track): void {
    this.track = track;
    this.posed = null;
    for (const id of this.traces.ids) this.retrace(id);
    this.play(track.entry.loop === true);
    this.seek(track.start);
    this.tell("track");
  }

  /** Whether curves belong to what is seen. */
  get running(): boolean {
    return this.track.entry.name === "run";
  }

  // --- picture --------------------------------------------------------------------------------------------------------

  refresh(): void {
    this.stale = true;
    this.stage.touch();
  }

  /** Everything to where it is at this time. */
  private pose(): void {
    const { mechanism, track, time } = this;
    if (!mechanism) return;
    const [k, s] = track.locate(time);
    const value = (name: string): number | null => {
      if (!this.running) return null;
      const column = this.columns.named(name);
      const numbers = column ? this.columns.now(column) : null;
      return numbers ? between(numbers, k, s) : null;
    };
    mechanism.update(track, time, value);
    if (this.posed) {
      mechanism.mats.set(this.posed);
      track.settle(mechanism.mats, null);
      mechanism.refit(value);
    }
    if (this.ghost && this.ghostTrack) {
      this.ghost.group.visible = this.ghostShown && this.running;
      if (this.ghost.group.visible) this.ghost.update(this.ghostTrack, time, () => null);
    }
    this.arrows.group.visible = this.running;
    if (this.running) this.arrows.update(mechanism, k, s);
    this.traces.update(time);
    this.gaps.update(mechanism, this.header.kind === "model" && !this.running);
    const size = this.stage.renderer.getSize(new Vector2());
    HALO.value.copy(size);
    const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
    mechanism.halo(this.selected ?? this.hovered, new Color(accent || "#2f6fed"));
  }

  select(id: string | null): void {
    if (this.selected === id) return;
    this.selected = id;
    this.refresh();
    this.tell("select");
  }

  hover(id: string | null): void {
    if (this.hovered === id) return;
    this.hovered = id;
    this.refresh();
  }

  hide(ids: string[], hidden: boolean): void {
    for (const id of ids) {
      if (hidden) this.mechanism?.hidden.add(id);
      else this.mechanism?.hidden.delete(id);
    }
    this.refresh();
    this.tell("look");
  }

  isolate(id: string | null): void {
    const others = [...this.elements.keys()].filter((other) => id !== null && other !== id && other.split("/")[0] === id.split("/")[0]);
    this.mechanism?.hidden.clear();
    this.hide(others, true);
  }

  async arrow(kind: ArrowKind, on: boolean): Promise<void> {
    await this.arrows.show(kind, on);
    this.refresh();
    this.tell("look");
  }

  trace(id: string): void {
    const anchor = this.mechanism?.anchors.get(id);
    if (!anchor || !this.mechanism) return;
    if (this.traces.has(id)) this.traces.remove(id);
    else this.retrace(id);
    this.refresh();
    this.tell("look");
  }

  /** The path of a place over the motion that is shown. */
  private retrace(id: string): void {
    const anchor = this.mechanism?.anchors.get(id);
    if (!anchor || !this.mechanism || this.track.time.length < 2) return this.traces.remove(id);
    const at: [number, number, number] = id.startsWith("bodies/") ? [0, 0, 0] : anchor.at;
    const lift = this.header.dimension === 2 ? (this.mechanism.layers + 1) * this.mechanism.thick : 0;
    const colour = this.elements.get(id)?.colour ?? "#2f6fed";
    this.traces.add(id, anchor.body, at, this.track, this.mechanism.mats.length / 16, colour, lift);
  }

  /** One value that says most about an element at this time, in words. */
  async telling(id: string): Promise<string> {
    if (!this.running) return "";
    const own = this.columns.of(id).filter((c) => c.run === 0);
    const column = TELLING.map((word) => own.find((c) => c.quantity === word)).find((c) => c);
    if (!column) return "";
    const numbers = await this.columns.values(column);
    const [unit, factor] = this.shownUnit(column.unit);
    return `${column.quantity} ${shown(between(numbers, ...this.track.locate(this.time)) * factor)} ${unit.replace("^2", "²")}`;
  }

  /** To the event before or after. */
  event(by: number): void {
    const times = this.running ? this.header.events.map(([t]) => t) : [];
    const near = 1e-9 * (this.track.end - this.track.start);
    const next = by > 0 ? times.find((t) => t > this.time + near) : times.filter((t) => t < this.time - near).pop();
    if (next === undefined) return;
    this.play(false);
    this.seek(next);
  }

  /** Matrices by name, 16 numbers each, column by column. */
  bodies(): Record<string, number[]> {
    if (this.stale) {
      this.stale = false;
      this.pose();
      this.stage.touch();
    }
    const out: Record<string, number[]> = {};
    this.header.scene.bodies.forEach((name, k) => {
      if (this.track.has(k)) out[name] = Array.from((this.mechanism as Mechanism).mats.subarray(16 * k, 16 * k + 16));
    });
    return out;
  }

  /** A unit and a value as they are shown: angles in degrees where that is wanted. */
  shownUnit(unit: string): [string, number] {
    if (this.degrees && /^rad\b/.test(unit)) return [unit.replace("rad", "°"), 180 / Math.PI];
    return [unit, 1];
  }
}

function preferred(tracks: Track[]): Track {
  return tracks.find((t) => t.entry.name === "run") ?? tracks.find((t) => t.entry.name === "assembled") ?? tracks[0];
}

export function clamp(x: number, low: number, high: number): number {
  return Math.min(Math.max(Number.isFinite(x) ? x : low, low), high);
}
