/** Who reviews a plan reads the whole command that made it, without its secrets. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { type TestCli, testCli } from "../helpers/run.js";

let cli: TestCli;
let file: string;
beforeEach(async () => {
  cli = await testCli();
  file = join(cli.folder, "some.plan");
});
afterEach(async () => {
  await closeAll();
  cli.close();
});

const commandOf = (): string => JSON.parse(readFileSync(file, "utf8")).command;

it("a long command is cut, and a plan of many of them can be read again", async () => {
  const long = Array.from({ length: 15 }, (_, at) => `--field note${at}=${"y".repeat(180)}`).join(" ");
  for (let at = 0; at < 6; at++)
    await cli.out(
      `spaces edit ${SAMPLE.space} --title "Title ${at}" ${long} --plan ${file} ${at > 0 ? "--append" : ""}`,
    );
  expect(commandOf()).toHaveLength(10_000);
  expect(await cli.run(`plans view ${file}`)).toMatchObject({ code: 0 });
});

it("a plan with a byte order mark, which other programs do not read, is refused, and so are its receipt and records", async () => {
  const run = async (line: string) => {
    const ran = await cli.run(line);
    await closeAll();
    return ran;
  };
  const edit = `spaces edit ${SAMPLE.space} --title`;
  await run(`${edit} "A title" --plan ${file}`);
  await run(`plans apply ${file} --yes --receipt ${file}.receipt`);
  writeFileSync(`${file}.undo`, readFileSync(file));
  const marked = (name: string) => writeFileSync(name, `\ufeff${readFileSync(name, "utf8")}`);
  const refused = (name: string) => ({
    code: 2,
    sent: [],
    stderr: `docs: ${name} begins with a byte order mark\n  save it as UTF-8 without one\n`,
  });
  marked(`${file}.receipt`);
  expect(await run(`plans verify ${file}.receipt`)).toMatchObject(refused(`${file}.receipt`));
  marked(`${file}.undo`);
  expect(await run(`plans undo ${file} --yes`)).toMatchObject(refused(`${file}.undo`));
  rmSync(`${file}.undo`);
  marked(`${file}.state`);
  for (const line of [`plans apply ${file} --yes`, `plans undo ${file} --yes`])
    expect(await run(line)).toMatchObject({ code: 2, stderr: expect.stringContaining("line 1 is not a record") });
  rmSync(`${file}.state`);
  marked(file);
  for (const line of [`plans view ${file}`, `plans apply ${file} --yes`, `${edit} B --plan ${file} --append`])
    expect(await run(line)).toMatchObject(refused(file));
});
