// npm run bench:large [-- --organizations 100 --spaces 1000 --days 365]: what a large organization costs: the overview, all checks, of a
// snapshot and of a service that is elsewhere, a plan of many steps, and tables of a year of many organizations, which DuckDB is asked
// about. Writes bench/results/large.json. In fifteen minutes.
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { far } from "./far.mjs";
import { writeOrganization } from "./generate.mjs";
import { measured } from "./measured.mjs";
import { docs } from "./processes.mjs";
import { save } from "./results.mjs";

const { values } = parseArgs({
  options: {
    organizations: { type: "string", default: "100" },
    spaces: { type: "string", default: "1000" },
    days: { type: "string", default: "365" },
  },
});
const [organizations, spaces, days] = [values.organizations, values.spaces, values.days].map(Number);
/** A command runs so often: the least counts, as it was disturbed least. */
const TIMES = 5;
const CODES = [0, 9, 11];

const dir = mkdtempSync(join(tmpdir(), "docs-large-"));
const rows = [];
const add = (what, value, unit, goal, sign = "<=") => {
  const isMet = { "<=": value <= goal, ">=": value >= goal };
  const [text, met] = goal === undefined ? [] : [`${sign} ${goal} ${unit}`, isMet[sign]];
  rows.push({ what, value: Number(value.toPrecision(3)), unit, goal: text, met });
  process.stderr.write(`${what}: ${value.toPrecision(3)} ${unit}${text === undefined ? "" : ` (${text})`}\n`);
};

/** Runs a command; the first run fills the caches. */
async function least(argv, env) {
  await once(argv, env);
  const runs = [];
  for (let at = 0; at < TIMES; at += 1) runs.push(await once(argv, env));
  return { ms: Math.min(...runs.map(({ ms }) => ms)), mb: Math.min(...runs.map(({ mb }) => mb)) };
}

async function once(argv, env) {
  const ran = await measured(argv, { env, dir });
  if (!CODES.includes(ran.code)) throw new Error(`${argv.join(" ")}: exit code ${ran.code}: ${ran.stderr.slice(-800)}`);
  return ran;
}

/** A home whose sandbox has an organization of this size. */
async function homeOf(name, size) {
  const home = join(dir, name);
  mkdirSync(join(home, "docs"), { recursive: true });
  await writeOrganization(join(home, "docs", "sandbox.sqlite"), { teams: 20, members: 1000, ...size });
  return { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_STATE_HOME: home };
}

async function commands() {
  const env = await homeOf("overview", { spaces: 100, pages: 5000 });
  const overview = await least([docs, "--sandbox", "orgs", "overview", "--json"], env);
  add("orgs overview of 5,000 pages in the sandbox", overview.ms / 1000, "s", 0.6);
  add("the same, memory", overview.mb, "MB", 110);
  const checked = await homeOf("checks", { spaces: 100, pages: 10_000 });
  const file = join(dir, "checks.docs");
  await once([docs, "--sandbox", "snapshots", "create", file], checked);
  const start = await least([docs, "--snapshot", file, "orgs", "list", "--json"], checked);
  const checks = await least([docs, "--snapshot", file, "checks", "run", "--json"], checked);
  add("checks run of a snapshot of 10,000 pages, beside orgs list of it", checks.ms / start.ms, "times", 10);
  add("the same, memory", checks.mb, "MB");
}

const sizeOf = (folder) =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1_000_000;

/** Tables of one day, and folders of the others with links to its files: the disk holds each file once. @returns the folder */
async function tables() {
  const env = await homeOf("tables", { spaces, pages: 5 * spaces, members: 100 });
  const file = join(dir, "tables.docs");
  await once([docs, "--sandbox", "snapshots", "create", file, "--include", "access,share-keys"], env);
  const folder = join(dir, "tables");
  const written = await least([docs, "snapshots", "tables", file, folder], env);
  add(`tables of a day of ${spaces} spaces, ${5 * spaces} pages and 100 members`, written.ms / 1000, "s");
  add("the same, memory", written.mb, "MB");
  const nothing = await least([docs, "snapshots", "tables", file, folder, "--since", "7d"], env);
  add("the same with --since, when the day is there", nothing.ms / 1000, "s");
  const organization = readdirSync(folder).find((name) => name.startsWith("organization=")) ?? "";
  const [date = ""] = readdirSync(join(folder, organization)).sort().reverse();
  const day = join(folder, organization, date);
  add("size of a day", sizeOf(day), "MB");
  add(
    "size of a year of all organizations, if no two days were links to one file",
    (sizeOf(day) * organizations * days) / 1000,
    "GB",
  );
  const asked = new Set([...PAGE.matchAll(/files\('(\w+)'\)/g)].map(([, name]) => `${name}.parquet`));
  const files = readdirSync(day).filter((name) => asked.has(name));
  for (let at = 0; at < organizations; at += 1) {
    for (let back = 0; back < days; back += 1) {
      const on = new Date(Date.parse(date.slice("date=".length)) - back * DAY_MS).toISOString().slice(0, 10);
      const to = join(folder, at === 0 ? organization : `organization=org${at}`, `date=${on}`);
      if (to === day) continue;
      mkdirSync(to, { recursive: true });
      for (const name of files) linkSync(join(day, name), join(to, name));
    }
  }
  return { folder, organization: organization.slice("organization=".length), date: date.slice("date=".length) };
}

const DAY_MS = 86_400_000;
const PAGE = readFileSync(new URL("../docs/snapshots/questions.md", import.meta.url), "utf8");

/** The folders that a question needs, as the page says. */
function daysOf(title, date) {
  const month = (at) => `${new Date(at).toISOString().slice(0, 7)}-*`;
  if (/first of each month/.test(title)) return ["*-01"];
  const isMonth = /in the last 30 days/.test(title);
  return isMonth ? [...new Set([month(Date.parse(date) - 30 * DAY_MS), month(Date.parse(date))])] : [date];
}

/** The questions of the page, of one organization and of all. */
async function questions({ folder, organization, date }) {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const db = await (await DuckDBInstance.create(":memory:", { threads: "2" })).connect();
  for (const [, title = "", text = ""] of PAGE.matchAll(/```sql\n-- (.*)\n([\s\S]*?)```/g)) {
    const sql = text.replaceAll("'tables/", `'${folder}/`).replaceAll("2026-01-15", date);
    if (title.startsWith("DuckDB: ")) await db.run(sql.replace("['*']", `['${date}']`));
    if (/^[A-Z]\w+: /.test(title)) continue;
    const named = daysOf(title, date).map((one) => `'${one}'`);
    for (const [whose, pattern] of [
      ["one organization", organization],
      [`${organizations} organizations`, "*"],
    ]) {
      await db.run(`SET VARIABLE organization = '${pattern}'; SET VARIABLE days = [${named}]`);
      const runs = [];
      for (let at = 0; at < 3; at += 1) {
        const begun = performance.now();
        await db.run(`CREATE OR REPLACE TEMP TABLE answer AS ${sql}`);
        runs.push((performance.now() - begun) / 1000);
      }
      const [[count]] = (await db.runAndReadAll("SELECT count(*) FROM answer")).getRows();
      add(`${title}: ${whose}, ${count} rows`, Math.min(...runs), "s", 2);
    }
  }
  db.closeSync();
}

try {
  await commands();
  await far({ add, dir, homeOf });
  await questions(await tables());
} finally {
  rmSync(dir, { recursive: true, force: true });
}
const machine = { node: process.version, platform: process.platform, cpu: cpus()[0]?.model, cores: cpus().length };
process.stdout.write(
  save("large", { at: new Date().toISOString(), machine: { ...machine, load: loadavg()[1] }, rows }),
);
