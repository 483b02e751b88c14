import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VIEWS } from "../../src/resources/views.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { writeTables } from "../../src/snapshot/tables/tables.js";
import { openCsv } from "../../src/snapshot/tables/writers.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { loadLarge, peopleLarge } from "./large-organization.js";
import { snapshotOf } from "./snapshot-helper.js";

/* Debian's PostgreSQL loads the tables of two organizations with psql, and has every row of the views. */

const binaries = (() => {
  const [version = ""] = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql").sort().reverse() : [];
  return `/usr/lib/postgresql/${version}/bin`;
})();

// Another user has to reach it, and a socket's path is short.
const folder = mkdtempSync("/tmp/docs-pg-");
const tables = join(folder, "tables");
const services: TestSandbox[] = [];
let server: ReturnType<typeof spawn> | undefined;

/** The server refuses to run as root. */
function asPostgres(program: string, args: readonly string[]): [string, string[]] {
  const path = join(binaries, program);
  return process.getuid?.() === 0 ? ["runuser", ["-u", "postgres", "--", path, ...args]] : [path, [...args]];
}

function psql(args: readonly string[], cwd = folder) {
  const all = ["-X", "-q", "-h", folder, "-U", "postgres", ...args];
  const { status, stdout, stderr } = spawnSync(join(binaries, "psql"), all, { cwd, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

/** Rows of a statement, as JSON. */
function ask(sql: string): Record<string, unknown>[] {
  const { code, stdout, stderr } = psql(["-At", "-c", `SELECT coalesce(json_agg(q), '[]') FROM (${sql}) q`]);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

async function makeDay(service: TestSandbox, organization: string, day: string): Promise<string> {
  const file = join(folder, `${organization}.docs`);
  const started = `${day}T23:59:00.000Z`;
  await snapshotOf(service, file, { organization, include: ["access"] }, undefined, { started, acceptShrink: true });
  return file;
}

const dayOf = (organization: string, day: string) => join(tables, `organization=${organization}`, `date=${day}`);

/** Texts that a table of lines and commas might get wrong. */
const ODD = ["", "\\.", "a\\nb", 'say "so", twice', "line\nline", "\\N", "NULL", "=1+1", "日本 \u{1F4A1}"];

beforeAll(async () => {
  chmodSync(folder, 0o777);
  const data = join(folder, "data");
  const [program, args] = asPostgres("initdb", [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--no-sync",
  ]);
  const made = spawnSync(program, args, { encoding: "utf8", cwd: folder });
  expect([made.status, made.stderr]).toEqual([0, expect.anything()]);
  const options = ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"];
  const [command, rest] = asPostgres("postgres", options);
  server = spawn(command, rest, { stdio: "ignore", cwd: folder });
  for (let tries = 0; psql(["-c", "SELECT 1"]).code !== 0; tries += 1) {
    if (tries > 100) throw new Error("the server does not answer");
    await sleep(100);
  }
  const sample = await testSandbox({ load: loadSample });
  const large = await testSandbox({ load: loadLarge });
  services.push(sample, large);
  await peopleLarge(large);
  for (const [service, organization] of [
    [sample, SAMPLE.org],
    [large, ORG],
  ] as const) {
    const file = await makeDay(service, organization, "2026-01-15");
    const db = openBinding(file);
    const ids = db.all("SELECT id FROM objects WHERE kind = 'comment' OR kind = 'space' ORDER BY kind DESC, id");
    for (const [at, { id }] of ids.entries())
      db.run(
        "UPDATE objects SET json = json_set(json, '$.title', ?1, '$.emoji', ?1) WHERE kind = 'space' AND id = ?2",
        ODD[at % ODD.length] ?? "",
        String(id),
      );
    writeDigests(db);
    db.close();
    await writeTables(file, tables, { format: "csv" });
  }
}, 120_000);
afterAll(async () => {
  const ended = new Promise((resolve) => server?.once("exit", resolve));
  const [program, args] = asPostgres("pg_ctl", ["-D", join(folder, "data"), "-m", "immediate", "stop"]);
  spawnSync(program, args, { cwd: folder });
  await ended;
  for (const service of services) service.close();
  rmSync(folder, { recursive: true, force: true });
});

const TYPES = { text: "text", time: "timestamp with time zone", boolean: "boolean", integer: "bigint" };

describe("load.sql", () => {
  it("loads a day, and the same day again in its place", () => {
    for (const organization of [SAMPLE.org, ORG, SAMPLE.org]) {
      const { code, stderr } = psql(["-f", "load.sql"], dayOf(organization, "2026-01-15"));
      expect([organization, code, stderr]).toEqual([organization, 0, ""]);
    }
  });

  it.each(VIEWS.map(({ name, columns }) => [name, columns] as const))("%s has every row", async (name, columns) => {
    const found = ask(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = '${name}' ORDER BY ordinal_position`,
    ).map((column) => `${column.name} ${column.type}`);
    const isRead = name !== "share_links";
    expect(found).toEqual([
      "organization text",
      "date date",
      ...(isRead
        ? [...columns.map(([column, , , type = "text"]) => `${column} ${TYPES[type]}`), "complete boolean"]
        : []),
    ]);
    if (!isRead) return;
    for (const organization of [SAMPLE.org, ORG]) {
      const file = join(folder, `${organization}.docs`);
      const asked = await runQuery({ file, sql: `SELECT * FROM "${name}"`, limit: 100_000 }).catch(() => ({
        rows: [],
      }));
      const expected = asked.rows.map((row) =>
        JSON.stringify(columns.map(([column, , , type]) => typed(type, row[column]))),
      );
      const rows = ask(`SELECT * FROM "${name}" WHERE organization = '${organization}'`);
      const loaded = rows.map((row) => JSON.stringify(columns.map(([column, , , type]) => typed(type, row[column]))));
      expect(loaded.sort()).toEqual(expected.sort());
    }
  });

  it("keeps other days, and changes nothing where a file is damaged", async () => {
    const [service] = services;
    if (!service) throw new Error("there is no service");
    const before = ask(`SELECT count(*) AS n FROM pages WHERE organization = '${SAMPLE.org}'`)[0]?.n;
    expect(before).toBeGreaterThan(10);
    const file = await makeDay(service, SAMPLE.org, "2026-01-16");
    await writeTables(file, tables, { format: "csv" });
    const day = dayOf(SAMPLE.org, "2026-01-16");
    const scopes = readFileSync(join(day, "scopes.csv"), "utf8");
    writeFileSync(join(day, "scopes.csv"), `${scopes}"cut`);
    const count = () =>
      ask(
        `SELECT date::text AS date, count(*) AS n FROM pages WHERE organization = '${SAMPLE.org}' GROUP BY 1 ORDER BY 1`,
      );
    expect(psql(["-f", "load.sql"], day).code).toBe(3);
    expect(count()).toEqual([{ date: "2026-01-15", n: before }]);
    writeFileSync(join(day, "scopes.csv"), scopes);
    expect(psql(["-f", "load.sql"], day).code).toBe(0);
    expect(count()).toEqual([
      { date: "2026-01-15", n: before },
      { date: "2026-01-16", n: before },
    ]);
  });

  it("makes a column that an earlier version did not have", () => {
    expect(psql(["-c", "ALTER TABLE spaces DROP COLUMN visibility"]).code).toBe(0);
    expect(psql(["-f", "load.sql"], dayOf(SAMPLE.org, "2026-01-16")).code).toBe(0);
    expect(ask("SELECT DISTINCT date::text FROM spaces WHERE visibility IS NOT NULL")).toEqual([
      { date: "2026-01-16" },
    ]);
  });

  it("loads a text with a character that PostgreSQL does not know", () => {
    // Not every binding of SQLite reads one.
    const writer = openCsv(join(folder, "zero.csv"), [{ name: "words", type: "text" }]);
    writer.write([["a\u0000b"]]);
    writer.finish();
    expect(psql(["-c", "CREATE TABLE zero (words text)"]).code).toBe(0);
    expect(psql(["-c", "\\copy zero FROM 'zero.csv' WITH (FORMAT csv, HEADER)"])).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(ask("SELECT words FROM zero")).toEqual([{ words: "a\ufffdb" }]);
  });

  it("is a file of CSV alone, for its owner", async () => {
    const day = dayOf(SAMPLE.org, "2026-01-16");
    expect(readdirSync(day)).toContain("load.sql");
    await writeTables(join(folder, `${SAMPLE.org}.docs`), tables, { format: "ndjson" });
    expect(readdirSync(day)).not.toContain("load.sql");
  });
});

/** What a value of a view means. */
function typed(type: string | undefined, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === "boolean") return value === 1 || value === true;
  if (type === "time") return new Date(String(value)).toISOString();
  return type === "integer" ? value : String(value);
}
