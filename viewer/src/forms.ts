// Geometries. Things along a line lie along z from 0 to 1; others are about the origin, with z as their axis.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CatmullRomCurve3,
  ConeGeometry,
  Curve,
  CylinderGeometry,
  ExtrudeGeometry,
  Matrix4,
  OctahedronGeometry,
  Path,
  Quaternion,
  Shape,
  SphereGeometry,
  TorusGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
} from "three";

export const Z = new Vector3(0, 0, 1);

export function cylinder(segments: number): BufferGeometry {
  return new CylinderGeometry(1, 1, 1, segments, 1).rotateX(Math.PI / 2).translate(0, 0, 0.5);
}

export function cone(segments: number): BufferGeometry {
  return new ConeGeometry(1, 1, segments, 1).rotateX(Math.PI / 2).translate(0, 0, 0.5);
}

export function ball(segments: number): BufferGeometry {
  return new SphereGeometry(1, segments, Math.max(6, segments / 2));
}

/** A box along z from 0 to 1, for pictures of very many things. */
export function beamBox(): BufferGeometry {
  const corners: number[] = [];
  for (let k = 0; k < 8; k++) corners.push(k & 1 ? 0.85 : -0.85, k & 2 ? 0.85 : -0.85, k & 4 ? 1 : 0);
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
  made.setIndex([0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]);
  made.computeVertexNormals();
  return made;
}

export function grain(): BufferGeometry {
  return new OctahedronGeometry(1);
}

export function cube(): BufferGeometry {
  return new BoxGeometry(1, 1, 1);
}

export function ring(): BufferGeometry {
  return new TorusGeometry(1, 0.22, 8, 28);
}

/** A flat bar with round ends along x from 0 to `length`; its plane is z = 0, its thickness lies in the middle. */
export function bar(length: number, width: number, thickness: number): BufferGeometry {
  const r = width / 2;
  const shape = new Shape();
  shape.absarc(length, 0, r, -Math.PI / 2, Math.PI / 2, false);
  shape.absarc(0, 0, r, Math.PI / 2, (3 * Math.PI) / 2, false);
  return raised(shape, thickness, Math.min(r, thickness) * 0.22);
}

/** A plate with round corners; `corners` in its plane. */
export function plate(corners: Vector2[], round: number, thickness: number): BufferGeometry {
  const shape = new Shape();
  const count = corners.length;
  if (area(corners) < 0) corners = [...corners].reverse();
  // offset outwards: arcs about the corners
  for (let k = 0; k < count; k++) {
    const before = corners[(k + count - 1) % count];
    const here = corners[k];
    const after = corners[(k + 1) % count];
    const a = Math.atan2(here.y - before.y, here.x - before.x) - Math.PI / 2;
    let b = Math.atan2(after.y - here.y, after.x - here.x) - Math.PI / 2;
    while (b < a) b += 2 * Math.PI;
    if (b - a > Math.PI) shape.lineTo(here.x + round * Math.cos(a), here.y + round * Math.sin(a));
    else shape.absarc(here.x, here.y, round, a, b, false);
  }
  shape.closePath();
  return raised(shape, thickness, Math.min(round, thickness) * 0.2);
}

function raised(shape: Shape, thickness: number, bevel: number): BufferGeometry {
  const made = new ExtrudeGeometry(shape, {
    depth: thickness - 2 * bevel,
    bevelEnabled: true,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 2,
    curveSegments: 14,
  });
  return made.translate(0, 0, bevel - thickness / 2);
}

export function area(corners: Vector2[]): number {
  let sum = 0;
  corners.forEach((p, k) => {
    const q = corners[(k + 1) % corners.length];
    sum += p.x * q.y - q.x * p.y;
  });
  return sum / 2;
}

/** A ring with teeth inside, about z. */
export function ringGear(radius: number, tooth: number, thickness: number): BufferGeometry {
  const teeth = Math.max(12, Math.min(120, Math.round((2 * Math.PI * radius) / tooth)));
  const high = (Math.PI * radius) / teeth;
  const shape = new Shape();
  shape.absarc(0, 0, radius + 3.4 * high, 0, 2 * Math.PI, false);
  const hole = new Path();
  for (let k = 0; k < teeth; k++)
    for (const [r, s] of [[radius + 0.6 * high, 0], [radius + 0.6 * high, 0.22], [radius - 0.5 * high, 0.36], [radius - 0.5 * high, 0.64], [radius + 0.6 * high, 0.78]]) {
      const angle = (2 * Math.PI * (k + s)) / teeth;
      if (k === 0 && s === 0) hole.moveTo(r * Math.cos(angle), r * Math.sin(angle));
      else hole.lineTo(r * Math.cos(angle), r * Math.sin(angle));
    }
  hole.closePath();
  shape.holes.push(hole);
  return raised(shape, thickness, thickness * 0.08);
}

/** A wheel with teeth and holes about z. */
export function gear(radius: number, tooth: number, thickness: number): BufferGeometry {
  const teeth = Math.max(10, Math.min(80, Math.round((2 * Math.PI * radius) / tooth)));
  const high = (Math.PI * radius) / teeth;
  const shape = new Shape();
  for (let k = 0; k < teeth; k++) {
    const a = (2 * Math.PI * k) / teeth;
    const part = (2 * Math.PI) / teeth;
    const points: [number, number][] = [
      [radius - 0.6 * high, 0],
      [radius - 0.6 * high, 0.22],
      [radius + 0.5 * high, 0.36],
      [radius + 0.5 * high, 0.64],
      [radius - 0.6 * high, 0.78],
    ];
    for (const [r, s] of points) {
      const angle = a + (s - 0.5) * part;
      if (k === 0 && s === 0) shape.moveTo(r * Math.cos(angle), r * Math.sin(angle));
      else shape.lineTo(r * Math.cos(angle), r * Math.sin(angle));
    }
  }
  shape.closePath();
  const inner = radius - 1.2 * high;
  if (inner > 0.45 * radius)
    for (let k = 0; k < 5; k++) {
      const hole = new Path();
      const a = (2 * Math.PI * k) / 5;
      hole.absarc(0.58 * inner * Math.cos(a), 0.58 * inner * Math.sin(a), 0.2 * inner, 0, 2 * Math.PI, true);
      shape.holes.push(hole);
    }
  return raised(shape, thickness, thickness * 0.1);
}

class Helix extends Curve<Vector3> {
  constructor(readonly turns: number) {
    super();
  }
  override getPoint(s: number, target = new Vector3()): Vector3 {
    const end = 0.1;
    if (s < end || s > 1 - end) {
      const edge = s < end ? s / end : (1 - s) / end;
      const angle = s < end ? 0 : 2 * Math.PI * this.turns;
      const r = Math.min(1, Math.max(0, (edge - 0.55) / 0.45));
      return target.set(r * Math.cos(angle), r * Math.sin(angle), s);
    }
    const angle = (2 * Math.PI * this.turns * (s - end)) / (1 - 2 * end);
    return target.set(Math.cos(angle), Math.sin(angle), s);
  }
}

/** A coil along z from 0 to 1 whose wire is round when it is `aspect` (length over coil radius) long. */
export function coil(turns: number, wire: number, aspect: number): BufferGeometry {
  const tube = new TubeGeometry(scaledCurve(new Helix(turns), aspect), turns * 16 + 16, wire, 7, false);
  return tube.scale(1, 1, 1 / aspect);
}

function scaledCurve(curve: Curve<Vector3>, z: number): Curve<Vector3> {
  const points: Vector3[] = [];
  for (let k = 0; k <= 400; k++) points.push(curve.getPoint(k / 400).multiply(new Vector3(1, 1, z)));
  return new CatmullRomCurve3(points, false, "centripetal");
}

export function triangles(corners: Float32Array): BufferGeometry {
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(corners, 3));
  made.computeVertexNormals();
  return made;
}

/** The matrix that lays z from a to b, with given radii. */
export function along(a: readonly number[], b: readonly number[], rx: number, ry: number, out = new Matrix4()): Matrix4 {
  const from = new Vector3(a[0], a[1], a[2]);
  const way = new Vector3(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  const length = way.length();
  const turn = length > 0 ? new Quaternion().setFromUnitVectors(Z, way.clone().divideScalar(length)) : new Quaternion();
  return out.compose(from, turn, new Vector3(rx, ry, Math.max(length, 1e-12)));
}

/** The matrix at a place with z along an axis and x near another direction. */
export function frame(at: readonly number[], axis: readonly number[], across: readonly number[] | null, scale: [number, number, number]): Matrix4 {
  const z = new Vector3(axis[0], axis[1], axis[2]);
  if (!z.lengthSq()) z.set(0, 0, 1);
  z.normalize();
  let x = across ? new Vector3(across[0], across[1], across[2]) : new Vector3(1, 0, 0);
  x.addScaledVector(z, -x.dot(z));
  if (x.lengthSq() < 1e-9) {
    x = Math.abs(z.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    x.addScaledVector(z, -x.dot(z));
  }
  x.normalize();
  const y = new Vector3().crossVectors(z, x);
  return new Matrix4()
    .makeBasis(x.multiplyScalar(scale[0]), y.multiplyScalar(scale[1]), z.multiplyScalar(scale[2]))
    .setPosition(at[0], at[1], at[2]);
}

/** A tube of rings along a line that bends: positions and normals are written anew each frame. */
export class Bent {
  readonly geometry = new BufferGeometry();
  private readonly sides: [number, number, number, number][] = []; // y, z, normal y, normal z

  constructor(
    readonly points: number,
    rectangle: boolean,
    height: number,
    width: number,
  ) {
    if (rectangle) {
      const [h, w] = [height / 2, width / 2];
      const flat: [number, number, number, number][] = [
        [-h, -w, 0, -1], [h, -w, 0, -1], [h, -w, 1, 0], [h, w, 1, 0], [h, w, 0, 1], [-h, w, 0, 1], [-h, w, -1, 0], [-h, -w, -1, 0], [-h, -w, 0, -1],
      ];
      this.sides.push(...flat);
    } else {
      for (let k = 0; k <= 14; k++) {
        const a = (2 * Math.PI * k) / 14;
        this.sides.push([(Math.cos(a) * height) / 2, (Math.sin(a) * width) / 2, Math.cos(a), Math.sin(a)]);
      }
    }
    const n = this.sides.length;
    const index: number[] = [];
    for (let i = 0; i + 1 < points; i++)
      for (let k = 0; k + 1 < n; k++) {
        const a = i * n + k;
        index.push(a, a + 1, a + n, a + 1, a + n + 1, a + n);
      }
    this.geometry.setIndex(index);
    this.geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * points * n), 3));
    this.geometry.setAttribute("normal", new BufferAttribute(new Float32Array(3 * points * n), 3));
  }

  /** `line`: points along it; `side`: the direction of its height where it starts. */
  follow(line: Vector3[], side: Vector3): void {
    const position = this.geometry.getAttribute("position").array as Float32Array;
    const normal = this.geometry.getAttribute("normal").array as Float32Array;
    const y = side.clone();
    let o = 0;
    for (let i = 0; i < line.length; i++) {
      const t = line[Math.min(i + 1, line.length - 1)].clone().sub(line[Math.max(i - 1, 0)]).normalize();
      y.addScaledVector(t, -y.dot(t)).normalize();
      const z = new Vector3().crossVectors(t, y);
      for (const [a, b, na, nb] of this.sides) {
        position[o] = line[i].x + a * y.x + b * z.x;
        position[o + 1] = line[i].y + a * y.y + b * z.y;
        position[o + 2] = line[i].z + a * y.z + b * z.z;
        normal[o] = na * y.x + nb * z.x;
        normal[o + 1] = na * y.y + nb * z.y;
        normal[o + 2] = na * y.z + nb * z.z;
        o += 3;
      }
    }
    this.geometry.getAttribute("position").needsUpdate = true;
    this.geometry.getAttribute("normal").needsUpdate = true;
    this.geometry.computeBoundingSphere();
  }
}
