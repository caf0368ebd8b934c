// The elements by section, with search; a click selects, the eye hides, a double click shows one alone.
import type { App } from "./app";
import { el, icon } from "./dom";
import type { ElementEntry } from "./types";

const TITLES: Record<string, string> = {
  bodies: "Bodies", beams: "Beams", points: "Points", joints: "Joints", drivers: "Drivers", springs: "Springs", dampers: "Dampers", cables: "Cables",
  actuators: "Actuators", limits: "Limits", events: "Events", forces: "Forces", torques: "Torques", bushings: "Bushings", frictions: "Frictions", nodes: "Nodes", bars: "Bars", controllers: "Controllers", contacts: "Contacts", shapes: "Shapes",
};
const OPEN = 200; // elements up to which all sections are open at first

export class Tree {
  readonly node = el("nav", { class: "tree", "aria-label": "Elements" });
  private readonly search = el("input", { type: "search", placeholder: "Search elements…", "aria-label": "Search elements", autocomplete: "off", spellcheck: "false" });
  private readonly list = el("div", { class: "tree-list" });
  private readonly rows = new Map<string, HTMLElement>();
  private readonly closed = new Set<string>();
  private made = false;

  constructor(private readonly app: App) {
    this.node.append(this.search, this.list);
    this.search.addEventListener("input", () => this.draw());
    this.list.addEventListener("keydown", (event) => this.walk(event));
    app.on("load", () => {
      if (!this.made && app.elements.size > OPEN) for (const e of app.elements.values()) this.closed.add(e.section);
      this.made = true;
      this.draw();
    });
    app.on("select", () => this.light(true));
    app.on("look", () => this.light(false));
  }

  focus(): void {
    this.search.focus();
  }

  private draw(): void {
    const words = this.search.value.trim().toLowerCase();
    const bySection = new Map<string, ElementEntry[]>();
    for (const e of this.app.elements.values()) {
      if (words && !`${e.name} ${e.type} ${e.kind}`.toLowerCase().includes(words)) continue;
      const held = bySection.get(e.section);
      if (held) held.push(e);
      else bySection.set(e.section, [e]);
    }
    this.rows.clear();
    this.list.replaceChildren(...[...bySection].map(([section, held]) => this.section(section, held, words !== "")));
    if (!bySection.size) this.list.append(el("p", { class: "empty" }, words ? "nothing found" : "an empty model"));
    this.light(false);
  }

  private section(section: string, held: ElementEntry[], searching: boolean): HTMLElement {
    const open = searching || !this.closed.has(section);
    const body = el("div", { class: "rows", role: "group" });
    const head = el("button", { type: "button", class: "section", "aria-expanded": String(open) }, icon("chevron"), el("span", {}, TITLES[section] ?? section), el("small", {}, String(held.length)));
    if (open) body.append(...held.map((e) => this.row(e)));
    head.addEventListener("click", () => {
      if (this.closed.has(section)) this.closed.delete(section);
      else this.closed.add(section);
      this.draw();
    });
    return el("div", { class: "group" }, head, body);
  }

  private row(e: ElementEntry): HTMLElement {
    const dot = el("i", { class: "dot" });
    if (e.colour) dot.style.background = e.colour;
    else dot.classList.add("hollow");
    const redundant = this.app.header.redundant.includes(`${e.kind} ${e.name}`);
    const name = el(
      "button",
      { type: "button", class: "pick", "data-id": e.id, title: redundant ? "one of its equations follows from others" : e.type || e.kind },
      dot,
      el("span", { class: "label" }, e.name),
      el("small", {}, redundant ? "redundant" : e.type),
    );
    if (redundant) name.classList.add("redundant");
    name.addEventListener("click", () => this.app.select(this.app.selected === e.id ? null : e.id));
    name.addEventListener("dblclick", () => this.app.isolate(e.id));
    name.addEventListener("pointerenter", () => this.app.hover(e.id));
    name.addEventListener("pointerleave", () => this.app.hover(null));
    const eye = el("button", { type: "button", class: "eye", "aria-label": `Hide or show ${e.name}`, "aria-pressed": "false" }, icon("eye"));
    eye.addEventListener("click", () => this.app.hide([e.id], !this.app.mechanism?.hidden.has(e.id)));
    const row = el("div", { class: "row" }, name, eye);
    this.rows.set(e.id, row);
    return row;
  }

  private light(scroll: boolean): void {
    const { selected } = this.app;
    const section = selected?.split("/")[0];
    if (selected && !this.rows.has(selected) && section && this.closed.delete(section)) return this.draw();
    for (const [id, row] of this.rows) {
      const hidden = this.app.mechanism?.hidden.has(id) ?? false;
      row.classList.toggle("chosen", id === selected);
      row.classList.toggle("off", hidden);
      const [pick, eye] = row.children;
      pick.setAttribute("aria-pressed", String(id === selected));
      eye.setAttribute("aria-pressed", String(hidden));
      eye.replaceChildren(icon(hidden ? "hidden" : "eye"));
      if (scroll && id === selected) row.scrollIntoView({ block: "nearest" });
    }
    return undefined;
  }

  private walk(event: KeyboardEvent): void {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const all = [...this.list.querySelectorAll<HTMLElement>("button.section, button.pick")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = all[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (at >= 0 && next) {
      next.focus();
      event.preventDefault();
      event.stopPropagation();
    }
  }
}
