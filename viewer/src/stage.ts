// The picture: renderer, lights, floor, camera and its presets.
import {
  Box3,
  Color,
  GridHelper,
  OrthographicCamera,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
  type Camera,
  type LineBasicMaterial,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { bounce, light } from "./paint";

export type View = "front" | "back" | "left" | "right" | "top" | "bottom" | "iso";

const LEAST = 0.5; // pixels drawn each way while it moves, of those there are

const DIRECTIONS: Record<View, [number, number, number]> = {
  front: [0, -1, 0],
  back: [0, 1, 0],
  left: [-1, 0, 0],
  right: [1, 0, 0],
  top: [0, 0, 1],
  bottom: [0, 0, -1],
  iso: [0.62, -1, 0.52],
};

export class Stage {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  readonly perspective = new PerspectiveCamera(32, 1, 0.01, 1000);
  readonly parallel = new OrthographicCamera(-1, 1, 1, -1, -1000, 1000);
  readonly controls: OrbitControls;
  camera: PerspectiveCamera | OrthographicCamera;
  planar = false;
  size = 1;
  readonly box = new Box3();
  private grid: GridHelper | null = null;
  floored = true;
  private dirty = true;
  private slow = 0; // seconds a frame takes, smoothed
  private even = 0; // frames since the last change of pace
  private patience = 120;
  private readonly usual: number;
  private ratio: number;
  private readonly full: number;
  private rest = 0;
  private hasty = true; // the first picture comes at once, the fine one after it; so too while the camera is turned
  onframe: (seconds: number) => boolean = () => false;
  ondrawn: () => void = () => undefined;

  constructor(readonly host: HTMLElement) {
    // Where the processor draws, edges are smoothed by drawing twice as finely when it stands still, and not at all while it moves.
    const slow = software();
    this.renderer = new WebGLRenderer({ antialias: !slow, alpha: true, preserveDrawingBuffer: false, powerPreference: "high-performance" });
    this.full = this.usual = this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    if (slow) this.full = Math.max(this.full, 2);
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setClearColor(0x000000, 0);
    host.append(this.renderer.domElement);
    this.renderer.domElement.setAttribute("aria-label", "The mechanism. Drag to turn, right button to move, wheel to zoom.");
    this.renderer.domElement.setAttribute("role", "img");
    this.camera = this.perspective;
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.14;
    this.controls.zoomToCursor = true;
    let held = false;
    this.controls.addEventListener("start", () => (held = true));
    this.controls.addEventListener("end", () => (held = false));
    this.controls.addEventListener("change", () => {
      this.hasty ||= held;
      this.touch();
    });
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
    let before = performance.now();
    const loop = (now: number) => {
      requestAnimationFrame(loop);
      const seconds = Math.min((now - before) / 1000, 0.25);
      before = now;
      this.controls.update();
      const moved = this.onframe(seconds);
      if (moved || this.dirty) this.draw(seconds, moved);
    };
    requestAnimationFrame(loop);
  }

  touch(): void {
    this.dirty = true;
  }

  /** Draw now; where frames take long while it moves, fewer pixels are drawn then. */
  private draw(seconds: number, moving: boolean): void {
    this.dirty = false;
    light(this.camera, this.controls.target);
    this.sharpen(moving || this.hasty ? this.ratio : this.full);
    this.renderer.render(this.scene, this.camera);
    this.ondrawn();
    if (moving || this.hasty) {
      window.clearTimeout(this.rest);
      this.rest = window.setTimeout(() => this.calm(), 400); // when it stands still again, all of them
    }
    if (!moving) return;
    this.slow = 0.9 * this.slow + 0.1 * seconds;
    this.even++;
    if (this.slow > 0.04 && this.ratio > LEAST) this.pace(Math.max(LEAST, this.ratio * 0.75));
    else if (this.slow < 0.021 && this.ratio < this.usual && this.even > this.patience) {
      this.patience *= 2; // if that was too much, the next try comes later
      this.pace(Math.min(this.usual, this.ratio / 0.75));
    }
  }

  private pace(ratio: number): void {
    this.ratio = ratio;
    this.slow = 0.03;
    this.even = 0;
  }

  private calm(): void {
    this.hasty = false;
    this.touch();
  }

  private sharpen(ratio: number): void {
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
  }

  resize(): void {
    const { clientWidth: w, clientHeight: h } = this.host;
    if (!w || !h) return;
    this.renderer.setSize(w, h);
    this.perspective.aspect = w / h;
    this.perspective.updateProjectionMatrix();
    const half = (this.parallel.top - this.parallel.bottom) / 2;
    this.parallel.left = (-half * w) / h;
    this.parallel.right = (half * w) / h;
    this.parallel.updateProjectionMatrix();
    this.touch();
  }

  /** A new mechanism: its extent, and whether it is planar. */
  frame(low: number[], high: number[], planar: boolean): void {
    this.planar = planar;
    this.box.set(new Vector3(...(low as [number, number, number])), new Vector3(...(high as [number, number, number])));
    this.size = Math.max(this.box.getSize(new Vector3()).length(), 1e-6);
    this.perspective.near = this.size / 200;
    this.perspective.far = this.size * 60;
    this.parallel.near = -this.size * 30;
    this.parallel.far = this.size * 60;
    this.floor();
  }

  setParallel(parallel: boolean): void {
    const from = this.camera;
    this.camera = parallel ? this.parallel : this.perspective;
    this.camera.up.copy(from.up);
    this.camera.position.copy(from.position);
    this.controls.object = this.camera as unknown as Camera as never;
    this.look(null);
  }

  /** A preset; without one the direction stays. Everything comes into sight. */
  look(view: View | null): void {
    const centre = this.box.getCenter(new Vector3());
    let away: Vector3;
    if (view === null) away = this.camera.position.clone().sub(this.controls.target).normalize();
    else if (this.planar) away = new Vector3(...PLANAR[view]);
    else away = new Vector3(...DIRECTIONS[view]);
    if (!away.lengthSq()) away.set(0, -1, 0);
    away.normalize();
    this.camera.up.set(0, this.planar ? 1 : 0, this.planar ? 0 : 1);
    if (Math.abs(away.dot(this.camera.up)) > 0.999) away.addScaledVector(this.planar ? new Vector3(0, 0, 1) : new Vector3(0, -1, 0), 1e-3).normalize();
    const up = this.camera.up;
    const right = new Vector3().crossVectors(up, away).normalize();
    const top = new Vector3().crossVectors(away, right);
    const aspect = this.host.clientWidth / Math.max(this.host.clientHeight, 1);
    const slope = Math.tan((this.perspective.fov * Math.PI) / 360);
    let half = 0;
    let distance = 0;
    for (let k = 0; k < 8; k++) {
      const corner = new Vector3(k & 1 ? this.box.max.x : this.box.min.x, k & 2 ? this.box.max.y : this.box.min.y, k & 4 ? this.box.max.z : this.box.min.z);
      corner.sub(centre);
      const reach = Math.max(Math.abs(corner.dot(top)), Math.abs(corner.dot(right)) / aspect);
      half = Math.max(half, reach);
      distance = Math.max(distance, reach / slope + corner.dot(away));
    }
    half = 1.12 * half + 0.02 * this.size;
    distance = this.camera === this.perspective ? 1.1 * distance + 0.02 * this.size : this.size * 3;
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(away, distance);
    this.parallel.top = half;
    this.parallel.bottom = -half;
    this.parallel.zoom = 1;
    this.controls.update();
    this.resize();
  }

  private floor(): void {
    if (this.grid) this.scene.remove(this.grid);
    const step = nice(this.size / 9);
    const count = this.planar ? 60 : 24;
    this.grid = new GridHelper(step * count, count, 0x888888, 0x888888);
    const material = this.grid.material as LineBasicMaterial;
    material.transparent = true;
    material.depthWrite = false;
    this.grid.rotation.x = Math.PI / 2;
    const centre = this.box.getCenter(new Vector3());
    const snap = (x: number) => Math.round(x / step) * step;
    this.grid.position.set(snap(centre.x), snap(centre.y), this.planar ? this.box.min.z - 0.12 * this.size : this.box.min.z - 0.02 * this.size);
    this.grid.renderOrder = -1;
    this.grid.visible = this.floored;
    this.scene.add(this.grid);
    this.tint();
  }

  showFloor(on: boolean): void {
    this.floored = on;
    if (this.grid) this.grid.visible = on;
    this.touch();
  }

  /** Colours that follow the theme. */
  tint(): void {
    const style = getComputedStyle(document.documentElement);
    if (this.grid) {
      const material = this.grid.material as LineBasicMaterial;
      material.vertexColors = false;
      material.color = new Color(style.getPropertyValue("--grid").trim() || "#888");
      material.opacity = this.planar ? 0.45 : 0.55;
      material.needsUpdate = true;
    }
    bounce(style.getPropertyValue("--bounce").trim() || "#8890a0");
    this.touch();
  }

  ray(event: { clientX: number; clientY: number }): Raycaster {
    const rect = this.renderer.domElement.getBoundingClientRect();
    const at = new Vector2(((event.clientX - rect.left) / rect.width) * 2 - 1, 1 - ((event.clientY - rect.top) / rect.height) * 2);
    const caster = new Raycaster();
    caster.setFromCamera(at, this.camera);
    return caster;
  }

  /** The picture as it is now, on the paper of the theme. */
  async png(): Promise<Blob | null> {
    const paper = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
    this.renderer.setClearColor(new Color(paper || "#ffffff"), 1);
    this.sharpen(Math.max(this.full, 2));
    this.renderer.render(this.scene, this.camera);
    const canvas = document.createElement("canvas");
    canvas.width = this.renderer.domElement.width;
    canvas.height = this.renderer.domElement.height;
    canvas.getContext("2d")?.drawImage(this.renderer.domElement, 0, 0);
    this.renderer.setClearColor(0x000000, 0);
    this.touch();
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }
}

/** Whether the processor draws, and no graphics card. */
function software(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const named = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && named ? String(gl.getParameter(named.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

const PLANAR: Record<View, [number, number, number]> = {
  front: [0, 0, 1],
  back: [0, 0, -1],
  left: [-1, 0, 0],
  right: [1, 0, 0],
  top: [0, 1, 0.001],
  bottom: [0, -1, 0.001],
  iso: [0.45, 0.38, 1],
};

/** 1, 2 or 5 times a power of ten, near a number. */
export function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}
