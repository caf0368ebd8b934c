// Unit tests of what needs no browser: bundled by esbuild, run by node.
import { build } from "esbuild";
import { readdirSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";

const folder = ".tests";
const names = readdirSync("tests").filter((name) => name.endsWith(".test.ts"));
await build({ entryPoints: names.map((n) => `tests/${n}`), outdir: folder, bundle: true, platform: "node", format: "esm", outExtension: { ".js": ".mjs" }, logLevel: "warning" });
const { status } = spawnSync(process.execPath, ["--test", ...names.map((n) => `${folder}/${n.replace(/\.ts$/, ".mjs")}`)], { stdio: "inherit" });
rmSync(folder, { recursive: true });
process.exit(status ?? 1);
