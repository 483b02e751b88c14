// npm run bench:growth [-- --sizes 1,10,100] [--only <text>]: how time and memory of checks, plans, snapshots and tools grow with an
// organization. Every command runs at each size, from its start to its end; prints a table and writes bench/results/growth.json.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeOrganization } from "./generate.mjs";
import { CASES } from "./growth-cases.mjs";
import { measured } from "./measured.mjs";
import { docs, start } from "./processes.mjs";
import { page, save } from "./results.mjs";

const { values } = parseArgs({ options: { sizes: { type: "string", default: "1,10,100" }, only: { type: "string" } } });
const sizes = values.sizes.split(",").map(Number);
/** What there is of each at size 1. */
const UNIT = { spaces: 1, pages: 10, members: 10, teams: 2 };
const ORG = "hR7kQ2mXv9TzLb4WcN8p";
/** A command is repeated until it has run this often or this long (ms): the shortest time counts, as it was disturbed least. */
const REPEAT = { times: 3, ms: 4_000 };
/** Ten times as much may take this much longer: more is more than noise. */
const MOST = 1.25;

for (const name of Object.keys(process.env)) if (/_proxy$/i.test(name)) delete process.env[name];
const dir = mkdtempSync(join(tmpdir(), "docs-growth-"));
const found = new Map();
try {
  for (const size of sizes) await atSize(size);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
report();

/** Runs all cases in one organization, served over HTTP; later cases use the files of earlier ones. */
async function atSize(size) {
  const home = join(dir, String(size));
  mkdirSync(join(home, "docs"), { recursive: true });
  const counts = Object.fromEntries(Object.entries(UNIT).map(([name, count]) => [name, count * size]));
  await writeOrganization(join(home, "docs", "sandbox.sqlite"), counts);
  const own = { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_STATE_HOME: home };
  const server = await start([docs, "sandbox", "start", "--port", "0", "--show-token", "--json"], {
    env: own,
    stop: (child) => child.kill("SIGTERM"),
  });
  try {
    const { url, token } = JSON.parse(server.line);
    const env = { ...own, DOCS_BASE_URL: url, DOCS_TOKEN: token, DOCS_ORG: ORG };
    const world = { home, counts, file: (name) => join(home, name), url, token, org: ORG };
    for (const one of CASES) {
      if (values.only !== undefined && one.name !== undefined && !one.name.includes(values.only) && !one.needed)
        continue;
      // What was measured before took minutes: it is shown all the same.
      await measureCase(one, world, env, size).catch((error) => {
        process.exitCode = 1;
        process.stderr.write(`${one.name}, size ${size}: ${error.message}\n`);
      });
    }
  } finally {
    await server.stop();
  }
}

async function measureCase({ name, prepare, words, input, codes = [0], once = false, work }, world, env, size) {
  await prepare?.(world);
  if (words === undefined) return;
  const runs = [];
  const begun = performance.now();
  do {
    const ran = await measured([docs, ...words(world)], { env, input: input?.(world), dir });
    if (!codes.includes(ran.code))
      throw new Error(`${name}, size ${size}: exit code ${ran.code}: ${ran.stderr.slice(-800)}`);
    runs.push(ran);
  } while (!once && runs.length < REPEAT.times && performance.now() - begun < REPEAT.ms);
  const least = (of) => Math.min(...runs.map(of));
  const row = {
    size,
    ms: Math.round(least((ran) => ran.ms)),
    mb: Math.round(least((ran) => ran.mb)),
    work: work?.(world, runs[0]),
  };
  found.set(name, [...(found.get(name) ?? []), row]);
  process.stderr.write(
    `${name}, size ${size}: ${row.ms} ms, ${row.mb} MB${row.work === undefined ? "" : `, ${row.work}`}\n`,
  );
}

function report() {
  const machine = { node: process.version, platform: process.platform, cpu: cpus()[0]?.model, cores: cpus().length };
  const rows = [...found].map(([what, all]) => ({ what, all, growth: growthOf(all), linear: isLinear(all) }));
  const content = { at: new Date().toISOString(), machine, unit: UNIT, rows };
  process.stdout.write(values.only === undefined ? save("growth", content) : page("growth", content));
}

/** Factors of time from size to size. */
function growthOf(all) {
  const factors = all.slice(1).map(({ ms }, at) => `x ${(ms / all[at].ms).toFixed(1)}`);
  return factors.join(", ");
}

/** The start of a command hides growth at small sizes: the last step counts. Undefined for one size. */
function isLinear(all) {
  const [before, last] = all.slice(-2);
  return last && before && last !== before ? last.ms / before.ms <= (last.size / before.size) * MOST : undefined;
}
