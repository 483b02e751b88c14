import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";

let cli: TestCli;
let file: string;
let folder: string;
beforeEach(async () => {
  cli = await testCli();
  file = join(cli.folder, "monday.docs");
  folder = join(cli.folder, "halden");
  await cli.out(`snapshots create ${file} --spaces "Harbor API" --exclude comments`);
});
afterEach(() => cli.close());

describe("docs snapshots export", () => {
  test("tells what it did, and what the snapshot does not have", async () => {
    const { code, stderr, stdout, sent } = await cli.run(`snapshots export ${file} ${folder}`, { tty: true });
    expect({ code, stdout, sent }).toEqual({ code: 0, stdout: "", sent: [] });
    expect(stderr).toMatch(/Exported 8 spaces into \S+halden: \d+ files, \d+ written, 0 removed/);
    expect(stderr).toContain("not in this snapshot: access.json (pass --include access)");
    expect(stderr).toMatch(/not in this snapshot: \S+ and \d+ more \(--spaces named others\)/);
    expect(existsSync(join(folder, "spaces/harbor-api/SUMMARY.md"))).toBe(true);
    expect(existsSync(join(folder, "spaces/tern-user-guide"))).toBe(false);
  });

  test("for a script: numbers", async () => {
    const first = await cli.json(`snapshots export ${file} ${folder}`);
    expect(first).toMatchObject({ spaces: 8, written: first.files, unchanged: 0, removed: 0 });
    expect(first.missing).toContainEqual({ path: "access.json", reason: "pass --include access" });
    expect(await cli.json(`snapshots export ${file} ${folder}`)).toMatchObject({ written: 0, unchanged: first.files });
  });

  test("refuses what it did not make", async () => {
    expect(await cli.run(`snapshots export ${file} ${cli.folder}`)).toMatchObject({ code: 2, stdout: "" });
    writeFileSync(join(cli.folder, "notes"), "hello");
    expect(await cli.run(`snapshots export ${join(cli.folder, "notes")} ${folder}`)).toMatchObject({ code: 1 });
    expect(existsSync(folder)).toBe(false);
  });
});
