/** Earlier generations, as commands name them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";

const cli = useOnce(() => testCli());
let file: string;
beforeAll(async () => {
  file = join(cli.folder, "org.docs");
  await cli.out(`snapshots create ${file} --exclude content`);
  await cli.out("spaces edit --title Robots");
  await cli.out(`snapshots create ${file} --exclude content`);
});

test("snapshots list shows them, with what changed", async () => {
  const rows = await cli.json(`snapshots list ${file}`);
  expect(rows).toMatchObject([
    { generation: 1, name: `${file}@1`, latest: false, state: "complete", gaps: 0, counts: { space: 8 } },
    { generation: 2, latest: true, added: 0, changed: 4, removed: 0, changes: { space: [0, 1, 0] } },
  ]);
  expect(rows[0]).not.toHaveProperty("added");
  const { stdout } = await cli.run(`snapshots list ${file}`, { tty: true, width: 160 });
  expect(stdout).toMatch(/GENERATION +STATE +ENDED +CALLER +SPACES +MEMBERS +ADDED +CHANGED +REMOVED +TEXTS +GAPS/);
  expect(stdout).toMatch(/\n +2 +complete +.* 8 +14 +0 +4 +0 +0 +0\n/);
  expect(await cli.json(`snapshots list ${file}@1`)).toEqual(rows);
});

test("snapshots forget keeps what it is told to keep", async () => {
  const own = join(cli.folder, "own.docs");
  for (const title of ["One", "Two", "Three"]) {
    await cli.out(`spaces edit --title ${title}`);
    await cli.out(`snapshots create ${own} --exclude content`);
  }
  const before = readFileSync(own);
  const first = await cli.json(`snapshots view ${own}@1`);
  for (const flag of ["--keep-last 1", "--keep-daily 7", "--keep-weekly 2", "--keep-monthly 2"]) {
    const would = await cli.out(`snapshots forget ${own} ${flag} --dry-run`);
    expect(would).toMatch(/^would forget 2 of 3 generations of \S+own\.docs \(1, 2\), which frees \d+ KB\n$/);
  }
  expect(await cli.run(`snapshots forget ${own} --keep-last 1`)).toMatchObject({ code: 2, stdout: "" });
  expect((await cli.run(`snapshots forget ${own} --keep-last 1`, { answers: [false] })).questions).toHaveLength(1);
  expect(readFileSync(own)).toEqual(before);
  expect((await cli.run(`snapshots forget ${own}`)).stderr).toContain("no rule says which generations to keep");
  expect((await cli.run(`snapshots forget ${own}@1 --keep-last 1`)).stderr).toContain("name the file itself");
  expect((await cli.run(`snapshots forget ${own} --keep-last 9 --yes`)).stderr).toContain("Nothing to forget");
  const done = await cli.run(`snapshots forget ${own} --keep-last 2 --yes`);
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining("Forgot 1 of 3 generations of")]);
  expect((await cli.json(`snapshots list ${own}`)).map((row: { generation: number }) => row.generation)).toEqual([
    2, 3,
  ]);
  expect((await cli.run(`snapshots view ${own}@1`)).stderr).toContain("has no generation 1");
  expect((await cli.json(`snapshots view ${own}@2`)).ended >= first.ended).toBe(true);
});
