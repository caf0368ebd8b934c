// One script and one style sheet, the same bytes from the same sources: `npm ci && npm run build`.
import { build } from "esbuild";
import { readFileSync } from "node:fs";

const folder = process.argv[2] ?? "../src/vazba/viewer/bundle";
const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
const banner = `/* The page of vazba (MIT), with three.js ${version("three")} (MIT, three.js authors), uPlot ${version("uplot")} (MIT, Leon Sorokin) and fflate ${version("fflate")} (MIT, Arjun Barrett). Built from viewer/. */`;

await build({
  entryPoints: { viewer: "src/main.ts" },
  outdir: folder,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  charset: "ascii",
  legalComments: "none",
  banner: { js: banner, css: banner },
  logLevel: "warning",
});
