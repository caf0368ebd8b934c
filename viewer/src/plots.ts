// Curves over time, with a cursor at the time of the picture.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { App } from "./app";
import { between, label, type Column } from "./columns";
import { button, el, saveAs, shown } from "./dom";

export const PALETTE = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7d7d7d"];
const DARK = ["#4aa8e8", "#ff8a4c", "#2fc79a", "#e59ac4", "#f2b84b", "#8fd0f5", "#a8b0bc"];

interface Curve {
  column: Column;
  values: Float32Array;
  colour: string;
  readout: HTMLElement;
  name: HTMLElement;
}

class Plot {
  readonly node = el("section", { class: "plot" });
  private readonly legend = el("div", { class: "legend" });
  private readonly area = el("div", { class: "area" });
  private readonly cursor = el("div", { class: "cursor" });
  private chart: uPlot | null = null;
  curves: Curve[] = [];

  constructor(
    private readonly app: App,
    readonly close: (plot: Plot) => void,
  ) {
    const tools = el(
      "div",
      { class: "plot-tools" },
      button("save", "Save these curves as CSV", () => this.csv()),
      button("close", "Close this plot", () => close(this)),
    );
    this.node.append(el("div", { class: "plot-head" }, this.legend, tools), this.area);
    new ResizeObserver(() => this.chart?.setSize(this.room())).observe(this.area);
    this.area.addEventListener("click", (event) => {
      const chart = this.chart;
      if (!chart || chart.select.width > 2) return;
      const rect = chart.over.getBoundingClientRect();
      const x = event.clientX - rect.left;
      if (x >= 0 && x <= rect.width) app.seek(chart.posToVal(x, "x"));
    });
  }

  get names(): string[] {
    return this.curves.map((c) => label(c.column));
  }

  get unit(): string {
    return this.curves[0]?.column.unit ?? "";
  }

  private room(): { width: number; height: number } {
    return { width: Math.max(this.area.clientWidth, 120), height: Math.max(this.area.clientHeight, 90) };
  }

  /** Curves come together: all are read, then drawn once. */
  async add(columns: Column[]): Promise<void> {
    const read = await Promise.all(columns.map((column) => this.app.columns.values(column)));
    columns.forEach((column, k) => {
      if (this.names.includes(label(column))) return;
      const name = el("button", { type: "button", class: "curve-name", title: `Select ${column.element}` }, label(column));
      name.addEventListener("click", () => this.app.elements.has(column.element) && this.app.select(column.element));
      this.curves.push({ column, values: read[k], colour: "", readout: el("span", { class: "value" }), name });
    });
    if (this.curves.length) this.draw();
  }

  remove(column: Column): void {
    this.curves = this.curves.filter((c) => c.column !== column);
    if (this.curves.length) this.draw();
    else this.close(this);
  }

  draw(): void {
    const dark = document.documentElement.dataset.theme === "dark";
    const palette = dark ? DARK : PALETTE;
    const owners = new Set(this.curves.map((c) => c.column.element));
    this.curves.forEach((c, k) => {
      const own = this.app.elements.get(c.column.element)?.colour;
      const at = own ? PALETTE.indexOf(own) : -1;
      c.colour = owners.size > 1 && owners.size === this.curves.length && at >= 0 ? palette[at] : palette[k % palette.length];
    });
    this.legend.replaceChildren(
      ...this.curves.map((c) => {
        const dot = el("i", { class: "dot" });
        dot.style.background = c.colour;
        const drop = button("close", `Remove ${label(c.column)}`, () => this.remove(c.column));
        return el("span", { class: "entry", "data-element": c.column.element }, dot, c.name, c.readout, drop);
      }),
    );
    this.chart?.destroy();
    const [unit, factor] = this.app.shownUnit(this.unit);
    const data = this.table(factor);
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue("--muted").trim();
    const line = style.getPropertyValue("--line").trim();
    const font = `11px ${style.getPropertyValue("--font").trim()}`;
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 }, font, labelFont: font };
    const options: uPlot.Options = {
      ...this.room(),
      legend: { show: false },
      pxAlign: 0,
      cursor: { y: false, points: { size: 6 }, drag: { x: true, y: false, setScale: true } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, size: 30, space: 60, values: (_, ticks) => ticks.map((v) => `${Number(v.toPrecision(6))}`) },
        { ...axis, size: 52, label: unit.replace("^2", "²"), labelSize: 16, space: 28, values: (_, ticks) => ticks.map((v) => short(v)) },
      ],
      series: [{}, ...this.curves.map((c) => ({ stroke: c.colour, width: c.column.run ? 1 : 1.6, dash: c.column.run ? [5, 4] : undefined, points: { show: false }, spanGaps: true, pxAlign: 0 }))],
      padding: [8, 16, 0, 0],
      hooks: { draw: [(chart) => this.bounds(chart)] },
    };
    this.area.replaceChildren();
    this.chart = new uPlot(options, data, this.area);
    this.chart.over.append(this.cursor);
    this.chart.setScale("x", { min: data[0][0] as number, max: data[0][data[0].length - 1] as number });
    this.mark();
    this.light();
  }

  /** Bounds of efforts as dashed lines in the colour of their curve. */
  private bounds(chart: uPlot): void {
    const [, factor] = this.app.shownUnit(this.unit);
    const { ctx: pen, bbox } = chart;
    pen.save();
    pen.setLineDash([6, 5]);
    for (const c of this.curves)
      for (const bound of this.app.header.bounds?.[c.column.name] ?? []) {
        if (bound === null) continue;
        const y = chart.valToPos(bound * factor, "y", true);
        if (y < bbox.top || y > bbox.top + bbox.height) continue;
        pen.strokeStyle = c.colour;
        pen.beginPath();
        pen.moveTo(bbox.left, y);
        pen.lineTo(bbox.left + bbox.width, y);
        pen.stroke();
      }
    pen.restore();
  }

  private table(factor: number): uPlot.AlignedData {
    const tables: uPlot.AlignedData[] = [];
    for (const c of this.curves) {
      const track = c.column.run && this.app.ghostTrack ? this.app.ghostTrack : (this.app.tracks.find((t) => t.entry.name === "run") ?? this.app.track);
      const x = track.time.length === c.values.length ? track.time : track.time.subarray(0, c.values.length);
      tables.push([x, factor === 1 ? c.values : Float64Array.from(c.values, (v) => v * factor)]);
    }
    if (tables.every((t) => t[0] === tables[0][0])) return [tables[0][0], ...tables.map((t) => t[1])];
    return uPlot.join(tables.map((t) => [Array.from(t[0]), Array.from(t[1] as Float32Array)]));
  }

  /** The cursor and the readouts. */
  mark(): void {
    const { app, chart } = this;
    if (!chart) return;
    const x = chart.valToPos(app.time, "x");
    const inside = x >= -1 && x <= chart.over.clientWidth + 1 && app.running;
    this.cursor.style.display = inside ? "block" : "none";
    this.cursor.style.transform = `translateX(${x}px)`;
    const [unit, factor] = app.shownUnit(this.unit);
    for (const c of this.curves) {
      const track = c.column.run && app.ghostTrack ? app.ghostTrack : app.track;
      const [k, s] = track.locate(app.time);
      const text = app.running ? `${shown(between(c.values, k, s) * factor)} ${unit.replace("^2", "²")}` : "";
      if (c.readout.textContent !== text) c.readout.textContent = text;
    }
  }

  /** What is selected lights up here too. */
  light(): void {
    for (const entry of this.legend.children) (entry as HTMLElement).classList.toggle("chosen", (entry as HTMLElement).dataset.element === this.app.selected);
    this.node.classList.toggle("chosen", this.curves.some((c) => c.column.element === this.app.selected));
  }

  private csv(): void {
    const head = ["time [s]", ...this.curves.map((c) => `${label(c.column)}${c.column.unit ? ` [${c.column.unit}]` : ""}`)];
    const quoted = (text: string) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const rows = [head.map(quoted).join(",")];
    const [time, ...values] = this.table(1); // of two results: the times of both, and nothing where one has none
    for (let k = 0; k < time.length; k++) rows.push([time[k], ...values.map((v) => v[k] ?? "")].join(","));
    saveAs(`${this.app.header.name}-curves.csv`, rows.join("\n") + "\n", "text/csv");
  }

  destroy(): void {
    this.chart?.destroy();
    this.node.remove();
  }
}

export class Plots {
  readonly node = el("div", { class: "plots" });
  private readonly search = el("input", { type: "search", placeholder: "Add a curve…", "aria-label": "Add a curve by name", autocomplete: "off", spellcheck: "false" });
  private readonly found = el("div", { class: "found", role: "listbox", "aria-label": "Columns" });
  private readonly list = el("div", { class: "plot-list" });
  private readonly empty = el("p", { class: "empty" });
  private plots: Plot[] = [];
  private wanted: string[][] = [];
  private turn = 0;

  constructor(private readonly app: App) {
    this.node.append(el("div", { class: "finder" }, this.search, this.found), this.list, this.empty);
    this.search.addEventListener("input", () => this.suggest());
    this.search.addEventListener("focus", () => this.suggest());
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      if (event.key === "Enter") (this.found.querySelector("button") as HTMLButtonElement | null)?.click();
      if (event.key === "ArrowDown") (this.found.querySelector("button") as HTMLButtonElement | null)?.focus();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!this.node.contains(event.target as Node)) this.close();
    });
    app.on("load", () => void this.reload());
    app.on("time", () => this.plots.forEach((p) => p.mark()));
    app.on("track", () => this.plots.forEach((p) => p.mark()));
    app.on("select", () => this.plots.forEach((p) => p.light()));
  }

  private close(): void {
    this.found.classList.remove("open");
  }

  private suggest(): void {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const open = new Set(this.plots.flatMap((p) => p.names));
    const fits = this.app.columns.all.filter((c) => !open.has(label(c)) && words.every((w) => label(c).toLowerCase().includes(w)));
    const own = fits.filter((c) => c.element === this.app.selected);
    const listed = [...own, ...fits.filter((c) => c.element !== this.app.selected)].slice(0, 60);
    this.found.replaceChildren(
      ...listed.map((c) => {
        const pick = el("button", { type: "button", role: "option" }, el("span", {}, label(c)), el("small", {}, c.unit.replace("^2", "²")));
        pick.addEventListener("click", () => {
          void this.add(label(c));
          this.search.value = "";
          this.close();
        });
        return pick;
      }),
    );
    if (!listed.length) this.found.replaceChildren(el("p", { class: "empty" }, this.app.columns.all.length ? "no such column" : "a model has no curves before it has run"));
    this.found.classList.add("open");
  }

  /** A curve joins the last plot of its unit, or gets a plot of its own. */
  async add(name: string): Promise<Plot | null> {
    const column = this.app.columns.all.find((c) => label(c) === name);
    if (!column) return null;
    let plot = this.plots.find((p) => p.unit === column.unit && p.curves.length < 6);
    if (!plot) {
      plot = new Plot(this.app, (p) => this.drop(p));
      this.plots.push(plot);
      this.list.append(plot.node);
    }
    await plot.add([column]);
    this.tidy();
    return plot;
  }

  /** A plot of its own for some curves. */
  private async open(names: string[]): Promise<void> {
    const columns = names.map((name) => this.app.columns.all.find((c) => label(c) === name)).filter((c): c is Column => c !== undefined);
    if (!columns.length) return;
    const plot = new Plot(this.app, (p) => this.drop(p));
    this.plots.push(plot);
    this.list.append(plot.node);
    await plot.add(columns);
  }

  private drop(plot: Plot): void {
    plot.destroy();
    this.plots = this.plots.filter((p) => p !== plot);
    this.tidy();
  }

  private tidy(): void {
    this.wanted = this.plots.map((p) => p.names);
    const none = !this.plots.length;
    const still = this.app.header.kind === "result" && this.app.track.time.length < 2;
    const why = still ? "One instant has no curves: select a part to see its values." : this.app.columns.all.length ? "No curves yet: search above, or press + beside a value." : "Curves appear here when there is a run.";
    this.empty.textContent = none ? why : "";
    this.empty.hidden = !none;
  }

  private async reload(): Promise<void> {
    const wanted = this.wanted.length && this.wanted.flat().some((n) => this.app.columns.all.some((c) => label(c) === n)) ? this.wanted : this.app.header.shown;
    const twice = this.app.ghostTrack !== null;
    const turn = ++this.turn;
    for (const plot of this.plots) plot.destroy();
    this.plots = [];
    await Promise.all(wanted.map((names) => this.open([...new Set(names.flatMap((name) => (twice && !name.endsWith(" (2)") ? [name, `${name} (2)`] : [name])))])));
    if (turn === this.turn) this.tidy(); // else a newer document came meanwhile
  }

  redraw(): void {
    this.plots.forEach((p) => p.draw());
  }
}

function short(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 1e-3)) return value.toExponential(0).replace("e+", "e");
  return `${Number(value.toPrecision(4))}`.replace("-", "−");
}
