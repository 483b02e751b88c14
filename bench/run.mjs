// npm run bench [-- --pairs 20] [--only <text>]: prints a table of ratios and writes bench/results/commands.json.
// npm run bench:others compares with other tools alone, and writes bench/results/others.json.
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cases as completion } from "./completion.mjs";
import { figure, table } from "./figures.mjs";
import { cases as lists } from "./lists.mjs";
import { cases as memory } from "./memory.mjs";
import { leftOut, cases as others } from "./others/cases.mjs";
import { timePairs, timer } from "./pairs.mjs";
import { save } from "./results.mjs";
import { cases as sandbox } from "./sandbox.mjs";
import { cases as startup } from "./startup.mjs";
import { cases as writes } from "./writes.mjs";

const { values } = parseArgs({
  options: { pairs: { type: "string", default: "20" }, only: { type: "string" }, group: { type: "string" } },
});
const count = Number(values.pairs);
const all = [...startup, ...completion, ...lists, ...memory, ...writes, ...sandbox, ...others];
const chosen = all
  .filter(({ group }) => values.group === undefined || group === values.group)
  .filter(({ name, against }) => values.only === undefined || `${name} ${against}`.includes(values.only));
if (leftOut.length > 0)
  process.stderr.write(`left out, as npm run bench:others did not install it: ${leftOut.join(", ")}\n`);

const dir = await mkdtemp(join(tmpdir(), "docs-bench-"));
// Keeps the user's own configuration, cache and sandbox out of the measurements, and unchanged.
const NAMES = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "DOCS_CONFIG_DIR"];
for (const name of NAMES) process.env[name] = join(dir, "home");
for (const name of Object.keys(process.env)) if (/_proxy$/i.test(name)) delete process.env[name];

const figures = [];
try {
  for (const one of chosen) {
    process.stderr.write(`${one.name} ...\n`);
    figures.push(await measured(one));
  }
} finally {
  // What was measured before a case failed took minutes: it is shown all the same.
  process.stdout.write(table(figures));
  await rm(dir, { recursive: true, force: true });
}

if (values.only === undefined) {
  const machine = { node: process.version, platform: process.platform, arch: process.arch, cpu: cpus()[0]?.model };
  const results = { at: new Date().toISOString(), machine: { ...machine, cores: cpus().length }, timer, figures };
  save(values.group ?? "commands", results);
}

/** A case either measures pairs itself or prepares two commands to be timed. */
async function measured(one) {
  if (one.measure) return one.measure({ dir, count });
  const { candidate, reference, environment = {}, stop } = await one.prepare({ dir });
  Object.assign(process.env, environment);
  try {
    const pairs = await timePairs(candidate, reference, { count, dir });
    const values = pairs.map(({ ms, referenceMs }) => ({ value: ms, reference: referenceMs }));
    return figure(one, values, "ms");
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
    await stop?.();
  }
}
