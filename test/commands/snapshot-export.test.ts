import { copyFileSync, cpSync, existsSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { openBinding } from "../../src/system/sqlite.js";
import { onlyChanged } from "../helpers/nothing-else.js";
import { testCli } from "../helpers/run.js";
import { useOnce, useTestCli } from "../helpers/set-ups.js";

const maker = useOnce(() => testCli());
let made: string;
const cli = useTestCli();
let file: string;
let folder: string;
beforeAll(async () => {
  made = join(maker.folder, "monday.docs");
  await maker.out(`snapshots create ${made} --spaces "Harbor API" --exclude comments`);
});
beforeEach(() => {
  file = join(cli.folder, "monday.docs");
  folder = join(cli.folder, "halden");
  copyFileSync(made, file);
});

describe("docs snapshots export", () => {
  test("tells what it did, and what the snapshot does not have", async () => {
    const line = `snapshots export ${file} ${folder}`;
    const { code, stderr, stdout, sent } = await onlyChanged(cli, () => cli.run(line, { tty: true }), {
      files: /^halden(\/|$)/,
    });
    expect({ code, stdout, sent }).toEqual({ code: 0, stdout: "", sent: [] });
    expect(stderr).toMatch(/Exported 8 spaces into \S+halden: \d+ files, \d+ written, 0 removed/);
    expect(stderr).toContain("not in this snapshot: access.json (pass --include access)");
    expect(stderr).toMatch(/not in this snapshot: \S+ and \d+ more \(--spaces named other spaces\)/);
    expect(existsSync(join(folder, "spaces/harbor-api/SUMMARY.md"))).toBe(true);
    expect(existsSync(join(folder, "spaces/tern-user-guide"))).toBe(false);
  });

  test("for a script: numbers", async () => {
    const first = await cli.json(`snapshots export ${file} ${folder}`);
    expect(first).toMatchObject({ spaces: 8, written: first.files, unchanged: 0, removed: 0 });
    expect(first.missing).toContainEqual({ path: "access.json", reason: "pass --include access" });
    expect(await cli.json(`snapshots export ${file} ${folder}`)).toMatchObject({ written: 0, unchanged: first.files });
  });

  test("R86: removes nothing where more than a fifth would go, until that is accepted", async () => {
    await cli.out(`snapshots export ${file} ${folder}`);
    const pages = () => readdirSync(join(folder, "spaces/harbor-api"), { recursive: true }).length;
    const before = pages();
    const db = openBinding(file);
    db.run("UPDATE objects SET json = json_set(json, '$.pages', json('[]')) WHERE kind = 'revision'");
    writeDigests(db);
    db.close();
    const refused = await cli.run(`snapshots export ${file} ${folder}`);
    expect(refused.code).toBe(9);
    expect(refused.stderr).toMatch(
      /docs: much is missing; nothing was removed from \S+\n {2}files in spaces: \d+ before, \d+ now\n {2}if that is right: docs snapshots export \S+ \S+ --accept-shrink\n/,
    );
    expect(pages()).toBe(before);
    // Refused again: they are still files of the export.
    expect((await cli.run(`snapshots export ${file} ${folder}`)).code).toBe(9);
    const accepted = await cli.json(`snapshots export ${file} ${folder} --accept-shrink`);
    expect(accepted.shrunk).toEqual([]);
    expect(accepted.removed).toBeGreaterThan(3);
    expect(existsSync(join(folder, "spaces/harbor-api"))).toBe(false);
    expect((await cli.run(`snapshots export ${file} ${folder}`)).code).toBe(0);
  });

  test("removes nothing behind a link, and no file that it did not write", async () => {
    await cli.out(`snapshots export ${file} ${folder}`);
    const space = join(folder, "spaces/harbor-api");
    cpSync(space, join(cli.folder, "mine"), { recursive: true });
    rmSync(space, { recursive: true });
    symlinkSync(join(cli.folder, "mine"), space);
    writeFileSync(join(folder, "notes.md"), "mine");
    const db = openBinding(file);
    db.run("UPDATE objects SET json = json_set(json, '$.pages', json('[]')) WHERE kind = 'revision'");
    db.close();
    const files = /^halden\/(\.docs-export\.json|(members|organization|scopes|[\w-]+\/[\w-]+)\.json)$/;
    await onlyChanged(cli, () => cli.run(`snapshots export ${file} ${folder} --accept-shrink`), { files });
    expect(readdirSync(join(cli.folder, "mine")).length).toBeGreaterThan(3);
  });

  test("refuses what it did not make", async () => {
    expect(await cli.run(`snapshots export ${file} ${cli.folder}`)).toMatchObject({ code: 2, stdout: "" });
    writeFileSync(join(cli.folder, "notes"), "hello");
    expect(await cli.run(`snapshots export ${join(cli.folder, "notes")} ${folder}`)).toMatchObject({ code: 1 });
    expect(existsSync(folder)).toBe(false);
  });
});

test.each([
  ["", 0o600, 0o700],
  ["--public", 0o666, 0o777],
])("files are for the user alone, or for whom the umask allows: %s", async (flag, ofFile, ofFolder) => {
  await cli.out(`snapshots export ${file} ${folder} ${flag}`);
  const modes = ["spaces/harbor-api/SUMMARY.md", "spaces"].map((path) => statSync(join(folder, path)).mode & 0o777);
  expect(modes).toEqual([ofFile & ~process.umask(), ofFolder & ~process.umask()]);
});
