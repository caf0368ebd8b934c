// What is known about the selected element: as it was written, and its values at this time.
import { Along } from "./along";
import type { App } from "./app";
import { between, label, type Column } from "./columns";
import { button, el, shown } from "./dom";

export class Details {
  readonly node = el("section", { class: "details", "aria-label": "Selected element" });
  private readonly along: Along;
  private live: { column: Column; cell: HTMLElement }[] = [];

  constructor(
    private readonly app: App,
    private readonly plot: (name: string) => void,
  ) {
    this.along = new Along(app);
    app.on("select", () => this.draw());
    app.on("look", () => this.draw());
    app.on("time", () => this.values());
    app.on("track", () => this.values());
  }

  draw(): void {
    const { app } = this;
    const element = app.selected ? app.elements.get(app.selected) : undefined;
    this.live = [];
    this.node.classList.toggle("none", !element);
    if (!element) {
      this.node.replaceChildren(el("p", { class: "empty" }, "Click a part in the picture or the list to see what is known about it."));
      return;
    }
    const hidden = app.mechanism?.hidden.has(element.id) ?? false;
    const tools = el("div", { class: "actions" });
    const action = (text: string, on: boolean, run: () => void) => tools.append(el("button", { type: "button", class: "chip", "aria-pressed": String(on), onclick: run }, text));
    action(hidden ? "Show" : "Hide", hidden, () => app.hide([element.id], !hidden));
    action("Isolate", false, () => app.isolate(element.id));
    if (app.mechanism?.hidden.size) action("Show all", false, () => app.isolate(null));
    if (["bodies", "points", "joints"].includes(element.section) && app.track.time.length > 1) action("Trace", app.traces.has(element.id), () => app.trace(element.id));
    const head = el(
      "header",
      {},
      el("h2", {}, element.name),
      el("p", {}, [element.type, element.kind].filter(Boolean).join(" "), element.line ? el("span", { class: "line" }, ` · line ${element.line}`) : null),
      button("close", "Select nothing", () => app.select(null)),
    );
    const all = app.columns.of(element.id).filter((c) => c.run === 0);
    const columns = all.filter((c) => !c.name.includes("@"));
    const stations = element.section === "beams" ? all.filter((c) => c.name.includes("@")) : [];
    const table = el("table", { class: "values" });
    for (const column of columns) {
      const cell = el("td", { class: "number" });
      const [unit] = app.shownUnit(column.unit);
      const add = button("plus", `Plot ${label(column)}`, () => this.plot(label(column)));
      table.append(el("tr", {}, el("th", { scope: "row" }, column.name.slice(column.name.indexOf(".") + 1)), cell, el("td", { class: "unit" }, unit.replace("^2", "²")), el("td", {}, add)));
      this.live.push({ column, cell });
    }
    const notes = el("dl", {});
    for (const column of columns) {
      const ends = app.header.bounds?.[column.name];
      if (ends) notes.append(el("dt", {}, `bounds of ${column.quantity}`), el("dd", {}, `${ends[0] ?? "none"} to ${ends[1] ?? "none"} ${column.unit}`));
    }
    for (const [key, value] of element.note) notes.append(el("dt", {}, key), el("dd", {}, value));
    this.node.replaceChildren(head, tools, ...(stations.length ? [this.along.node] : []), ...(columns.length ? [table] : []), ...(notes.childElementCount ? [el("h3", {}, "As written"), notes] : []));
    if (stations.length) void this.along.fill(stations);
    this.values();
  }

  private values(): void {
    if (this.app.selected?.startsWith("beams/")) this.along.draw();
    if (!this.live.length || !this.node.offsetParent) return;
    const [k, s] = this.app.track.locate(this.app.time);
    for (const { column, cell } of this.live) {
      const numbers = this.app.columns.now(column);
      if (!numbers) {
        void this.app.columns.values(column).then(() => this.values());
        continue;
      }
      const [, factor] = this.app.shownUnit(column.unit);
      const text = this.app.running ? shown(between(numbers, k, s) * factor, 6) : "–";
      if (cell.textContent !== text) cell.textContent = text;
    }
  }
}
