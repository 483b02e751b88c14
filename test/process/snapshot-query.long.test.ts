/** `docs snapshots query` as people install it: a process that runs SQL, and ends when it should. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ended } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";
import { until } from "./service.js";

const ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

const home = useHome();
beforeAll(async () => {
  const made = await home.run(["--sandbox", "snapshots", "create", "a.docs", "--exclude", "content,comments"]);
  expect(made).toMatchObject({ code: 0 });
});

const query = (sql: string, ...more: string[]) => home.run(["snapshots", "query", "a.docs", sql, ...more]);

test.each([
  ["tsv", "Harbor API\t0\n"],
  ["csv", "title,comments\r\nHarbor API,0\r\n"],
  ["json", '[{"title":"Harbor API","comments":0}]\n'],
  ["jsonl", '{"title":"Harbor API","comments":0}\n'],
  ["yaml", "- title: Harbor API\n  comments: 0\n"],
])("rows as %s", async (format, expected) => {
  const sql = "SELECT title, comments FROM spaces WHERE title LIKE 'Harbor A%'";
  const { code, stdout, stderr } = await query(sql, "-o", format);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(expected);
});

test("whole numbers that a double cannot hold are text, with all their digits", async () => {
  const sql = 'SELECT 9007199254740993 AS a, -9223372036854775807 AS b, 9007199254740991 AS c, 1 AS a, 0.5 AS "d""e"';
  const { code, stdout } = await query(sql, "--json");
  const row = '{"a":"9007199254740993","b":"-9223372036854775807","c":9007199254740991,"a:1":1,"d\\"e":0.5}';
  expect({ code, stdout }).toEqual({ code: 0, stdout: `[${row}]\n` });
  expect((await query(`${sql} WHERE 0`, "-o", "csv")).stdout).toBe('a,b,c,a:1,"d""e"\r\n');
});

test("standard input, and a bound that is told", async () => {
  const input = "SELECT id FROM spaces ORDER BY title; -- done\n";
  const { code, stdout, stderr } = await home.run(["snapshots", "query", "a.docs", "-", "--limit", "2"], { input });
  expect({ code, lines: stdout.trim().split("\n").length }).toEqual({ code: 0, lines: 2 });
  expect(stderr).toContain("only the first 2 rows: --limit N shows more");
});

test("an answer that is longer than a pipe holds arrives whole", async () => {
  const rows =
    "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 60000) SELECT i, printf('%0100d', i) AS t FROM n";
  const ran = await home.run(["snapshots", "query", "a.docs", rows, "-L", "60000", "-o", "csv"]);
  expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: "" });
  const lines = ran.stdout.trimEnd().split("\r\n");
  expect([lines.length, lines.at(-1)?.slice(0, 8)]).toEqual([60_001, "60000,00"]);
});

test("a query that never ends is ended", async () => {
  const { code, stdout, stderr } = await query(ENDLESS, "--deadline", "1", "--json");
  expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
  expect(JSON.parse(stderr)).toMatchObject({ error: { kind: "timeout" } });
});

test("a query that takes too much memory is ended", async () => {
  // A busy machine takes its time to fill a gigabyte.
  const much =
    "WITH RECURSIVE n (t) AS (SELECT 'x' UNION ALL SELECT t || t FROM n LIMIT 40) SELECT max(length(t)) FROM n";
  const ran = await home.run(["snapshots", "query", "a.docs", much, "--deadline", "300"]);
  expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/memory/) });
});

test("refused SQL is a mistake in the command line", async () => {
  const { code, stderr } = await query("DROP TABLE objects");
  expect(code).toBe(2);
  expect(stderr).toContain("DROP is refused: a snapshot is read-only");
});

/** Processes that run queries of this file, by the file's place. */
const queries = () =>
  readdirSync("/proc").filter((pid) => {
    const at = `/proc/${pid}/cmdline`;
    return (
      /^\d+$/.test(pid) &&
      existsSync(at) &&
      read(at).includes("__child\0query") &&
      read(`/proc/${pid}/environ`).includes(home.dir)
    );
  });

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Ended meanwhile.
    return "";
  }
}

test.skipIf(process.platform !== "linux")("after kill -9 of the command nothing goes on", async () => {
  const child = home.start(["snapshots", "query", join(home.dir, "a.docs"), ENDLESS]);
  const end = ended(child);
  await until(() => queries().length === 1);
  child.kill("SIGKILL");
  await end;
  await until(() => queries().length === 0);
});
