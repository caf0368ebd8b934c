// The page: its parts, its keys, and `window.vazba` for programs.
import { App, type Server } from "./app";
import { fromBase64 } from "./codec";
import { Details } from "./details";
import { button, el } from "./dom";
import { Live } from "./live";
import { Plots } from "./plots";
import { Parameters, Postures, Scale, Sheet } from "./side";
import { Stage } from "./stage";
import "./style.css";
import { Timeline } from "./timeline";
import { Top } from "./top";
import { Tree } from "./tree";
import type { Header } from "./types";

const live = document.body.dataset.live === "1";
const embedded = document.body.dataset.embedded === "1";

function stored(key: string): string | null {
  try {
    return localStorage.getItem(`vazba-${key}`);
  } catch {
    return null; // a page from disk may have no store
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(`vazba-${key}`, value);
  } catch {
    /* nothing is remembered then */
  }
}

async function start(): Promise<void> {
  const asked = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = stored("theme") ?? asked;
  const picture = el("main", { class: "stage" });
  const tip = el("div", { class: "tip", hidden: true });
  const stage = new Stage(picture);
  const nothing: Server = { column: async () => new Float32Array() };
  const server = live ? new Live() : nothing;
  const app = new App(stage, server);
  const sheet = new Sheet(app);
  const plots = new Plots(app);
  const retheme = (theme: string) => {
    document.documentElement.dataset.theme = theme;
    store("theme", theme);
    stage.tint();
    plots.redraw();
    top.drawTheme();
    app.refresh();
  };
  const top = new Top(app, sheet, retheme, embedded);
  const tree = new Tree(app);
  const details = new Details(app, (name) => void plots.add(name));
  const timeline = new Timeline(app);
  const postures = new Postures(app);
  const parameters = new Parameters(app);
  const left = el("aside", { class: "left", "aria-label": "Elements and parameters" }, tree.node, parameters.node);
  app.on("load", () => {
    const modes = app.header.kind === "modes" && !embedded; // their list takes the place of curves
    plots.node.hidden = modes;
    if (modes) right.prepend(postures.node);
    else picture.append(postures.node);
    for (const word of document.querySelectorAll(".tab[data-name=plots] span")) word.textContent = modes ? "Modes" : "Curves";
  });
  const right = el("aside", { class: "right", "aria-label": "Curves and details" }, plots.node, details.node);
  picture.append(postures.node, new Scale(app).node, sheet.node, tip);
  const shell = el("div", { class: embedded ? "app embedded" : "app" }, top.node, left, picture, right, timeline.node, tabs());
  document.body.append(shell);
  if (!embedded) panels(shell, top.node);
  stage.resize();
  pointer(app, tip);
  keys(app, tree, top, sheet);
  document.addEventListener("vazba-units", () => plots.redraw());
  app.on("faults", () => (app.faults.length ? sheet.open("faults") : sheet.close("faults")));
  Object.defineProperty(window, "vazba", {
    value: {
      get time() {
        return app.time;
      },
      seek: (t: number) => {
        app.play(false);
        app.seek(t);
      },
      bodies: () => app.bodies(),
      get selected() {
        return app.selected ? app.selected.slice(app.selected.indexOf("/") + 1) : null;
      },
      set selected(name: string | null) {
        app.select(name === null ? null : (app.elements.has(name) ? name : ([...app.elements.values()].find((e) => e.name === name)?.id ?? null)));
      },
      play: (on = true) => app.play(on),
      get frames() {
        return stage.renderer.info.render.frame;
      },
      get version() {
        return server instanceof Live ? server.version : 0;
      },
      readyAfter: 0, // ms from the beginning of the load until it can be used
      app,
    },
  });
  if (server instanceof Live) await server.start(app);
  else {
    const header = JSON.parse(document.getElementById("vazba-header")?.textContent ?? "null") as Header | null;
    if (!header) throw new Error("this page holds no mechanism");
    const numbers = document.getElementById("vazba-numbers");
    const blob = fromBase64(numbers?.textContent ?? "");
    numbers?.remove();
    await app.load(header, blob);
    app.faults = header.trouble;
    app.tell("faults");
    if (header.status === "failed" && !embedded) sheet.open("summary"); // what stopped it, in words
  }
  (window as unknown as { vazba: { readyAfter: number } }).vazba.readyAfter = performance.now();
  document.body.dataset.ready = "1";
  if (embedded && app.track.end > app.track.start && !window.matchMedia("(prefers-reduced-motion: reduce)").matches) app.play(true);
}

/** Buttons at the ends of the bar that fold the panels away and bring them back. */
function panels(shell: HTMLElement, bar: HTMLElement): void {
  const fold = (side: string, symbol: string, word: string): HTMLElement => {
    const set = (off: boolean) => {
      shell.classList.toggle(`no-${side}`, off);
      made.setAttribute("aria-pressed", String(!off));
    };
    const made = button(symbol, word, () => {
      set(!shell.classList.contains(`no-${side}`));
      store(side, shell.classList.contains(`no-${side}`) ? "off" : "on");
    }, { class: "tool fold" });
    set(stored(side) === "off");
    return made;
  };
  bar.prepend(fold("left", "tree", "List of elements"));
  bar.append(fold("right", "chart", "Curves and values"));
}

/** On a phone: which drawer is open below the picture. */
function tabs(): HTMLElement {
  const row = el("div", { class: "tabs", role: "tablist" });
  const set = (name: string) => {
    document.body.dataset.drawer = document.body.dataset.drawer === name ? "" : name;
    for (const b of row.children) b.setAttribute("aria-selected", String((b as HTMLElement).dataset.name === document.body.dataset.drawer));
  };
  for (const [name, symbol, word] of [["left", "tree", "Elements"], ["plots", "chart", "Curves"], ["details", "info", "Selected"]] as const) {
    const b = button(symbol, word, () => set(name), { role: "tab", "data-name": name, "aria-selected": "false", class: "tab" });
    b.append(el("span", {}, word));
    row.append(b);
  }
  document.body.dataset.drawer = "plots";
  row.children[1].setAttribute("aria-selected", "true");
  return row;
}

function pointer(app: App, tip: HTMLElement): void {
  const canvas = app.stage.renderer.domElement;
  let down: [number, number] | null = null;
  let waiting = false;
  canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
  canvas.addEventListener("pointerup", (event) => {
    if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 5) app.select(app.mechanism?.pick(app.stage.ray(event)) ?? null);
    down = null;
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons || waiting || app.playing || event.pointerType === "touch") return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      const id = app.mechanism?.pick(app.stage.ray(event)) ?? null;
      app.hover(id);
      const found = id ? app.elements.get(id) : undefined;
      tip.hidden = !found;
      canvas.style.cursor = found ? "pointer" : "";
      if (!found) return;
      const value = el("div", {});
      tip.replaceChildren(el("strong", {}, found.name), el("span", {}, ` ${found.type || found.kind}`), value);
      void app.telling(found.id).then((text) => app.hovered === found.id && (value.textContent = text));
      const rect = app.stage.host.getBoundingClientRect();
      tip.style.transform = `translate(${event.clientX - rect.left + 14}px, ${event.clientY - rect.top + 16}px)`;
    });
  });
  canvas.addEventListener("pointerleave", () => {
    tip.hidden = true;
    app.hover(null);
  });
}

function keys(app: App, tree: Tree, top: Top, sheet: Sheet): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && (target as HTMLInputElement).type !== "range" && (target as HTMLInputElement).type !== "checkbox";
    if (!app.mechanism || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const slider = target.tagName === "INPUT";
    const run: Record<string, () => void> = {
      " ": () => app.play(!app.playing),
      ArrowRight: () => app.nudge(1),
      ArrowLeft: () => app.nudge(-1),
      Home: () => app.seek(app.track.start),
      End: () => app.seek(app.track.end),
      PageDown: () => app.event(1),
      PageUp: () => app.event(-1),
      f: () => app.stage.look(null),
      n: () => top.names(!app.names.on),
      "1": () => app.stage.look("front"),
      "2": () => app.stage.look("right"),
      "3": () => app.stage.look("top"),
      "0": () => app.stage.look("iso"),
      "/": () => tree.focus(),
      Escape: () => (sheet.shown ? sheet.close() : app.select(null)),
    };
    const action = run[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || (event.key === " " && target.tagName === "BUTTON") || (slider && event.key.startsWith("Arrow") && !target.closest(".timeline"))) return;
    event.preventDefault();
    action();
  });
}

start().catch((error: unknown) => {
  document.body.append(el("p", { class: "failed" }, `This page could not be shown: ${error instanceof Error ? error.message : String(error)}`));
  throw error;
});
