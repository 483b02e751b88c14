import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLES, VIEWS } from "../../src/resources/views.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { writeTables } from "../../src/snapshot/tables/tables.js";
import { sampleCount } from "../helpers/sample.js";
import { ORG, OTHER_ORG, putSpace, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { loadLarge, peopleLarge } from "./large-organization.js";
import { questions, VIEWS_OF_FOLDER } from "./questions.js";
import { refusal, snapshotOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

/* Three organizations on many days: a real DuckDB answers as `docs snapshots query` did on each of them. */

const COUNT = sampleCount(30, 12, ["src/snapshot", "src/shared/snapshots"]);
const DAYS = Array.from({ length: COUNT }, (_, at) => `2026-01-${String(at + 1).padStart(2, "0")}`);
/** The list of spaces was denied to the token: once with nothing known before, once with the day before known. */
const [DENIED, PARTIAL] = [DAYS[COUNT / 3], DAYS[(2 * COUNT) / 3]];

const place = temporaryFolder();
const folder = join(place.folder, "tables");
const docs = readFileSync("docs/snapshots/tables.md", "utf8");
const documented = questions(folder);

let db: DuckDBConnection;
/** What `docs snapshots query` answered, a line for each row, by question. */
const answers = new Map<string, string[]>();
const services: TestSandbox[] = [];

const plain = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : typeof value === "bigint" ? Number(value) : value;
const lineOf = (values: readonly unknown[]): string => JSON.stringify(values.map(plain));

async function rowsOf(sql: string): Promise<Record<string, unknown>[]> {
  return (await db.runAndReadAll(sql)).getRowObjectsJS();
}

async function oneDay(service: TestSandbox, organization: string, day: string): Promise<void> {
  const file = join(place.folder, `${organization}.docs`);
  const isOdd = organization === ORG && (day === DENIED || day === PARTIAL);
  if (isOdd && day === DENIED) rmSync(file);
  const { transport } = transportOf(service, (path) =>
    isOdd && /\/orgs\/[^/]+\/spaces(\?|$)/.test(path) ? refusal(403, "not today") : undefined,
  );
  const started = `${day}T23:59:00.000Z`;
  await snapshotOf(service, file, { organization, include: ["access"] }, transport, { started, acceptShrink: true });
  await writeTables(file, folder, { format: "parquet" });
  for (const { question, sql } of EXAMPLES) {
    const asked = sql.replace("'now', '-1 year'", `'${day}', '-365 days'`);
    const rows = await runQuery({ file, sql: asked, limit: 100_000 }).catch(() => undefined);
    const lines = (rows?.rows ?? []).map((row) => lineOf([organization, day, ...Object.values(row)]));
    answers.set(question, [...(answers.get(question) ?? []), ...lines]);
  }
}

/** Something comes and something goes each day. */
async function edit(service: TestSandbox, organization: string, at: number): Promise<void> {
  const id = (n: number) => `daily${organization.slice(-4)}Space${String(n).padStart(6, "0")}`;
  await service.change((context) => putSpace(context, { id: id(at), title: `Day ${at}`, org: organization }));
  if (at > 2) await service.call("DELETE", `/v1/spaces/${id(at - 3)}`);
  service.advance(24 * 3_600_000);
}

beforeAll(async () => {
  const sample = await testSandbox({ load: loadSample });
  const large = await testSandbox({ load: loadLarge });
  services.push(sample, large);
  await peopleLarge(large);
  for (const [at, day] of DAYS.entries()) {
    for (const [service, organization] of [
      [sample, SAMPLE.org],
      [large, ORG],
      [large, OTHER_ORG],
    ] as const) {
      await edit(service, organization, at);
      await oneDay(service, organization, day);
    }
  }
  db = await (await DuckDBInstance.create(":memory:")).connect();
  // Share links were not asked for: the folder has no table of them.
  await db.run((documented.get(VIEWS_OF_FOLDER) ?? "").replace(/^.*share_links.*\n/m, ""));
});
afterAll(() => {
  for (const service of services) service.close();
  db?.closeSync();
  place.remove();
});

describe("tables of three organizations and many days", () => {
  it("has a partition for each", async () => {
    const found = await rowsOf(
      "SELECT organization, count(DISTINCT date) AS days FROM tables GROUP BY ALL ORDER BY ALL",
    );
    expect(found.map(({ organization, days }) => [organization, Number(days)])).toEqual(
      [SAMPLE.org, ORG, OTHER_ORG].sort().map((organization) => [organization, COUNT]),
    );
  });

  it.each(EXAMPLES)("answers as the snapshots did: $question", async ({ question }) => {
    const [title = ""] = [...documented.keys()].filter((one) => one.startsWith(question));
    const lines: string[] = [];
    for (const day of DAYS) {
      const rows = await rowsOf((documented.get(title) ?? "").replaceAll("2026-01-15", day));
      lines.push(...rows.map(({ organization, ...row }) => lineOf([organization, day, ...Object.values(row)])));
    }
    const expected = answers.get(question) ?? [];
    expect(expected.length).toBeGreaterThan(2 * COUNT);
    expect(lines.sort()).toEqual(expected.sort());
  });

  it("what was not read never looks like a deletion", async () => {
    const last = DAYS.at(-1) ?? "";
    const gone = await rowsOf(
      (documented.get("spaces gone in the last 30 days, with the first complete day without them") ?? "").replaceAll(
        "2026-01-15",
        last,
      ),
    );
    const days = new Set(
      gone
        .filter(({ organization }) => organization === ORG)
        .map(({ gone_on }) => (gone_on as Date).toISOString().slice(0, 10)),
    );
    expect(days.size).toBeGreaterThan(COUNT - 10);
    expect([days.has(DENIED ?? ""), days.has(PARTIAL ?? "")]).toEqual([false, false]);
    expect(gone.every(({ title }) => /^Day \d+$/.test(String(title)))).toBe(true);
    const states = await rowsOf(
      `SELECT date::TEXT AS day, state, rows, reason FROM tables WHERE organization = '${ORG}' AND table_name = 'spaces' AND state <> 'complete' ORDER BY date`,
    );
    expect(states).toEqual([
      { day: DENIED, state: "missing", rows: 0n, reason: expect.stringContaining("not today") },
      { day: PARTIAL, state: "partial", rows: expect.anything(), reason: expect.stringContaining("not today") },
    ]);
    const marked = await rowsOf(
      `SELECT date::TEXT AS day, bool_and(complete) AS whole, count(*) AS n FROM spaces WHERE organization = '${ORG}' GROUP BY ALL`,
    );
    expect(marked.filter(({ whole }) => !whole).map(({ day }) => day)).toEqual([PARTIAL]);
    expect(marked.map(({ day }) => day)).not.toContain(DENIED);
    // What is below a list that was denied is not whole either.
    const [pages] = await rowsOf(
      `SELECT state FROM tables WHERE organization = '${ORG}' AND date = '${DENIED}' AND table_name = 'pages'`,
    );
    expect(pages?.state).not.toBe("complete");
  });

  it("is the same where rclone copied it, as the documentation says", async () => {
    const [, line = ""] = /`(rclone copy [^`]+)`/.exec(docs) ?? [];
    const [program = "", ...words] = line.split(" ");
    // A remote of that name, which keeps what it gets in a folder.
    const remote = join(place.folder, "remote");
    const env = { ...process.env, RCLONE_CONFIG_REMOTE_TYPE: "alias", RCLONE_CONFIG_REMOTE_REMOTE: remote };
    execFileSync(program, words, { cwd: place.folder, env, stdio: "pipe" });
    const count = (root: string) =>
      `SELECT count(*) AS n, count(DISTINCT organization) AS organizations FROM '${root}/*/*/spaces.parquet'`;
    const copied = await rowsOf(count(join(remote, "bucket", "tables")));
    expect(copied).toEqual(await rowsOf(count(folder)));
    expect(copied[0]).toMatchObject({ organizations: 3n });
  });

  it("has each view with its columns, typed, and every row of it", async () => {
    const file = join(place.folder, `${SAMPLE.org}.docs`);
    const types = { text: "VARCHAR", time: "TIMESTAMP", boolean: "BOOLEAN", integer: "BIGINT" };
    const day = DAYS.at(-1);
    for (const { name, columns } of VIEWS) {
      if (name === "share_links") continue;
      const table = `'${folder}/organization=${SAMPLE.org}/date=${day}/${name}.parquet'`;
      const found = await rowsOf(`DESCRIBE FROM read_parquet(${table}, hive_partitioning = false)`);
      expect(found.map(({ column_name, column_type }) => [column_name, column_type])).toEqual([
        ...columns.map(([column, , , type = "text"]) => [column, types[type]]),
        ["complete", "BOOLEAN"],
      ]);
      const { rows } = await runQuery({ file, sql: `SELECT * FROM ${name}`, limit: 100_000 });
      const theirs = rows.map((row) => JSON.stringify(columns.map(([column, , , type]) => typed(type, row[column]))));
      const ours = (
        await rowsOf(`SELECT * EXCLUDE (complete) FROM read_parquet(${table}, hive_partitioning = false)`)
      ).map((row) => lineOf(Object.values(row)));
      expect([name, ours]).toEqual([name, theirs]);
    }
    const [untyped] = await rowsOf("SELECT sum(untyped) AS n FROM tables");
    expect(Number(untyped?.n)).toBe(0);
  });
});

/** What a value of a view means. */
function typed(type: string | undefined, value: unknown): unknown {
  if (value === null) return null;
  if (type === "boolean") return value === 1;
  return type === "time" ? new Date(String(value)).toISOString() : value;
}
