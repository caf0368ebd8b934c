// What the page is given: see `src/vazba/viewer/document.py`.
import type { Packed, Times } from "./codec";

export type Vec = [number, number, number];
export type At = [number, Vec]; // body (-1: ground) and local place

export interface ElementEntry {
  id: string;
  name: string;
  section: string;
  kind: string;
  type: string;
  line: number | null;
  note: [string, string][];
  colour?: string;
}

export interface Solid {
  element: string;
  body: number;
  form: "rod" | "outline" | "box" | "sphere" | "circle" | "cylinder" | "plate" | "weight" | "mesh";
  a?: Vec;
  b?: Vec;
  corners?: Vec[] | Packed;
  size?: Vec;
  centre?: Vec;
  radius?: number;
  length?: number;
  axis?: Vec;
  start?: Vec;
  end?: Vec;
  thickness?: number;
}

export interface JointMark {
  element: string;
  form: string;
  a: At;
  b: At;
  axis: Vec;
  across: Vec;
  first: Vec;
}

export interface Link {
  element: string;
  form: string;
  through: At[];
  force?: string;
}

export interface Wheel {
  element: string;
  radius: number;
  inside: boolean;
  at: At;
  axis: Vec;
}

export interface BeamEntry {
  element: string;
  body: number;
  length: number;
  shape: string;
  height: number;
  width: number;
  middle?: number; // the frame half-way along it
}

export interface Scene {
  bodies: string[];
  elements: ElementEntry[];
  solids: Solid[];
  joints: JointMark[];
  links: Link[];
  wheels: Wheel[];
  beams: BeamEntry[];
  supports: Vec[];
  points: { element: string; at: At }[];
}

export interface TrackEntry {
  name: string;
  label: string;
  note?: string;
  loop?: boolean;
  ghost?: boolean;
  gaps?: boolean;
  planar: boolean;
  time: Times;
  bodies: (Packed[] | null)[];
  bends: Record<string, { at: number[]; places: Packed[][] }>;
}

export interface ColumnEntry {
  name: string;
  key: string;
  unit: string;
  quantity: string;
  element: string;
  run: number;
  data?: Packed;
}

export interface Fault {
  element: string;
  what: string;
  why: string;
  remedy: string;
  file: string | null;
  line: number | null;
}

export interface Parameter {
  name: string;
  value: number | null;
  text: string;
  free: boolean;
}

export interface Coordinate {
  joint: string;
  coordinate: string;
  unit: string;
  value: number;
  minimum: number;
  maximum: number;
}

export interface Header {
  format: number;
  kind: "result" | "model" | "modes";
  name: string;
  dimension: 2 | 3;
  analysis: string;
  status: string;
  message: string;
  size: number;
  box: [Vec, Vec];
  gravity: number[] | null;
  scene: Scene;
  shade?: Scene; // of the second result, where its model is another one
  tracks: TrackEntry[];
  columns: ColumnEntry[];
  left_out: string[];
  shown: string[][];
  events: [number, string, string][];
  bounds: Record<string, [number | null, number | null]>;
  forces: { element: string; at: At; frame: number; vector: Packed[] }[];
  summary: [string, string][];
  warnings: string[];
  faults: Fault[];
  trouble: Fault[];
  gaps: [string, number, string][];
  redundant: string[];
  free: string[];
  coordinates: Coordinate[];
  parameters: Parameter[];
  text: string;
}
