// Parameters, postures and joints that can be dragged; the sheets with summary and faults.
import type { App } from "./app";
import { button, el, shown } from "./dom";
import type { Fault } from "./types";

/** Which motion is shown: as described, assembled, free motions, the run; modes. */
export class Postures {
  readonly node = el("div", { class: "postures", role: "radiogroup", "aria-label": "What is shown" });

  constructor(private readonly app: App) {
    app.on("load", () => this.draw());
    app.on("track", () => this.draw());
  }

  private draw(): void {
    const { app } = this;
    this.node.hidden = app.tracks.length < 2;
    this.node.replaceChildren(
      ...app.tracks.map((track) => {
        const on = track === app.track;
        const word = app.header.kind === "model" && track.entry.name === "run" ? "run" : track.entry.label;
        return el("button", { type: "button", role: "radio", "aria-checked": String(on), class: "chip", title: track.entry.note ?? word, onclick: () => app.setTrack(track) }, word);
      }),
    );
    const note = app.track.entry.note;
    if (note) this.node.append(el("p", { class: app.track.entry.gaps ? "posture-note bad" : "posture-note" }, note));
  }
}

/** What the colours of cables mean. */
export class Scale {
  readonly node = el("div", { class: "scale", hidden: true });

  constructor(app: App) {
    const draw = () => {
      const strongest = app.running ? app.strongest : 0;
      this.node.hidden = !(strongest > 0);
      this.node.replaceChildren(el("span", {}, "tension 0"), el("span", {}, `${shown(strongest, 3)} N`), el("i", {}));
    };
    app.on("look", draw);
    app.on("track", draw);
  }
}

export class Parameters {
  readonly node = el("section", { class: "parameters", "aria-label": "Parameters" });
  private readonly changed = new Map<string, number>();
  private busy = false;
  private again = false;
  private built = "";

  constructor(private readonly app: App) {
    app.on("load", () => this.draw());
  }

  private draw(): void {
    const { header, server } = this.app;
    const sliders = header.parameters.filter((p) => p.free && p.value !== null);
    const signature = JSON.stringify([sliders.map((p) => p.name), header.coordinates.map((c) => c.joint + c.coordinate)]);
    this.node.hidden = !server.parameters || (!sliders.length && !header.coordinates.length);
    if (this.node.hidden || (signature === this.built && (this.busy || this.node.contains(document.activeElement)))) return;
    this.built = signature;
    this.node.replaceChildren();
    if (sliders.length) {
      const reset = el("button", { type: "button", class: "link", onclick: () => this.reset() }, "as in the file");
      this.node.append(el("h3", {}, "Parameters", reset));
      for (const p of sliders) {
        const factor = /\*\s*deg$/.test(p.text) ? 180 / Math.PI : 1;
        this.node.append(this.slider(p.name, (p.value as number) * factor, factor === 1 ? "" : "°", (value) => this.change(p.name, value / factor)));
      }
    }
    if (header.coordinates.length) {
      this.node.append(el("h3", {}, "Move joints"));
      for (const c of header.coordinates) {
        const factor = c.unit === "rad" ? 180 / Math.PI : 1;
        const name = `${c.joint}.${c.coordinate}`;
        this.node.append(this.slider(name, c.value * factor, c.unit === "rad" ? "°" : "m", (v) => void this.drag(c.joint, c.coordinate, v / factor), [c.minimum * factor, c.maximum * factor]));
      }
    }
  }

  private slider(name: string, value: number, unit: string, change: (value: number) => void, range?: [number, number]): HTMLElement {
    const reach = Math.abs(value) || 1;
    const [low, high] = range ?? (value === 0 ? [-1, 1] : [value - reach, value + reach].sort((a, b) => a - b));
    const slide = el("input", { type: "range", min: low, max: high, step: (high - low) / 400, value, "aria-label": name, class: "slider" });
    const number = el("input", { type: "text", inputmode: "decimal", value: shown(value), "aria-label": `${name}, value`, class: "number" });
    const share = () => slide.style.setProperty("--share", `${(100 * (Number(slide.value) - Number(slide.min))) / (Number(slide.max) - Number(slide.min))}%`);
    slide.addEventListener("input", () => {
      number.value = shown(Number(slide.value));
      share();
      change(Number(slide.value));
    });
    number.addEventListener("change", () => {
      const typed = Number(number.value.replace("\u2212", "-").replace(",", "."));
      if (!Number.isFinite(typed)) return;
      if (typed < Number(slide.min)) slide.min = String(typed);
      if (typed > Number(slide.max)) slide.max = String(typed);
      slide.value = String(typed);
      share();
      change(typed);
    });
    share();
    return el("div", { class: "parameter", "data-name": name }, el("label", {}, name), number, el("span", { class: "unit" }, unit), slide);
  }

  private change(name: string, value: number): void {
    this.changed.set(name, value);
    void this.send();
  }

  private reset(): void {
    this.changed.clear();
    this.built = "";
    void this.send();
  }

  /** One request at a time; what was dragged meanwhile goes with the next. */
  private async send(): Promise<void> {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    this.node.classList.add("busy");
    try {
      do {
        this.again = false;
        await this.app.server.parameters?.(Object.fromEntries(this.changed));
      } while (this.again);
    } catch {
      /* the server has gone: the bar says so */
    } finally {
      this.busy = false;
      this.node.classList.remove("busy");
    }
  }

  private dragging: Promise<void> | null = null;
  private next: [string, string, number] | null = null;

  private async drag(joint: string, coordinate: string, value: number): Promise<void> {
    this.next = [joint, coordinate, value];
    this.dragging ??= (async () => {
      while (this.next) {
        const [j, c, v] = this.next;
        this.next = null;
        const found = await this.app.server.drag?.(j, c, v).catch(() => null); // refused, or the server has gone: it stays where it is
        if (!found) continue;
        const mats = this.app.mechanism?.mats.slice() ?? new Float64Array();
        this.app.header.scene.bodies.forEach((name, k) => found[name] && mats.set(found[name], 16 * k));
        this.app.play(false);
        this.app.posed = mats;
        this.app.refresh();
      }
      this.dragging = null;
    })();
    await this.dragging;
  }
}

/** A card over the picture: the summary, or what is wrong. */
export class Sheet {
  readonly node = el("section", { class: "sheet", role: "dialog", hidden: true });
  private kind = "";

  constructor(private readonly app: App) {
    app.on("load", () => this.draw());
    app.on("faults", () => this.draw());
  }

  toggle(kind: "summary" | "faults"): void {
    if (!this.app.header) kind = "faults";
    this.kind = this.kind === kind ? "" : kind;
    this.draw();
  }

  open(kind: "summary" | "faults"): void {
    this.kind = kind;
    this.draw();
  }

  close(kind?: string): void {
    if (kind && this.kind !== kind) return;
    this.kind = "";
    this.draw();
  }

  get shown(): string {
    return this.kind;
  }

  private draw(): void {
    this.node.hidden = this.kind === "";
    if (!this.kind) return;
    this.node.setAttribute("aria-label", this.kind);
    const close = button("close", "Close", () => this.close());
    const title = el("header", {}, el("h2", {}, this.kind === "summary" ? "Summary" : "Faults"), close);
    this.node.replaceChildren(title, ...(this.kind === "summary" ? this.summary() : this.faults()));
  }

  private summary(): HTMLElement[] {
    const { header } = this.app;
    const rows = el("dl", {});
    for (const [key, value] of header.summary) rows.append(el("dt", {}, key), el("dd", {}, value));
    const out: HTMLElement[] = [rows];
    const list = (heading: string, texts: string[]) => texts.length && out.push(el("h3", {}, heading), el("ul", {}, ...texts.map((t) => el("li", {}, t))));
    list("Warnings", header.warnings);
    list("Free to move", header.free);
    list("Not closed", header.gaps.map(([name, gap, unit]) => `${name}: ${shown(gap)} ${unit}`));
    list("Redundant together", header.redundant);
    if (header.left_out.length) list("Left out to keep the file small", [`${header.left_out.length} columns, such as ${header.left_out.slice(0, 4).join(", ")}`]);
    return out;
  }

  private faults(): HTMLElement[] {
    const all = this.app.faults;
    if (!all.length) return [el("p", { class: "empty" }, "Nothing is wrong.")];
    return [
      el("p", { class: "kept" }, this.app.mechanism ? "The picture is the last one that was right." : "Mend the file and save it: the picture follows."),
      el("ol", { class: "faults" }, ...all.map((f) => faultItem(f))),
    ];
  }
}

function faultItem(f: Fault): HTMLElement {
  const place = f.file ? `${f.file.split(/[\\/]/).pop() ?? f.file}${f.line ? `, line ${f.line}` : ""}` : "";
  return el(
    "li",
    {},
    place ? el("code", { class: "place" }, place) : null,
    el("strong", {}, f.element ? `${f.element}: ${f.what}` : f.what),
    f.why ? el("p", {}, f.why) : null,
    f.remedy ? el("p", { class: "remedy" }, f.remedy) : null,
  );
}
