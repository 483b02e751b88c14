// Makes executables that need no Node: npm run binaries -- [--only <platform>]... [--out <folder>] [--twice]
// Prints the files. Each is one file with the engine Bun inside; `docs` in it is dist/ as it is published.
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compile } from "./binaries/compile.mjs";
import { fetchEngine, fetchKeyring } from "./binaries/fetch.mjs";
import { PLATFORMS, suffixOf } from "./binaries/platforms.mjs";

const root = new URL("../", import.meta.url).pathname;
const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, out: { type: "string" } },
});
const names = values.only ?? Object.keys(PLATFORMS);
const unknown = names.find((name) => !(name in PLATFORMS));
if (unknown) throw new Error(`no platform "${unknown}": ${Object.keys(PLATFORMS).join(", ")}`);
const out = resolve(values.out ?? join(root, "node_modules/.binaries/made"));

const compiler = (await fetchEngine(ownPlatform())).file;
for (const name of names) {
  const [engine, keyring] = await Promise.all([fetchEngine(name), fetchKeyring(name)]);
  const folder = join(out, name);
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `docs${suffixOf(name)}`);
  await compile({
    compiler,
    target: `bun-${PLATFORMS[name].engine}`,
    engine: engine.file,
    keyring: keyring.file,
    outfile,
  });
  process.stdout.write(`${outfile}\n`);
}

/** The platform of this machine. */
function ownPlatform() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}-${process.arch}`;
}
