/** What commands about snapshots print: each column once, and a disk that is full is a failure. */
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";

const PARTS = "people,content,comments,change-requests,openapi,translations";
const cli = useOnce(() => testCli());
let file: string;
let folder: string;
beforeAll(async () => {
  file = join(cli.folder, "monday.docs");
  folder = join(cli.folder, "halden");
  await cli.out(`snapshots create ${file} --exclude ${PARTS}`);
  await cli.out("spaces edit --title Robots");
  await cli.out(`snapshots create ${file}.2 --exclude ${PARTS}`);
});

const HEADINGS = ["PART", "STATE", "SCOPES", "OBJECTS", "REQUESTS", "REUSED", "REASON"];
/** A row of standard output, by its cells, and the last line of standard error. */
const LINES: [line: string, row: string[], last: RegExp][] = [
  ["create FILE.3 --exclude PARTS", HEADINGS, /Read Halden Robotics into \S+: 8 spaces, 0 members, \d+ requests$/],
  ["view FILE", HEADINGS, /^$/],
  ["verify FILE", [""], /^note: its hashes are in the file itself: they show damage, not who wrote it$/],
  ["diff FILE FILE.2", ['~ Robots: renamed from "Tern User Guide"'], /^0 added, 0 removed, 0 moved, 1 changed$/],
  ["query FILE 'SELECT id, title FROM spaces'", ["ID", "TITLE"], /^$/],
  ["export FILE FOLDER", [""], /^note: 1 more reason: --json names all$/],
];

test.each(LINES)("snapshots %s", async (words, row, last) => {
  const line = `snapshots ${words.replaceAll("FILE", file).replace("FOLDER", folder).replace("PARTS", PARTS)}`;
  const { code, stdout, stderr } = await cli.run(line, { tty: true, width: 200 });
  expect([code, stdout.split("\n").map((one) => one.split(/ {2,}/))]).toEqual([0, expect.arrayContaining([row])]);
  expect(stderr.trimEnd().split("\n").at(-1)).toMatch(last);
  const full = await cli.run(`${line} --json`, { fullOutput: true });
  expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining("no space left on the device") });
});

test("snapshots diff --any-organization compares what it refuses otherwise", async () => {
  const own = await testCli();
  const other = join(own.folder, "other.docs");
  try {
    await own.out(`snapshots create ${other} --org osAgpp53c2y4hH7jymzf --exclude ${PARTS}`);
    const refused = await own.run(`snapshots diff ${file} ${other}`);
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain("they belong to different organizations");
    const compared = await own.run(`snapshots diff ${file} ${other} --any-organization --json`);
    expect([compared.code, JSON.parse(compared.stdout).length > 0]).toEqual([0, true]);
  } finally {
    own.close();
  }
});
