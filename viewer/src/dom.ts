// Elements of the page. Text goes in as text, never as markup.

type Child = Node | string | null | undefined | false;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on") && typeof value === "function") node.addEventListener(key.slice(2), value as EventListener);
    else if (key === "class") node.className = String(value);
    else if (value === true) node.setAttribute(key, "");
    else node.setAttribute(key, String(value));
  }
  node.append(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
  return node;
}

const ICONS: Record<string, string> = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.500z",
  first: "M6 6h2v12H6zM19 6v12l-9-6z",
  back: "M17 6v12l-9-6z",
  next: "M7 6v12l9-6z",
  last: "M16 6h2v12h-2zM5 6v12l9-6z",
  loop: "M7 7h9V4l4.5 4.500L16 13v-3H9v3H6V8zM17 17H8v3l-4.5-4.500L8 11v3h7v-3h3v5z",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM11 2h2v3h-2zM11 19h2v3h-2zM2 11h3v2H2zM19 11h3v2h-3zM4.2 5.600l1.4-1.4 2.1 2.1-1.4 1.400zM16.3 17.700l1.4-1.4 2.1 2.1-1.4 1.400zM4.2 18.400l2.1-2.1 1.4 1.4-2.1 2.100zM16.3 6.300l2.1-2.1 1.4 1.4-2.1 2.100z",
  moon: "M20 14.500A8.5 8.5 0 019.5 4 8.5 8.5 0 1020 14.500z",
  eye: "M12 5C7 5 3.2 8.4 1.5 12 3.2 15.6 7 19 12 19s8.8-3.4 10.5-7C20.8 8.4 17 5 12 5zm0 11a4 4 0 110-8 4 4 0 010 8zm0-2a2 2 0 100-4 2 2 0 000 4z",
  hidden: "M3.3 2.300L2 3.600l3.9 3.900C3.9 8.7 2.4 10.3 1.5 12c1.7 3.6 5.5 7 10.5 7 1.7 0 3.3-.4 4.7-1.100l3.7 3.7 1.3-1.300zM12 16a4 4 0 01-3.9-5l4.9 4.900c-.3.1-.6.1-1 .1zM12 5c-1.2 0-2.4.2-3.5.6l2.6 2.500A4 4 0 0115.9 12.900l3.3 3.200c1.4-1.2 2.5-2.6 3.3-4.100C20.8 8.4 17 5 12 5z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  close: "M6.4 5L5 6.400l5.6 5.600L5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.600L19 6.4 17.6 5 12 10.600z",
  save: "M11 4h2v9l3.5-3.5 1.4 1.400L12 16.800l-5.9-5.9 1.4-1.400L11 13zM5 18h14v2H5z",
  camera: "M9 5l-1.5 2H4v12h16V7h-3.500L15 5zm3 4a4 4 0 110 8 4 4 0 010-8zm0 2a2 2 0 100 4 2 2 0 000-4z",
  layers: "M12 3l9 5-9 5-9-5zM4.8 11.500L12 15.500l7.2-4L21 12.500l-9 5-9-5z",
  fit: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  chevron: "M9 6l6 6-6 6-1.4-1.400L12.2 12 7.6 7.400z",
  tree: "M4 4h7v5H8.500v2H18v3h2v6h-7v-6h3v-1H8.500v4H10v3H4v-6h2.500V9H4z",
  chart: "M4 4h2v14h14v2H4zM8 14l3.5-5 3 3L19 6l1.5 1.2-6 8-3-3L9.5 15z",
  info: "M12 3a9 9 0 100 18 9 9 0 000-18zm-1 4h2v2h-2zm0 4h2v6h-2z",
  sliders: "M5 4h2v8h2v2H7v6H5v-6H3v-2h2zM11 4h2v4h2v2h-2v10h-2V10H9V8h2zM17 4h2v10h2v2h-2v4h-2v-4h-2v-2h2z",
};

export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name] ?? "");
  svg.append(path);
  return svg;
}

export function button(name: string, label: string, run: () => void, extra: Record<string, unknown> = {}): HTMLButtonElement {
  return el("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick: run, ...extra }, icon(name));
}

/** A number for people: five digits, no noise. */
export function shown(value: number, digits = 5): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size < 1e-14) return "0"; // rounding
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(Math.max(digits - 2, 1)) : String(Number(value.toPrecision(digits)));
  return text.replace("-", "\u2212");
}

export function saveAs(name: string, data: BlobPart, type: string): void {
  const link = el("a", { href: URL.createObjectURL(new Blob([data], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
