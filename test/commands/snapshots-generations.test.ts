/** Earlier generations, as commands name them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";

let cli: TestCli;
let file: string;
const [BEFORE, AFTER] = ["Tern User Guide", "Robots"];
beforeAll(async () => {
  cli = await testCli();
  file = join(cli.folder, "org.docs");
  await cli.out(`snapshots create ${file} --exclude content`);
  await cli.out(`spaces edit --title ${AFTER}`);
  await cli.out(`snapshots create ${file} --exclude content`);
});
afterAll(() => cli.close());

test.each([
  ["", AFTER],
  ["@2", AFTER],
  ["@today", AFTER],
  ["@-1", BEFORE],
  ["@1", BEFORE],
])("org.docs%s is one of them", async (end, title) => {
  const rows = await cli.json(`snapshots query ${file}${end} "SELECT title FROM spaces"`);
  expect(rows).toContainEqual({ title });
  expect(await cli.json(`snapshots view ${file}${end}`)).toMatchObject({ file: file + end, counts: { space: 8 } });
  expect(await cli.out(`snapshots verify ${file}${end}`)).toBe("");
});

test("snapshots diff compares two of them, and the service with one", async () => {
  const line = /~ Robots: renamed from "Tern User Guide"/;
  expect(await cli.out(`snapshots diff ${file}@1 ${file}`)).toMatch(line);
  expect(await cli.out(`snapshots diff ${file}@1 --live --only spaces`)).toMatch(line);
  expect(await cli.out(`snapshots diff ${file}@2 ${file}`)).not.toMatch(line);
});

test("one that is not there is named", async () => {
  const missing = await cli.run(`snapshots view ${file}@7`);
  expect(missing).toMatchObject({ code: 3, stdout: "" });
  expect(missing.stderr).toContain(`${file} has no generation 7`);
  expect((await cli.run(`snapshots view ${file}@2020-01-01`)).stderr).toContain(
    "no generation of 2020-01-01 or earlier",
  );
});

test("an earlier one is never written", async () => {
  const before = readFileSync(file);
  const refused = await cli.run(`snapshots create ${file}@1`);
  expect([refused.code, refused.sent]).toEqual([2, []]);
  expect(refused.stderr).toContain("is an earlier generation, which never changes");
  expect(readFileSync(file)).toEqual(before);
});

test("another organization is refused, unless it is to --replace them", async () => {
  const other = join(cli.folder, "other.docs");
  await cli.out(`snapshots create ${other} --exclude content`);
  const line = `snapshots create ${other} --org osAgpp53c2y4hH7jymzf --exclude content`;
  const refused = await cli.run(line);
  expect([refused.code, refused.sent]).toEqual([2, []]);
  expect(refused.stderr).toMatch(/other\.docs has organization \w+, and keeps its generations/);
  const less = await cli.run(`${line} --replace`);
  expect([less.code, less.stderr]).toEqual([9, expect.stringContaining("other.docs --replace --accept-shrink")]);
  await cli.out(`${line} --replace --accept-shrink`);
  expect((await cli.json(`snapshots view ${other}@1`)).organization.id).toBe("osAgpp53c2y4hH7jymzf");
});
