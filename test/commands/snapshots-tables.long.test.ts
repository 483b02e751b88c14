import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { VIEWS } from "../../src/resources/views.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { writeTables } from "../../src/snapshot/tables/tables.js";
import { openBinding } from "../../src/system/sqlite.js";
import { onlyChanged } from "../helpers/nothing-else.js";
import { testCli } from "../helpers/run.js";
import { useOnce, useTestCli } from "../helpers/set-ups.js";
import { flipped } from "../snapshot/damage-helper.js";
import { refusal, rewriting, snapshotOf, transportOf } from "../snapshot/snapshot-helper.js";

const DAY = "2026-01-15";

const maker = useOnce(() => testCli());
let made: string;
const cli = useTestCli();
let file: string;
let folder: string;
let day: string;
beforeAll(async () => {
  made = join(maker.folder, "monday.docs");
  await snapshotOf(maker, made, { organization: SAMPLE.org, spaces: ["p6XAtCw2ZM66CYe1Dw4C"], include: ["access"] });
});
beforeEach(() => {
  file = join(cli.folder, "monday.docs");
  folder = join(cli.folder, "tables");
  day = join(folder, `organization=${SAMPLE.org}`, `date=${DAY}`);
  copyFileSync(made, file);
});

/** Changes the file as if it had been read like that. */
function change(...sql: string[]): void {
  const db = openBinding(file);
  for (const one of sql) db.run(one);
  writeDigests(db);
  db.close();
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("docs snapshots tables --generation all", () => {
  test("writes the last generation of each day, and none that is suspect", async () => {
    const several = join(cli.folder, "org.docs");
    const asked = { organization: SAMPLE.org, exclude: ["content"] } as const;
    const night = async (started: string, title: string, transport = transportOf(cli).transport) => {
      await cli.run(`spaces edit tG4nVx8YqLz2RkWd7JmS --title ${title}`);
      await snapshotOf(cli, several, asked, transport, { started });
    };
    await night("2026-01-10T02:00:00.000Z", "First");
    await night("2026-01-11T02:00:00.000Z", "Early");
    await night("2026-01-11T22:00:00.000Z", "Late");
    // The token may see less than the one before.
    const short = rewriting(cli, (path, body) =>
      /\/orgs\/[^/]+$/.test(path) ? { ...body, permissions: { ...Object(body.permissions), admin: false } } : body,
    );
    await night("2026-01-12T02:00:00.000Z", "Suspect", short);
    await night("2026-01-13T02:00:00.000Z", "Last");
    const ran = await cli.run(`snapshots tables ${several} ${folder} --format csv --generation all`, { tty: true });
    expect([ran.code, ran.sent]).toEqual([0, []]);
    expect(ran.stderr).toContain(`Wrote the tables of 3 days into ${folder}\n`);
    expect(ran.stdout).toMatch(
      /^DATE +TABLES +ROWS +INCOMPLETE\n2026-01-10 +\d+ +\d+ +\d+\n2026-01-11 [\s\S]*\n2026-01-13 /,
    );
    const organization = join(folder, `organization=${SAMPLE.org}`);
    const titles = readdirSync(organization)
      .sort()
      .map((name) => {
        const rows: Record<string, string>[] = parse(readFileSync(join(organization, name, "spaces.csv")), {
          columns: true,
        });
        return [name, rows.find(({ id }) => id === "tG4nVx8YqLz2RkWd7JmS")?.title];
      });
    expect(titles).toEqual([
      ["date=2026-01-10", "First"],
      ["date=2026-01-11", "Late"],
      ["date=2026-01-13", "Last"],
    ]);
    const days = await cli.json(`snapshots tables ${several} ${folder} --generation all`);
    expect(days.map(({ date, replaced }: Record<string, unknown>) => [date, replaced])).toEqual([
      ["2026-01-10", true],
      ["2026-01-11", true],
      ["2026-01-13", true],
    ]);
    expect(await cli.run(`snapshots tables ${several}@1 ${folder} --generation all`)).toMatchObject({
      code: 2,
      stdout: "",
    });
  });
});

describe("docs snapshots tables", () => {
  test("writes a day that only its owner reads, and says what is not whole", async () => {
    const ran = await onlyChanged(cli, () => cli.run(`snapshots tables ${file} ${folder}`, { tty: true }), {
      files: /^tables(\/|$)/,
    });
    expect([ran.code, ran.sent]).toEqual([0, []]);
    expect(ran.stderr).toContain(`Wrote 23 tables of ${DAY} into ${folder}\n`);
    expect(ran.stdout).toMatch(/spaces +complete +8 +0/);
    expect(ran.stdout).toMatch(/share_links +missing +0 +0 +pass --include share-keys/);
    // The contents of the other spaces were left out: that is no failure, and not complete.
    expect(ran.stdout).toMatch(/pages +partial +6 +0 +not-asked: --spaces named other/);
    const files = readdirSync(day).sort();
    expect(files).toEqual(
      [...VIEWS.map(({ name }) => name), "tables"]
        .filter((name) => !["share_links", "replies"].includes(name))
        .map((name) => `${name}.parquet`)
        .sort(),
    );
    expect([folder, join(day, ".."), day].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
    expect(new Set(files.map((name) => modeOf(join(day, name))))).toEqual(new Set([0o600]));
    expect(readdirSync(folder)).toEqual([`organization=${SAMPLE.org}`]);
  });

  test("the same day again replaces it, in any format, and no other", async () => {
    await cli.out(`snapshots tables ${file} ${folder}`);
    const other = join(day, "..", "date=2026-01-14");
    mkdirSync(other);
    writeFileSync(join(other, "spaces.parquet"), "as it was");
    const again = await cli.run(`snapshots tables ${file} ${folder} --format ndjson --json`);
    expect(JSON.parse(again.stdout)).toMatchObject({
      organization: SAMPLE.org,
      date: DAY,
      format: "ndjson",
      replaced: true,
    });
    expect(readdirSync(day).every((name) => name.endsWith(".ndjson"))).toBe(true);
    expect(readFileSync(join(other, "spaces.parquet"), "utf8")).toBe("as it was");
    expect(readdirSync(folder)).toEqual([`organization=${SAMPLE.org}`]);
  });

  test("CSV and JSON lines have the values of the views", async () => {
    change(
      `UPDATE objects SET json = json_set(json, '$.title', '=1+1, "quoted"' || char(10) || 'twice', '$.emoji', '') WHERE kind = 'space' AND id = '${SAMPLE.space}'`,
    );
    await cli.out(`snapshots tables ${file} ${folder} --format csv`);
    const text = readFileSync(join(day, "spaces.csv"), "utf8");
    const rows: Record<string, string>[] = parse(text, { columns: true });
    const asked = await cli.json(`snapshots query ${file} "SELECT * FROM spaces"`);
    expect(rows.map(({ id, title, comments }) => [id, title, Number(comments)])).toEqual(
      asked.map(({ id, title, comments }: Record<string, unknown>) => [id, title, comments]),
    );
    expect(rows[0]).toMatchObject({ organization: SAMPLE.org, date: DAY, complete: "true" });
    // Nothing is null, "" is the empty text.
    expect(text).toContain('"=1+1, ""quoted""\ntwice","",');
    expect(readFileSync(join(day, "pages.csv"), "utf8")).toMatch(/",,1,0,"/);
    await cli.out(`snapshots tables ${file} ${folder} --format ndjson`);
    const lines = readFileSync(join(day, "members.ndjson"), "utf8").trim().split("\n");
    const [first] = lines.map((line) => JSON.parse(line));
    expect(lines.length).toBe(14);
    expect(first).toMatchObject({ organization: SAMPLE.org, date: DAY, disabled: false, spaces: expect.any(Number) });
    expect(first.joined_at).toBe(new Date(first.joined_at).toISOString());
  });

  test("what is none of its type is null, and counted", async () => {
    change(
      `UPDATE objects SET json = json_set(json, '$.createdAt', 'long ago', '$.comments', 1.5) WHERE kind = 'space' AND id = '${SAMPLE.space}'`,
    );
    const { tables } = await cli.json(`snapshots tables ${file} ${folder}`);
    expect(tables.find(({ table }: { table: string }) => table === "spaces")).toMatchObject({ rows: 8, untyped: 2 });
  });

  test("a complete list without anything in it is a table without rows", async () => {
    change("DELETE FROM objects WHERE kind = 'translation'");
    await cli.out(`snapshots tables ${file} ${folder}`);
    const db = await (await DuckDBInstance.create(":memory:")).connect();
    const count = await db.runAndReadAll(
      `SELECT count(*) AS n, count(created_at) AS m FROM '${join(day, "translations.parquet")}'`,
    );
    expect(count.getRowObjectsJS()).toEqual([{ n: 0n, m: 0n }]);
    db.closeSync();
  });

  test("what could not be read ends with 9, and has no table", async () => {
    const { transport } = transportOf(cli, (path) => (/\/teams(\?|$)/.test(path) ? refusal(403, "no") : undefined));
    const gaps = join(cli.folder, "gaps.docs");
    await snapshotOf(cli, gaps, { organization: SAMPLE.org }, transport);
    const ran = await cli.run(`snapshots tables ${gaps} ${folder} --format csv`);
    expect([ran.code, ran.stderr]).toEqual([9, expect.stringContaining("1 scope could not be read completely")]);
    expect(existsSync(join(day, "teams.csv"))).toBe(false);
    expect(readFileSync(join(day, "tables.csv"), "utf8")).toMatch(/"teams","missing",0,0,"[^"]*no/);
    // Whose teams nobody knows, nobody knows the members of.
    expect(readFileSync(join(day, "tables.csv"), "utf8")).toMatch(/"team_members","missing",0,0,/);
  });

  test("whatever ends it, a day is there as a whole or as it was", async () => {
    await cli.out(`snapshots tables ${file} ${folder} --format csv`);
    const before = readdirSync(day).map((name) => [name, readFileSync(join(day, name), "utf8")]);
    change("DELETE FROM objects WHERE kind = 'translation'");
    const ending = (table: string) => {
      if (table === "scopes") throw new Error("ended");
    };
    await expect(writeTables(file, folder, { format: "csv", progress: ending })).rejects.toThrow("ended");
    expect(readdirSync(day).map((name) => [name, readFileSync(join(day, name), "utf8")])).toEqual(before);
    expect(readdirSync(folder)).toEqual([`organization=${SAMPLE.org}`]);
  });

  test("refuses places with other things in them, links, and damaged files", async () => {
    mkdirSync(day, { recursive: true });
    writeFileSync(join(day, "notes.txt"), "mine");
    const refused = await cli.run(`snapshots tables ${file} ${folder}`);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("notes.txt is not a table, and would be removed"),
    ]);
    expect(readFileSync(join(day, "notes.txt"), "utf8")).toBe("mine");
    const linked = join(cli.folder, "linked");
    mkdirSync(linked);
    symlinkSync(cli.folder, join(linked, `organization=${SAMPLE.org}`));
    expect(await cli.run(`snapshots tables ${file} ${linked}`)).toMatchObject({ code: 2 });
    flipped(made, file, "Welcome to Halden");
    expect(await cli.run(`snapshots tables ${file} ${join(cli.folder, "new")}`)).toMatchObject({ code: 9, stdout: "" });
    expect(existsSync(join(cli.folder, "new"))).toBe(false);
  });

  test("an organization whose id leads out of the folder is refused", async () => {
    change("UPDATE settings SET value = '../up' WHERE name = 'organization'");
    const ran = await cli.run(`snapshots tables ${file} ${folder}`);
    expect([ran.code === 0, existsSync(join(cli.folder, "up"))]).toEqual([false, false]);
  });
});
