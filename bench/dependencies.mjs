// node bench/dependencies.mjs [rounds]: the cost of loading each bundled package, in milliseconds of processor time, which
// other work on the machine does not affect. Each package is loaded first thing in a new process; the packages take turns,
// and the median of the rounds is printed.
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { standIns } from "../scripts/stand-ins.mjs";

/** Bundled separately for this, as their files in dist/ need main.cjs, which would run the command. */
const OWN = {
  commander: 'import { Command, Option } from "commander"; globalThis.is = [Command, Option];',
  zod: 'import { array, object, string } from "zod/mini"; globalThis.is = array(object({ id: string() }));',
  conf: 'import Conf from "conf"; globalThis.is = Conf;',
  "cli-table3": 'import Table from "cli-table3"; globalThis.is = Table;',
};
const LAZY = ["chalk", "string-width", "ora", "@inquirer/prompts", "yaml", "marked", "undici", "hyparquet-writer"];

const root = new URL("../", import.meta.url).pathname;
const rounds = Number(process.argv[2] ?? 15);
// Which source is in which file, as recorded by the build.
const chunks = Object.entries(JSON.parse(await readFile(join(root, "node_modules/.dist-chunks.json"), "utf8")));

/** The file in dist/ that holds the package, or most of it. */
function chunkOf(name, dist) {
  const held = (modules) => modules.filter((path) => path.includes(`node_modules/${name}/`)).length;
  const [file] = chunks.reduce((best, one) => (held(one[1]) > held(best[1]) ? one : best));
  return join(dist, file);
}

async function bundled(name, code, dir) {
  const input = join(dir, `${name}.mjs`);
  await writeFile(input, code);
  const build = await rolldown({ input, platform: "node", checks: { eval: false }, plugins: [standIns] });
  const file = join(dir, `${name}.cjs`);
  await build.write({ file, format: "cjs", minify: true });
  await build.close();
  return file;
}

/** The code to run. It requires an empty file first, as the first `require` costs more. jq is loaded asynchronously. */
const script = (file, empty) => `
  require(${JSON.stringify(empty)});
  const before = process.cpuUsage();
  Promise.resolve(require(${JSON.stringify(file)})).then(() => {
    const { user, system } = process.cpuUsage(before);
    process.stdout.write(String((user + system) / 1000));
  });`;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

// Inside node_modules, so that imports of packages resolve.
const dir = await mkdtemp(join(root, "node_modules/.bench-"));
try {
  const empty = join(dir, "empty.cjs");
  await writeFile(empty, "");
  // A copy, as a build in the meantime would replace the files.
  const dist = join(dir, "dist");
  await cp(join(root, "dist"), dist, { recursive: true });
  const files = {};
  for (const [name, code] of Object.entries(OWN)) files[name] = await bundled(name, code, dir);
  for (const name of LAZY) files[name] = chunkOf(name, dist);
  files["jq-web"] = join(root, "node_modules/jq-web");
  const times = Object.fromEntries(Object.keys(files).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, file] of Object.entries(files)) {
      const options = { cwd: dir, encoding: "utf8" };
      times[name].push(Number(execFileSync(process.execPath, ["-e", script(file, empty)], options)));
    }
  }
  for (const [name, values] of Object.entries(times)) {
    process.stdout.write(`${name.padEnd(18)} ${median(values).toFixed(1)} ms\n`);
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
