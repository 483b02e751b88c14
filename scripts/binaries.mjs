// Makes executables that need no Node: npm run binaries -- [--only <platform>]... [--out <folder>] [--bare] [--twice]
// For each platform one file with the engine Bun inside, an archive with it and a list of what is inside; SHA256SUMS for
// all. `docs` in it is dist/ as it is published. --bare makes the file alone; --twice makes it again and compares.
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { archive, sumOf, writeSums } from "./binaries/archive.mjs";
import { compile } from "./binaries/compile.mjs";
import { fetchEngine, fetchKeyring } from "./binaries/fetch.mjs";
import { recordOrder } from "./binaries/order.mjs";
import { BUN, PLATFORMS, suffixOf } from "./binaries/platforms.mjs";
import { describeContents } from "./binaries/sbom.mjs";

const root = new URL("../", import.meta.url).pathname;
const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    out: { type: "string" },
    bare: { type: "boolean" },
    twice: { type: "boolean" },
  },
});
const names = values.only ?? Object.keys(PLATFORMS);
const unknown = names.find((name) => !(name in PLATFORMS));
if (unknown) throw new Error(`no platform "${unknown}": ${Object.keys(PLATFORMS).join(", ")}`);
const out = resolve(values.out ?? join(root, "node_modules/.binaries/made"));
const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
const compiler = (await fetchEngine(ownPlatform())).file;
const print = (line) => process.stdout.write(`${line}\n`);

const made = [];
const notes = await mkdtemp(join(tmpdir(), "docs-order-"));
try {
  const [order, again] = [await orderFrom("first"), values.twice ? await orderFrom("second") : undefined];
  for (const platform of names) {
    const parts = await partsOf(platform);
    const executable = await executableOf({ ...parts, order }, join(out, platform));
    print(executable);
    if (again) await compareWithSecond({ ...parts, order: again }, executable);
    if (!values.bare) made.push(...(await published(parts, executable)));
  }
} finally {
  await rm(notes, { recursive: true });
}
if (made.length > 0) {
  made.push(await installScript());
  await writeSums(out, made);
}
for (const file of made) print(file);

async function partsOf(platform) {
  return { platform, engine: await fetchEngine(platform), keyring: await fetchKeyring(platform) };
}

/** What commands use, noted by an executable for this machine: it goes for all platforms. */
async function orderFrom(name) {
  const folder = join(notes, name);
  return recordOrder(await executableOf(await partsOf(ownPlatform()), folder), folder);
}

async function executableOf({ platform, engine, keyring, order }, folder) {
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `docs${suffixOf(platform)}`);
  const target = `bun-${PLATFORMS[platform].engine.replace("aarch64", "arm64")}`;
  await compile({ compiler, target, engine: engine.file, keyring: keyring.file, order, outfile });
  return outfile;
}

/** @throws if the two differ */
async function compareWithSecond(parts, executable) {
  const folder = join(out, `${parts.platform}-again`);
  const [first, second] = [await sumOf(executable), await sumOf(await executableOf(parts, folder))];
  await rm(folder, { recursive: true });
  if (first !== second) throw new Error(`${executable} came out different the second time: ${first}, ${second}`);
  print(`the same bytes twice: ${first}`);
}

/** The archive and the list of its contents. */
async function published({ platform, engine, keyring }, executable) {
  const epoch = Number(
    process.env.SOURCE_DATE_EPOCH ?? execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root }),
  );
  const name = `docs-${version}-${platform}`;
  const engineNotice = `The executable contains Bun ${BUN} (MIT, https://github.com/oven-sh/bun, LICENSE.md there), which includes
JavaScriptCore (LGPL-2.1) and the libraries that ${name}.cdx.json lists. Bun's page on licenses tells how to link it
with another JavaScriptCore.
`;
  const packed = await archive({ executable, engineNotice, name, folder: out, epoch });
  const sum = await sumOf(executable);
  const contents = await describeContents({ compiler, platform, engine, keyring, sum, epoch });
  const list = join(out, `${name}.cdx.json`);
  await writeFile(list, `${JSON.stringify(contents, null, 2)}\n`);
  return [packed, list];
}

/** Installs this version unless it is told another. */
async function installScript() {
  const text = await readFile(join(root, "scripts/install.sh"), "utf8");
  const file = join(out, "install.sh");
  await writeFile(file, text.replace("@VERSION@", version), { mode: 0o755 });
  return file;
}

/** The platform of this machine. */
function ownPlatform() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}-${process.arch}`;
}
