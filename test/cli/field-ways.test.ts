/** What --field adds is in the request on every way that a write can take. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { closeAll } from "../../src/system/signals.js";
import type { Ran } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const BODY = { title: "New", icon: "1f680" };
const LINE = `spaces edit ${SPACE} --title New --field icon=1f680`;
const run = (line: string) => cli.run(line).finally(closeAll);
const bodies = ({ sent }: Ran) => sent.filter(({ method }) => method !== "GET").map(({ body }) => body);

it("sent at once", async () => {
  expect(bodies(await run(`${LINE} --yes`))).toEqual([BODY]);
});

it("shown by --dry-run", async () => {
  const ran = await run(`${LINE} --dry-run --json`);
  expect(bodies(ran)).toEqual([]);
  expect(JSON.parse(ran.stdout)).toMatchObject({ body: BODY });
});

it("kept in a plan, and sent when it is applied", async () => {
  const plan = join(cli.folder, "one.plan");
  expect(bodies(await run(`${LINE} --plan ${plan}`))).toEqual([]);
  expect(JSON.parse(readFileSync(plan, "utf8")).steps).toMatchObject([{ body: BODY }]);
  expect(bodies(await run(`plans apply ${plan} --yes`))).toEqual([BODY]);
});

it("sent for each of several, and noted in a journal", async () => {
  const journal = join(cli.folder, "journal");
  const ran = await cli
    .run(`spaces edit - --title New --field icon=1f680 --yes --journal ${journal}`, { stdin: `${SPACE}\n` })
    .finally(closeAll);
  expect(bodies(ran)).toEqual([BODY]);
});
