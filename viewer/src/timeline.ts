// Time: play, step, speed, loop, the slider with its events.
import type { App } from "./app";
import { button, el, icon } from "./dom";

const RATES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

export class Timeline {
  readonly node = el("footer", { class: "timeline", "aria-label": "Time" });
  private readonly slider = el("input", { type: "range", min: "0", max: "1", step: "any", value: "0", "aria-label": "Time", class: "slider" });
  private readonly clock = el("output", { class: "clock", "aria-live": "off" });
  private readonly play = button("play", "Play (space)", () => this.app.play(!this.app.playing), { class: "tool primary" });
  private readonly loop = button("loop", "Repeat", () => this.toggle(), { "aria-pressed": "true" });
  private readonly rate = el("select", { class: "rate", "aria-label": "Speed" });
  private readonly marks = el("div", { class: "events" });
  private paced = "";
  private readonly said = el("div", { class: "event-text", "aria-live": "polite" });

  constructor(private readonly app: App) {
    for (const r of RATES) this.rate.append(el("option", { value: r, selected: r === 1 }, `${r}×`));
    const first = button("first", "To the start (Home)", () => app.seek(app.track.start));
    const back = button("back", "One instant back (←)", () => app.nudge(-1));
    const next = button("next", "One instant on (→)", () => app.nudge(1));
    const last = button("last", "To the end (End)", () => app.seek(app.track.end));
    const rail = el("div", { class: "rail" }, this.slider, this.marks, this.said);
    this.node.append(el("div", { class: "transport" }, first, back, this.play, next, last), this.rate, this.loop, rail, this.clock);
    this.slider.addEventListener("input", () => {
      app.play(false);
      app.seek(Number(this.slider.value));
    });
    this.rate.addEventListener("change", () => (app.rate = Number(this.rate.value)));
    app.on("time", () => this.time());
    app.on("play", () => this.state());
    app.on("track", () => this.reset());
  }

  private toggle(): void {
    this.app.loop = !this.app.loop;
    this.loop.setAttribute("aria-pressed", String(this.app.loop));
  }

  private state(): void {
    this.play.replaceChildren(icon(this.app.playing ? "pause" : "play"));
    this.play.setAttribute("aria-label", this.app.playing ? "Pause (space)" : "Play (space)");
  }

  /** A short run is shown slowly: it lasts about three seconds. */
  private pace(): void {
    const { app } = this;
    const lasts = app.track.end - app.track.start;
    if (this.paced === app.track.entry.name || lasts <= 0) return;
    this.paced = app.track.entry.name;
    app.rate = lasts >= 1 ? 1 : (RATES.filter((r) => r <= lasts / 2.5).pop() ?? RATES[0]);
    this.rate.value = String(app.rate);
  }

  private reset(): void {
    const { track, header } = this.app;
    this.pace();
    const still = track.end <= track.start;
    this.node.classList.toggle("still", still);
    this.slider.min = String(track.start);
    this.slider.max = String(track.end);
    this.slider.disabled = still;
    for (const b of this.node.querySelectorAll<HTMLButtonElement>(".transport button")) b.disabled = still;
    const span = track.end - track.start || 1;
    const events = this.app.running ? header.events : [];
    const most = events.length > 400 ? events.filter((_, k) => k % Math.ceil(events.length / 400) === 0) : events;
    this.marks.replaceChildren(
      ...most.map(([t, element, what]) => {
        const text = `${t.toPrecision(5)} s: ${element} ${what}`;
        const mark = el("button", { type: "button", class: "event", title: text, "aria-label": `Event at ${text}` });
        mark.style.left = `${(100 * (t - track.start)) / span}%`;
        mark.addEventListener("click", () => this.app.seek(t));
        return mark;
      }),
    );
    this.time();
    this.state();
  }

  private time(): void {
    const { app } = this;
    this.slider.value = String(app.time);
    const share = (app.time - app.track.start) / (app.track.end - app.track.start || 1);
    this.slider.style.setProperty("--share", `${100 * share}%`);
    const step = app.track.time.length > 1 ? (app.track.end - app.track.start) / (app.track.time.length - 1) : 1;
    const digits = Math.min(Math.max(Math.ceil(-Math.log10(step)) + 1, 2), 6);
    const text = app.track.end > app.track.start ? `${app.time.toFixed(digits)} s` : "–";
    this.clock.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
    const near = app.running ? app.header.events.find(([t]) => Math.abs(t - app.time) < 0.004 * (app.track.end - app.track.start)) : undefined;
    const said = near ? `${near[1]}: ${near[2]}` : "";
    if (this.said.textContent !== said) this.said.textContent = said;
  }
}
