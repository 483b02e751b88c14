/** The questions of the documentation, in a real DuckDB over a small folder, and as a parser of other databases reads them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VIEWS } from "../../src/resources/views.js";
import { parquetTables, typedValue } from "../../src/snapshot/tables/writers.js";
import { QUESTIONS_PAGE, questions, VIEWS_OF_FOLDER } from "./questions.js";
import { temporaryFolder } from "./snapshot-helper.js";

type Row = Record<string, string | number | null>;
/** Rows by table. */
type Tables = Record<string, readonly Row[]>;

const place = temporaryFolder();
const folder = join(place.folder, "tables");
const documented = questions(folder);
const asked = [...documented.keys()].filter((title) => title !== VIEWS_OF_FOLDER && !/^[A-Z]/.test(title));
let db: DuckDBConnection;

/** Writes a day as `docs snapshots tables` does; tables named in `partial` are not complete. */
async function writeDay(organization: string, date: string, tables: Tables, partial: readonly string[] = []) {
  const at = join(folder, `organization=${organization}`, `date=${date}`);
  mkdirSync(at, { recursive: true });
  const open = await parquetTables();
  const stateOf = (name: string) => (partial.includes(name) ? "partial" : "complete");
  for (const { name, columns } of VIEWS) {
    const typed = columns.map(([column, , , type = "text"]) => ({ name: column, type }));
    const writer = open(join(at, `${name}.parquet`), [...typed, { name: "complete", type: "boolean" }]);
    const rows = tables[name] ?? [];
    for (const row of rows)
      for (const key of Object.keys(row)) expect(typed.map((column) => column.name)).toContain(key);
    writer.write(
      rows.map((row) => [
        ...typed.map((column) => typedValue(column.type, row[column.name]) ?? null),
        stateOf(name) === "complete",
      ]),
    );
    writer.finish();
  }
  const about = open(join(at, "tables.parquet"), [
    { name: "table_name", type: "text" },
    { name: "state", type: "text" },
  ]);
  about.write(VIEWS.map(({ name }) => [name, stateOf(name)]));
  about.finish();
}

const member = (id: string, role: string | null, seen: string | null, more: Row = {}): Row => ({
  ...{ id, name: id, email: `${id}@example.com`, role, disabled: 0, joined_at: "2024-01-01T00:00:00Z" },
  ...{ last_seen_at: seen, ...more },
});
const NOW = "2026-01-14T12:00:00Z";
const space = (id: string, updated = NOW): Row => ({
  id,
  title: `Space ${id}`,
  visibility: "public",
  updated_at: updated,
});
const access = (member: string, space: string, permission: string): Row => ({ member, space, permission });
const page = (space: string, id: string, updated: string, type = "document"): Row => ({
  ...{ space, id, path: `path/${id}`, type, updated_at: updated },
});
const link = (status: string): Row => ({ space: "s1", page: "p1", status });
const request = (space: string, id: string, created: string, status = "open"): Row => ({
  ...{ space, id, status, created_at: created },
});
const shareLink = (name: string, created: string, active = 1): Row => ({
  ...{ site: "x", id: name, name, active, created_at: created },
});
const translation = (language: string, updated: string): Row => ({
  ...{ id: language, source_space: "s1", language, updated_at: updated },
});

const SPACES = ["s1", "s2", "s3"].map((id) => space(id, "2026-01-02T00:00:00Z"));

beforeAll(async () => {
  await writeDay("one", "2025-12-01", { links: [link("ok"), link("broken")] });
  await writeDay("one", "2025-12-15", { members: [member("ada", "read", NOW)], spaces: [space("s6")] });
  await writeDay("one", "2025-12-16", { members: [member("ada", "admin", NOW), member("bo", "admin", NOW)] });
  await writeDay("one", "2026-01-01", {
    links: [link("broken"), link("broken"), link("broken"), link("ok")],
    // One comes back.
    spaces: [space("s5"), space("s1")],
  });
  await writeDay("one", "2026-01-07", {}, ["spaces"]);
  await writeDay("one", "2026-01-08", { links: [link("broken")] });
  await writeDay("one", "2026-01-14", {
    members: [member("ada", "admin", NOW), member("bo", "read", NOW), member("gus", "read", NOW)],
    spaces: [...SPACES, space("s4")],
  });
  await writeDay("one", "2026-01-15", {
    members: [
      member("ada", "admin", NOW),
      // 91 days before, and 90.
      member("bo", "edit", "2025-10-16T23:59:59Z"),
      member("cy", "edit", "2025-10-17T00:00:00Z"),
      member("di", "create", null),
      member("ed", "edit", "2020-01-01T00:00:00Z", { disabled: 1 }),
      member("fay", "read", "2020-01-01T00:00:00Z"),
      member("gus", null, NOW),
      member("hal", null, NOW, { disabled: 1 }),
      member("ivy", "edit", null, { joined_at: "2026-01-10T00:00:00Z" }),
    ],
    spaces: SPACES,
    member_spaces: [
      ...["s1", "s2", "s3"].map((one) => access("ada", one, "admin")),
      ...[access("bo", "s1", "admin"), access("ed", "s2", "admin"), access("hal", "s3", "admin")],
      ...[access("gus", "s1", "edit"), access("gus", "s2", "read"), access("fay", "s1", "comment")],
    ],
    pages: [
      page("s1", "p1", "2025-01-14T23:00:00Z"),
      page("s1", "p2", "2025-01-15T00:00:00Z"),
      page("s1", "g1", "2020-01-01T00:00:00Z", "group"),
      page("s2", "p3", "2024-06-01T00:00:00Z"),
    ],
    change_requests: [
      request("s1", "c1", "2025-12-15T23:00:00Z"),
      request("s1", "c2", "2025-11-01T00:00:00Z"),
      request("s1", "c3", "2025-12-16T00:00:00Z"),
      request("s1", "c4", "2024-01-01T00:00:00Z", "merged"),
      request("s2", "c5", "2025-06-01T00:00:00Z"),
    ],
    sites: ["x", "y"].map((id) => ({ id, title: `Site ${id}` })),
    // One space is on a site twice.
    site_spaces: ["x s1", "x s2", "x s2", "y s2"].map((pair, at) => {
      const [site = "", id = ""] = pair.split(" ");
      return { site, id: `o${at}`, space: id };
    }),
    share_links: [
      shareLink("old", "2025-10-16T00:00:00Z"),
      shareLink("young", "2025-10-17T00:00:00Z"),
      shareLink("off", "2020-01-01T00:00:00Z", 0),
    ],
    translations: [translation("de", "2026-01-01T00:00:00Z"), translation("fr", "2026-01-03T00:00:00Z")],
  });
  await writeDay("two", "2026-01-01", { links: [link("broken")] }, ["links"]);
  await writeDay("two", "2026-01-14", { spaces: [space("t1"), space("t2")] });
  // What was read of it in part says nothing of what is missing.
  await writeDay("two", "2026-01-15", { spaces: [space("t1")] }, ["spaces", "member_spaces", "site_spaces"]);
  db = await (await DuckDBInstance.create(":memory:")).connect();
  await db.run(documented.get(VIEWS_OF_FOLDER) ?? "");
});
afterAll(() => {
  db?.closeSync();
  place.remove();
});

/** As a person reads them. */
const EXPECTED: Record<string, unknown[][]> = {
  "who can edit what": [
    ["one", "ada", "Space s1", "admin"],
    ["one", "ada", "Space s2", "admin"],
    ["one", "ada", "Space s3", "admin"],
    ["one", "bo", "Space s1", "admin"],
    ["one", "ed", "Space s2", "admin"],
    ["one", "gus", "Space s1", "edit"],
    ["one", "hal", "Space s3", "admin"],
  ],
  "members who may write and were not seen for 90 days": [
    ["one", "bo", "bo@example.com", "edit", "2025-10-16T23:59:59.000Z"],
    ["one", "di", "di@example.com", "create", null],
  ],
  "guests, and how many spaces they reach": [["one", "gus", "gus@example.com", 2, 1]],
  "roles changed in the last 30 days": [
    ["one", "2026-01-14T00:00:00.000Z", "bo", "admin", "read"],
    ["one", "2026-01-15T00:00:00.000Z", "bo", "read", "edit"],
    ["one", "2026-01-15T00:00:00.000Z", "gus", "read", null],
  ],
  "spaces that only administrators of the organization administer": [
    ["one", "s2", "Space s2"],
    ["one", "s3", "Space s3"],
  ],
  "spaces on no site": [["one", "s3", "Space s3", "public"]],
  "spaces gone in the last 30 days, with the first complete day without them": [
    ["one", "2026-01-08T00:00:00.000Z", "s5", "Space s5"],
    ["one", "2026-01-15T00:00:00.000Z", "s4", "Space s4"],
  ],
  "pages unchanged for a year": [
    ["one", "Space s1", "path/p1", "2025-01-14T23:00:00.000Z"],
    ["one", "Space s2", "path/p3", "2024-06-01T00:00:00.000Z"],
  ],
  "broken links on the first of each month of a year": [
    ["one", "2025-12-01T00:00:00.000Z", 1, null],
    ["one", "2026-01-01T00:00:00.000Z", 3, 2],
  ],
  "change requests open for more than 30 days, by space": [
    ["one", "Space s1", 2, "2025-11-01T00:00:00.000Z"],
    ["one", "Space s2", 1, "2025-06-01T00:00:00.000Z"],
  ],
  "the largest sites, by pages": [
    ["one", "Site x", 2, 3],
    ["one", "Site y", 1, 1],
  ],
  "share links that have been open for more than 90 days": [["one", "Site x", "old", "2025-10-16T00:00:00.000Z"]],
  "translations that are behind their space": [
    ["one", "Space s1", "de", "2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"],
  ],
};

const plain = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : typeof value === "bigint" ? Number(value) : value;
const rowsOf = async (sql: string): Promise<unknown[][]> =>
  (await db.runAndReadAll(sql)).getRowsJS().map((row) => row.map(plain));

test("the documentation has these questions", () => {
  expect([...asked].sort()).toEqual(Object.keys(EXPECTED).sort());
});

test.each(Object.keys(EXPECTED))("DuckDB answers: %s", async (title) => {
  expect(await rowsOf(documented.get(title) ?? "")).toEqual(EXPECTED[title]);
});

test("DuckDB looks only into the folders that the variables name", async () => {
  await db.run("SET VARIABLE organization = 'two'; SET VARIABLE days = ['2026-01-14', '*-15']");
  expect(await rowsOf("SELECT organization, CAST(date AS VARCHAR), id FROM spaces ORDER BY ALL")).toEqual([
    ["two", "2026-01-14", "t1"],
    ["two", "2026-01-14", "t2"],
    ["two", "2026-01-15", "t1"],
  ]);
  await db.run("SET VARIABLE organization = '*'; SET VARIABLE days = ['*']");
});

/** Reads each statement as a database would, and writes what it understood for DuckDB. */
const TRANSLATE = `
import json, sys, sqlglot
print(json.dumps([sqlglot.transpile(sql, read=dialect, write="duckdb")[0] for dialect, sql in json.load(sys.stdin)]))`;
const understood = (read: readonly [dialect: string, sql: string][]): string[] => {
  const input = JSON.stringify(read);
  return JSON.parse(execFileSync("/usr/bin/python3", ["-c", TRANSLATE], { input, encoding: "utf8", stdio: "pipe" }));
};

/** The scripts of the documentation: `sed` for BigQuery, and the copy that makes a folder for each table. */
const [, sed = ""] = /^(sed -E .*) question\.sql$/m.exec(QUESTIONS_PAGE) ?? [];
const [, copy = ""] = /```sh\n(for table in [\s\S]*?)```/.exec(QUESTIONS_PAGE) ?? [];
const forBigQuery = (sql: string): string => execFileSync("sh", ["-c", sed], { input: sql, encoding: "utf8" });

test("the parser refuses what is no SQL, and understands what is not meant", () => {
  expect(() => understood([["trino", "SELECT a FROM WHERE b"]])).toThrow("ParseError");
  expect(understood([["spark", "SELECT datediff(b, a) FROM t"]])[0]).not.toBe("SELECT datediff(b, a) FROM t");
});

test.each(["spark", "trino", "bigquery"])("%s answers the same, as a parser reads it", async (dialect) => {
  const texts = asked.map((title) => documented.get(title) ?? "");
  const read = dialect === "bigquery" ? texts.map(forBigQuery) : texts;
  expect(read.join("").includes("INTERVAL '")).toBe(dialect !== "bigquery");
  for (const [at, sql] of understood(read.map((one) => [dialect, one])).entries()) {
    const title = asked[at] ?? "";
    expect([title, await rowsOf(sql)]).toEqual([title, EXPECTED[title]]);
  }
});

test("a copy has a folder for each table, with the same answers", async () => {
  // A remote of that name, which keeps what it gets in a folder.
  const remote = join(place.folder, "remote");
  const env = { ...process.env, RCLONE_CONFIG_REMOTE_TYPE: "alias", RCLONE_CONFIG_REMOTE_REMOTE: remote };
  execFileSync("sh", ["-ec", copy], { cwd: place.folder, env, stdio: "pipe" });
  const other = await (await DuckDBInstance.create(":memory:")).connect();
  const names = readdirSync(join(remote, "bucket"));
  for (const name of names)
    await other.run(`CREATE VIEW ${name} AS FROM read_parquet('${remote}/bucket/${name}/*/*/*.parquet')`);
  for (const title of asked) {
    const rows = (await other.runAndReadAll(documented.get(title) ?? "")).getRowsJS();
    expect([title, rows.map((row) => row.map(plain))]).toEqual([title, EXPECTED[title]]);
  }
  other.closeSync();
});
