import { copyFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeAll } from "../../src/app/shutdown.js";
import { ORIGIN } from "../../src/sandbox/origin.js";
import { SAMPLE } from "../../src/sandbox/sample/ids.js";
import { openBinding } from "../../src/sandbox/store/sqlite.js";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { onlyChanged } from "../helpers/nothing-else.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { flipped } from "../snapshot/damage-helper.js";
import { refusal, rewriting, snapshotOf, transportOf } from "../snapshot/snapshot-helper.js";

let maker: TestCli;
let made: string;
let cli: TestCli;
let file: string;
beforeAll(async () => {
  maker = await testCli();
  made = join(maker.folder, "monday.docs");
  await maker.out(`snapshots create ${made} --include access,files,spec-history,share-keys`);
});
afterAll(() => maker.close());
beforeEach(async () => {
  cli = await testCli();
  file = join(cli.folder, "monday.docs");
  copyFileSync(made, file);
});
afterEach(async () => {
  await closeAll();
  vi.restoreAllMocks();
  cli.close();
});

interface Row {
  check: string;
  what: string;
  outcome: string;
  compared: number;
  different: number;
  reason?: string;
}

interface Ran {
  code: number;
  stderr: string;
  report: {
    state: string;
    rows: Row[];
    differences: { check: string; what: string; says: string }[];
    gaps: object[];
    notRestorable: string[];
  };
}

async function drilled(): Promise<Ran> {
  const { code, stdout, stderr } = await cli.run(`snapshots drill ${file} --json`);
  return { code, stderr, report: JSON.parse(stdout) };
}

const rowOf = ({ report }: Ran, check: string, what: string): Row | undefined =>
  report.rows.find((row) => row.check === check && row.what === what);

/** Changes the file as somebody would who also mends its hashes: only a drill can notice. */
function change(work: (db: ReturnType<typeof openBinding>) => void): void {
  const db = openBinding(file);
  work(db);
  writeDigests(db);
  db.close();
}

const folders = () => readdirSync(tmpdir()).filter((name) => /^docs-(drill|rehearsal)-/.test(name));

describe("docs snapshots drill", () => {
  test("compares everything, without a service, and leaves nothing behind", async () => {
    const before = folders();
    const line = `snapshots drill ${file}`;
    const ran = await onlyChanged(cli, () => cli.run(line, { tty: true }));
    expect([ran.code, ran.sent]).toEqual([0, []]);
    expect(ran.stderr).toContain("can be restored\n");
    expect(ran.stdout).toMatch(/CHECK +WHAT +OUTCOME +COMPARED +DIFFERENT/);
    expect(folders()).toEqual(before);
    const all = await drilled();
    expect(all.code).toBe(0);
    expect(all.report).toMatchObject({ state: "passed", differences: [], gaps: [], organization: { id: SAMPLE.org } });
    const counts = all.report.rows.map(
      ({ check, what, outcome, different }) => `${check} ${what} ${outcome} ${different}`,
    );
    expect(counts).toEqual([
      "file objects same 0",
      "copy objects same 0",
      "copy pages same 0",
      "copy texts same 0",
      "copy links same 0",
      "copy files same 0",
      "export pages same 0",
      "export texts same 0",
      "export links same 0",
      "settings steps same 0",
      "settings things same 0",
    ]);
    // As many as are in the file.
    const [{ pages, texts }] = await cli.json(
      `snapshots query ${file} "SELECT count(*) AS pages, count(document) AS texts FROM pages"`,
    );
    const [{ links }] = await cli.json(`snapshots query ${file} "SELECT count(*) AS links FROM links"`);
    for (const check of ["copy", "export"]) {
      expect(rowOf(all, check, "pages")?.compared).toBe(pages);
      expect(rowOf(all, check, "texts")?.compared).toBe(texts);
    }
    expect(rowOf(all, "copy", "links")?.compared).toBe(links);
    // Three pages name a file that lies elsewhere in the folder: what an import makes of that is said, not hidden.
    expect(rowOf(all, "export", "links")).toMatchObject({
      compared: links - 3,
      reason: expect.stringMatching(/^\d+ work only on the service, .*; 3 to files not compared: /),
    });
    expect(rowOf(all, "settings", "steps")?.compared).toBeGreaterThan(30);
    expect(rowOf(all, "settings", "things")?.compared).toBeGreaterThan(20);
  });

  test("names what does not come back", async () => {
    change((db) => {
      // A type of page that no export can write.
      db.run(
        `UPDATE objects SET json = json_set(json, '$.pages[0].layout', json('{"cover":"as wide as the moon"}'))
         WHERE kind = 'revision' AND scope = ?`,
        SAMPLE.space,
      );
      // A membership of somebody who is in no list.
      db.run(
        "UPDATE objects SET id = 'nobody/nobody', json = json_set(json, '$.user', 'nobodyAtAll000000001') WHERE kind = 'team-membership' AND rowid = (SELECT min(rowid) FROM objects WHERE kind = 'team-membership')",
      );
    });
    const ran = await drilled();
    expect(ran.code).toBe(9);
    expect(ran.report.state).toBe("different");
    const says = ran.report.differences.map(({ check, what, says }) => `${check} ${what}: ${says}`);
    expect(says).toContainEqual(expect.stringMatching(/^copy objects: .*\/members: unsettled/));
    expect(says).toContain("export pages: Tern User Guide: overview: layout");
    // A member who counts a team, where no team is left: teams may be out of sight, so none is made again.
    expect(says).toContain("settings things: teams: 4 in the snapshot, 0 when emptied, 0 when restored");
    expect(ran.stderr).toMatch(/differences after a restore/);
    const { stderr } = await cli.run(`snapshots drill ${file}`);
    expect(stderr).toMatch(/docs: \d+ differences after a restore\n {2}copy, objects: /);
    expect(stderr).toContain("--json has all of them");
  });

  test("a damaged file is told apart: nothing more is claimed of it", async () => {
    flipped(made, file, "Welcome to Halden");
    const ran = await drilled();
    expect([ran.code, ran.report.state]).toEqual([9, "damaged"]);
    expect(ran.report.rows.filter(({ check }) => check !== "file").map(({ outcome }) => outcome)).toEqual([
      ...["not compared", "not compared", "not compared"],
    ]);
    expect(rowOf(ran, "file", "objects")).toMatchObject({ outcome: "different" });
    expect(ran.stderr).toContain("is damaged");
    expect((await cli.run(`snapshots drill ${file} --quiet`)).code).toBe(9);
  });

  test("what could not be read is told apart from what differs", async () => {
    const { transport } = transportOf(cli, (path) =>
      /\/translations(\?|$)/.test(path) ? refusal(403, "no") : undefined,
    );
    const gaps = join(cli.folder, "gaps.docs");
    await snapshotOf(cli, gaps, { organization: SAMPLE.org }, transport);
    file = gaps;
    const ran = await drilled();
    expect([ran.code, ran.report.state, ran.report.differences.length]).toEqual([9, "incomplete", 0]);
    expect(ran.report.gaps).toEqual([
      { part: "orgs/{organizationId}/translations", state: "denied", scopes: 1, reason: expect.stringContaining("no") },
    ]);
    expect(ran.stderr).toContain("its data can be restored, but it is incomplete");
  });

  test("what a gap causes is no difference, and is named", async () => {
    const { transport } = transportOf(cli, (path) => (/\/teams(\?|$)/.test(path) ? refusal(403, "no") : undefined));
    file = join(cli.folder, "gaps.docs");
    await snapshotOf(cli, file, { organization: SAMPLE.org }, transport);
    const ran = await drilled();
    expect([ran.code, ran.report.state, ran.report.differences]).toEqual([9, "incomplete", []]);
    expect(rowOf(ran, "copy", "objects")?.reason).toContain(
      "2 SAML providers of which the snapshot has no default team",
    );
    expect(rowOf(ran, "settings", "things")?.reason).toBe("not read completely, so not counted: teams, memberships");
  });

  test("a difference beside a gap is told with it", async () => {
    const { transport } = transportOf(cli, (path) => (/\/teams(\?|$)/.test(path) ? refusal(403, "no") : undefined));
    file = join(cli.folder, "gaps.docs");
    await snapshotOf(cli, file, { organization: SAMPLE.org }, transport);
    change((db) =>
      db.run(
        `UPDATE objects SET json = json_set(json, '$.pages[0].layout', json('{"cover":"as wide as the moon"}'))
         WHERE kind = 'revision' AND scope = ?`,
        SAMPLE.space,
      ),
    );
    const { code, stderr } = await cli.run(`snapshots drill ${file}`);
    expect([code, stderr]).toEqual([9, expect.stringContaining("export, pages: Tern User Guide: overview: layout")]);
    expect(stderr).toContain("also, 1 scope could not be read when it was made");
  });

  test("a section without spaces cannot come back", async () => {
    await cli.out("spaces delete pPP4WDv78L8RNnQG4tYR --yes");
    file = join(cli.folder, "fewer.docs");
    await cli.out(`snapshots create ${file}`);
    const ran = await drilled();
    expect([ran.code, ran.report.differences]).toEqual([0, []]);
    expect(rowOf(ran, "settings", "things")?.reason).toBe(
      "1 site space of which the snapshot has no space; 1 section of which the snapshot has no space",
    );
    expect(ran.report.notRestorable).toContainEqual(expect.stringContaining("cannot be created again"));
  });

  test("pages that are synchronized with one file keep their paths", async () => {
    const git =
      "json_object('oid', '18d291451ba73900304adce191c425de11dede18', 'path', json ->> '$.pages[0].path' || '.md')";
    change((db) =>
      db.run(
        `UPDATE objects SET json = json_set(json, '$.pages[0].git', ${git}, '$.pages[1].git', ${git})
         WHERE kind = 'revision' AND scope = ?`,
        SAMPLE.space,
      ),
    );
    expect((await drilled()).report.differences).toEqual([]);
  });

  test("without texts, no text is claimed, and that is no failure", async () => {
    const bare = join(cli.folder, "bare.docs");
    await cli.out(`snapshots create ${bare} --exclude content`);
    file = bare;
    const ran = await drilled();
    expect([ran.code, ran.report.state]).toEqual([0, "passed"]);
    for (const check of ["copy", "export"]) {
      for (const what of ["pages", "texts", "links"]) {
        expect(rowOf(ran, check, what)).toMatchObject({ outcome: "not compared", compared: 0 });
        expect(rowOf(ran, check, what)?.reason).toContain("--exclude content");
      }
    }
    const { stderr } = await cli.run(`snapshots drill ${bare}`, { tty: true });
    expect(stderr).toContain("can be restored, except for data that is not in it: pages, texts, links, files");
  });

  test("whoever made it, the copy has what they read", async () => {
    const narrow = join(cli.folder, "narrow.docs");
    await cli.out(`snapshots create ${narrow} --spaces "Harbor API"`);
    file = narrow;
    const ran = await drilled();
    expect([ran.code, ran.report.differences.length]).toEqual([0, 0]);
    expect(rowOf(ran, "copy", "pages")?.reason).toContain("content of 7 of 8 spaces");
  });

  test.each(["admin", "read", "review"])(
    "a snapshot of another service, read by somebody with the role %s, comes back",
    async (role) => {
      const [member] = await cli.json(`members list --role ${role}`);
      const { token } = await cli.sandbox.tokens.create(member.id);
      const elsewhere = rewriting({ sandbox: { ...cli.sandbox, token } }, (_path, body) =>
        JSON.parse(JSON.stringify(body).replaceAll(ORIGIN, "https://docs.example.com")),
      );
      file = join(cli.folder, "other.docs");
      await snapshotOf({ sandbox: { ...cli.sandbox, token } }, file, { organization: SAMPLE.org }, elsewhere);
      const ran = await drilled();
      expect([ran.code, ran.report.state, ran.report.differences]).toEqual([0, "passed", []]);
      expect(rowOf(ran, "copy", "objects")?.reason).toBe("1 published profile not compared: a copy makes its own");
      expect(JSON.stringify(ran.report.differences)).not.toContain(ORIGIN);
      // Once more, where the profile says who read it.
      change((db) => db.run("UPDATE settings SET value = ? WHERE name = 'caller'", member.id));
      const known = await drilled();
      expect([known.code, known.report.state, known.report.differences]).toEqual([0, "passed", []]);
      expect(rowOf(known, "settings", "steps")?.compared).toBeGreaterThan(role === "admin" ? 30 : 5);
    },
  );

  test("what is no snapshot is refused", async () => {
    expect(await cli.run(`snapshots drill ${join(cli.folder, "none.docs")}`)).toMatchObject({ code: 1, stdout: "" });
  });
});
