import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { openBinding } from "../../src/system/sqlite.js";
import { onlyChanged } from "../helpers/nothing-else.js";
import type { Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();
let folder: string;
beforeEach(() => {
  folder = join(cli.folder, "snapshots");
});

const organizations = async (): Promise<{ id: string; title: string }[]> => cli.json("orgs list");
/** The service refuses a list of one organization. */
const refusing = (list: string, organization: string) => ({
  intercept: ({ path }: Sent) =>
    new RegExp(`^/v1/orgs/${organization}/${list}([?]|$)`).test(path)
      ? { status: 403, body: { error: { code: 403, message: "not for you" } } }
      : undefined,
});

describe("docs snapshots create --all-orgs", () => {
  test("makes a file for each organization, each with its own defaults", async () => {
    const all = await organizations();
    expect(all.length).toBeGreaterThan(1);
    const line = `snapshots create ${folder}/ --all-orgs`;
    const ran = await onlyChanged(cli, () => cli.run(line, { tty: true }), { files: /^snapshots(\/|$)/ });
    expect([ran.code, ran.stdout]).toEqual([0, ""]);
    for (const { title, id } of all) expect(ran.stderr).toContain(`Read ${title} into ${join(folder, `${id}.docs`)}: `);
    expect(readdirSync(folder).sort()).toEqual(all.map(({ id }) => `${id}.docs`).sort());
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const { id, title } of all) {
      const file = join(folder, `${id}.docs`);
      expect(await cli.json(`snapshots view ${file}`)).toMatchObject({ organization: { id, title }, failed: 0 });
      expect((await cli.json(`--snapshot ${file} spaces list`)).length).toBeGreaterThan(0);
    }
    // The default space is of one of them.
    const spaceOf = (id: string) => {
      const db = openBinding(join(folder, `${id}.docs`));
      const value = db.get("SELECT value FROM settings WHERE name = 'space'")?.value;
      db.close();
      return value ?? "";
    };
    expect(all.map(({ id }) => spaceOf(id))).toEqual(all.map(({ id }) => (id === SAMPLE.org ? SAMPLE.space : "")));
  });

  test("for a script: one list, also of a single run that is repeated", async () => {
    const all = await organizations();
    const first = await cli.json(`snapshots create ${folder} --all-orgs`);
    expect(first.map(({ organization }: { organization: object }) => organization)).toEqual(
      all.map(({ id, title }) => ({ id, title })),
    );
    const again = await cli.json(`snapshots create ${folder} --all-orgs`);
    expect(again.every(({ reused }: { reused: number }) => reused > 0)).toBe(true);
    const full = await cli.json(`snapshots create ${folder} --all-orgs --full`);
    expect(full.every(({ reused }: { reused: number }) => reused === 0)).toBe(true);
  });

  test("what could not be read is in one table, and ends with 9", async () => {
    const [one] = await organizations();
    const ran = await cli.run(`snapshots create ${folder} --all-orgs`, {
      tty: true,
      ...refusing("teams", one?.id ?? ""),
    });
    expect(ran.code).toBe(9);
    expect(ran.stdout).toMatch(/ORGANIZATION +PART +STATE/);
    expect(ran.stdout.trim().split("\n").length).toBe(2);
    expect(ran.stdout).toMatch(new RegExp(`${one?.title} +teams +denied`));
    expect(ran.stderr).toMatch(
      new RegExp(`1 of \\d+ snapshots are not complete\\n +${one?.title}: 1 scope could not be read`),
    );
  });

  test("one that fails stops no other", async () => {
    const all = await organizations();
    const [one, ...others] = all;
    mkdirSync(folder);
    writeFileSync(join(folder, `${one?.id}.docs`), "mine");
    const ran = await cli.run(`snapshots create ${folder} --all-orgs --json`);
    expect(ran.code).toBe(9);
    const rows = JSON.parse(ran.stdout);
    expect(rows.length).toBe(all.length);
    expect(rows[0].error).toMatchObject({ kind: "usage" });
    for (const { id } of others) expect(existsSync(join(folder, `${id}.docs`))).toBe(true);
    expect(ran.stderr).toContain(`${others.length} ok, 1 failed`);
  });

  test("needs no organization, and takes no spaces of one", async () => {
    const env = { DOCS_ORG: "No such organization" };
    expect((await cli.run(`snapshots create ${folder}.docs`, { env })).code).toBe(3);
    expect((await cli.run(`snapshots create ${folder} --all-orgs --spaces ${SAMPLE.space}`, { env })).code).toBe(2);
    expect(existsSync(folder)).toBe(false);
    expect((await cli.run(`snapshots create ${folder} --all-orgs`, { env })).code).toBe(0);
  });

  test("a dry run shows the first request and makes nothing", async () => {
    const ran = await cli.run(`snapshots create ${folder} --all-orgs --dry-run`);
    expect([ran.code, ran.stdout, existsSync(folder)]).toEqual([0, expect.stringContaining("GET"), false]);
    expect(ran.sent).toEqual([]);
  });
});

describe("several snapshots", () => {
  beforeEach(async () => {
    await cli.out(`snapshots create ${folder} --all-orgs`);
  });

  test("a query asks each, and says of each row where it is from", async () => {
    const all = await organizations();
    const sql = '"SELECT count(*) AS spaces FROM spaces"';
    const files = all.map(({ id }) => join(folder, `${id}.docs`));
    const rows = await cli.json(`snapshots query ${files.join(" ")} ${sql}`);
    const single = await Promise.all(files.map((file) => cli.json(`snapshots query ${file} ${sql}`)));
    expect(rows).toEqual(all.map(({ id }, at) => ({ organization: id, ...single[at][0] })));
    expect(Object.keys(rows[0])).toEqual(["organization", "spaces"]);
    expect(await cli.json(`snapshots query ${folder} ${sql}`)).toHaveLength(all.length);
    // The limit is for all of them.
    const { stdout, stderr } = await cli.run(`snapshots query ${folder} "SELECT id FROM spaces" --limit 5 -o csv`);
    expect([stdout.trim().split("\n").length, stderr]).toEqual([6, expect.stringContaining("only the first 5 rows")]);
    const wrong = await cli.run(`snapshots query ${folder} "SELECT id AS organization FROM spaces"`);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("rename your column with AS")]);
    expect(await cli.run(`snapshots query ${folder}`)).toMatchObject({ code: 2, stdout: "" });
    expect(await cli.run(`snapshots query ${cli.folder} ${sql}`)).toMatchObject({ code: 2, stdout: "" });
  });

  test("one that cannot be asked or checked stops no other", async () => {
    const [one] = await organizations();
    writeFileSync(join(folder, "other.docs"), "not one");
    const asked = await cli.run(`snapshots query ${folder} "SELECT title FROM organization" -o csv`);
    expect([asked.code, asked.stdout]).toEqual([9, expect.stringContaining(one?.title ?? "")]);
    expect(asked.stderr).toMatch(/1 of \d snapshots could not be queried\n.*other\.docs is not a snapshot/);
    const checked = await cli.run(`checks run space-locked-long --snapshots ${folder} -o csv`);
    expect(checked.stderr).toMatch(/failed: .*other\.docs is not a snapshot/);
    expect([9, 11]).toContain(checked.code);
    expect(checked.stdout.split("\n")[0]).toMatch(/^Organization,/i);
  });

  test("checks of several need no service, and take nothing that is of one organization", async () => {
    const ran = await cli.run(`checks run --snapshots ${folder} --json`);
    expect([ran.code, ran.sent]).toEqual([11, []]);
    for (const flag of ["--plan x.plan", `--space ${SAMPLE.space}`, "--report sarif=-"]) {
      const { code, stderr } = await cli.run(`checks run --snapshots ${folder} ${flag}`);
      expect([code, stderr]).toEqual([2, expect.stringContaining("belongs to one organization")]);
    }
  });
});
