// The bar at the top: what is shown, and the menus.
import type { App } from "./app";
import { button, el, icon, saveAs } from "./dom";
import { ARROWS } from "./overlay";
import type { Sheet } from "./side";
import type { View } from "./stage";

const VIEWS: [View, string][] = [["front", "Front"], ["right", "Right"], ["top", "Top"], ["left", "Left"], ["back", "Back"], ["iso", "Slanted"]];

export class Top {
  readonly node = el("header", { class: "top" });
  private readonly name = el("h1", {});
  private readonly said = el("p", { class: "said" });
  private readonly faults = el("button", { type: "button", class: "chip fault-chip" });
  private readonly summary: HTMLButtonElement;
  private readonly theme: HTMLButtonElement;

  constructor(
    private readonly app: App,
    private readonly sheet: Sheet,
    private readonly retheme: (theme: string) => void,
    embedded: boolean,
  ) {
    this.summary = el("button", { type: "button", class: "chip", onclick: () => sheet.toggle("summary") }, "Summary");
    this.faults.addEventListener("click", () => sheet.toggle("faults"));
    this.theme = button("moon", "Dark or light", () => this.retheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
    const look = menu("layers", "Show", () => this.shows());
    const view = menu("camera", "View", () => this.views());
    const save = menu("save", "Save", () => this.saves());
    const fit = button("fit", "All in sight (F)", () => app.stage.look(null));
    this.node.append(el("div", { class: "titles" }, this.name, this.said), el("div", { class: "chips" }, this.summary, this.faults), el("span", { class: "grow" }), look, view, fit, save, this.theme);
    if (embedded) this.node.classList.add("small");
    app.on("load", () => this.draw());
    app.on("faults", () => this.draw());
  }

  private draw(): void {
    const { header, faults, connected } = this.app;
    if (!header) return this.nothing(); // the file was wrong from the start
    this.name.textContent = header.name;
    const parts = [header.kind === "model" ? "model" : header.analysis, header.status, connected ? "" : "server gone"];
    this.said.textContent = parts.filter(Boolean).join(" · ");
    this.said.classList.toggle("bad", header.status === "failed" || !connected);
    if (header.message) this.said.title = header.message;
    document.title = `${header.name} · vazba`;
    const n = faults.length;
    this.faults.textContent = n === 1 ? "1 fault" : `${n} faults`;
    this.faults.classList.toggle("bad", n > 0);
    this.faults.hidden = n === 0 && header.kind !== "model";
    const count = header.warnings.length;
    this.summary.replaceChildren("Summary", count ? el("span", { class: "summary-count" }, `· ${count} ${count === 1 ? "warning" : "warnings"}`) : "");
    this.theme.replaceChildren(icon(document.documentElement.dataset.theme === "dark" ? "sun" : "moon"));
  }

  private nothing(): void {
    const n = this.app.faults.length;
    this.name.textContent = "vazba";
    this.said.textContent = this.app.connected ? "nothing to show yet" : "server gone";
    this.faults.textContent = n === 1 ? "1 fault" : `${n} faults`;
    this.faults.classList.add("bad");
  }

  drawTheme(): void {
    this.theme.replaceChildren(icon(document.documentElement.dataset.theme === "dark" ? "sun" : "moon"));
  }

  private shows(): HTMLElement[] {
    const { app } = this;
    const out: HTMLElement[] = [check("Names", app.names.on, (on) => this.names(on))];
    for (const [section, word] of [["points", "Names of points"]] as const)
      out.push(
        check(word, app.nameSections.has(section), (on) => {
          if (on) app.nameSections.add(section);
          else app.nameSections.delete(section);
          app.refresh();
        }),
      );
    for (const kind of ARROWS) if (app.arrows.kinds().includes(kind)) out.push(check(WORDS[kind], app.arrows.on.has(kind), (on) => void app.arrow(kind, on)));
    if (app.ghost) {
      out.push(
        check("Second result", app.ghostShown, (on) => {
          app.ghostShown = on;
          app.refresh();
        }),
      );
    }
    out.push(check("Floor", app.stage.floored, (on) => app.stage.showFloor(on)));
    out.push(
      check("Angles in degrees", app.degrees, (on) => {
        app.degrees = on;
        app.tell("select");
        app.tell("look");
        document.dispatchEvent(new CustomEvent("vazba-units"));
      }),
    );
    return out;
  }

  names(on: boolean): void {
    this.app.names.on = on;
    this.app.refresh();
  }

  private views(): HTMLElement[] {
    const { stage } = this.app;
    const out = VIEWS.map(([view, word]) => item(word, () => stage.look(view)));
    out.push(check("Parallel", stage.camera === stage.parallel, (on) => stage.setParallel(on)));
    return out;
  }

  private saves(): HTMLElement[] {
    const { app } = this;
    const out = [
      item("Picture (PNG)", () => void app.stage.png().then((blob) => blob && saveAs(`${app.header.name}.png`, blob, "image/png"))),
    ];
    if (app.header.text) out.push(item("Model (TOML)", () => saveAs(`${app.header.name}.toml`, app.header.text, "application/toml")));
    return out;
  }

  get sheetKind(): string {
    return this.sheet.shown;
  }
}

const WORDS = { reactions: "Reactions", contacts: "Contact forces", forces: "Applied forces", velocities: "Velocities", accelerations: "Accelerations" };

function item(text: string, run: () => void): HTMLElement {
  return el("button", { type: "button", class: "item", role: "menuitem", onclick: run }, text);
}

function check(text: string, on: boolean, run: (on: boolean) => void): HTMLElement {
  const box = el("input", { type: "checkbox", checked: on });
  box.addEventListener("change", () => run(box.checked));
  return el("label", { class: "item" }, box, text);
}

function menu(symbol: string, word: string, build: () => HTMLElement[]): HTMLElement {
  const list = el("div", { class: "menu-list", role: "menu", hidden: true });
  const head = el("button", { type: "button", class: "tool wide", "aria-haspopup": "menu", "aria-expanded": "false", "aria-label": word, title: word }, icon(symbol), el("span", {}, word));
  const host = el("div", { class: "menu" }, head, list);
  const set = (open: boolean) => {
    if (open) list.replaceChildren(...build());
    list.hidden = !open;
    head.setAttribute("aria-expanded", String(open));
  };
  head.addEventListener("click", () => set(list.hidden));
  document.addEventListener("pointerdown", (event) => !host.contains(event.target as Node) && set(false));
  host.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      set(false);
      head.focus();
    }
  });
  list.addEventListener("click", (event) => (event.target as HTMLElement).tagName === "BUTTON" && set(false));
  return host;
}
