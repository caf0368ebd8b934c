// Section forces along a beam at this time: one line over its length, with the extremes of the whole run as a band.
import type { App } from "./app";
import { between, type Column } from "./columns";
import { el, shown } from "./dom";

const WORDS: Record<string, string> = { N: "axial force", Q: "shear force", Qy: "shear force y", Qz: "shear force z", M: "bending moment", T: "torque", My: "bending moment y", Mz: "bending moment z" };

interface Station {
  at: number;
  column: Column;
  values: Float32Array;
}

export class Along {
  readonly node = el("div", { class: "along" });
  private readonly canvas = el("canvas", { role: "img" });
  private readonly said = el("p", { class: "along-said" });
  private readonly chips = el("div", { class: "actions" });
  private stations: Station[] = [];
  private quantity = "";
  private low = 0;
  private high = 0;

  constructor(private readonly app: App) {}

  /** Whether there is something to show for these columns. */
  async fill(columns: Column[]): Promise<void> {
    const kinds = [...new Set(columns.map((c) => c.quantity))].filter((q) => q in WORDS);
    this.node.hidden = !kinds.length;
    if (!kinds.length) return;
    if (!kinds.includes(this.quantity)) this.quantity = kinds.find((q) => q.startsWith("M")) ?? kinds[0];
    this.chips.replaceChildren(
      ...kinds.map((q) =>
        el("button", { type: "button", class: "chip", "aria-pressed": String(q === this.quantity), title: WORDS[q], onclick: () => ((this.quantity = q), void this.fill(columns)) }, q),
      ),
    );
    this.node.replaceChildren(el("h3", {}, "Section forces along it"), this.chips, this.canvas, this.said);
    const own = columns.filter((c) => c.quantity === this.quantity && c.run === 0);
    const read = await Promise.all(own.map(async (column) => ({ at: stationOf(column), column, values: await this.app.columns.values(column) })));
    this.stations = read.sort((a, b) => a.at - b.at);
    this.low = 0;
    this.high = 0;
    for (const { values } of this.stations)
      for (const v of values)
        if (Number.isFinite(v)) {
          if (v < this.low) this.low = v;
          if (v > this.high) this.high = v;
        }
    this.draw();
  }

  draw(): void {
    const { stations, canvas, app } = this;
    if (!stations.length || !this.node.offsetParent) return;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const [w, h] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = w * ratio;
    canvas.height = h * ratio;
    const pen = canvas.getContext("2d");
    if (!pen) return;
    pen.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const [k, s] = app.track.locate(app.time);
    const span = this.high - this.low || 1;
    const long = stations[stations.length - 1].at - stations[0].at || 1;
    const x = (at: number) => 4 + ((at - stations[0].at) / long) * (w - 8);
    const y = (v: number) => 6 + ((this.high - v) / span) * (h - 12);
    pen.strokeStyle = style.getPropertyValue("--line").trim();
    pen.beginPath();
    pen.moveTo(4, y(0));
    pen.lineTo(w - 4, y(0));
    pen.stroke();
    const now = stations.map((p) => between(p.values, k, s));
    pen.strokeStyle = style.getPropertyValue("--accent").trim();
    pen.fillStyle = style.getPropertyValue("--accent-soft").trim();
    pen.lineWidth = 1.6;
    pen.beginPath();
    pen.moveTo(x(stations[0].at), y(0));
    stations.forEach((p, i) => pen.lineTo(x(p.at), y(now[i])));
    pen.lineTo(x(stations[stations.length - 1].at), y(0));
    pen.fill();
    pen.beginPath();
    stations.forEach((p, i) => (i ? pen.lineTo(x(p.at), y(now[i])) : pen.moveTo(x(p.at), y(now[i]))));
    pen.stroke();
    const top = now.reduce((best, v, i) => (Math.abs(v) > Math.abs(now[best]) ? i : best), 0);
    const text = `${WORDS[this.quantity]} ${shown(now[top])} ${stations[top].column.unit} at ${shown(stations[top].at)} m`;
    if (this.said.textContent !== text) this.said.textContent = text;
    canvas.setAttribute("aria-label", text);
  }
}

/** `arm@0.25.M`: 0.25. */
export function stationOf(column: Pick<Column, "name" | "quantity">): number {
  const name = column.name.slice(0, column.name.length - column.quantity.length - 1);
  return Number(name.slice(name.lastIndexOf("@") + 1));
}
