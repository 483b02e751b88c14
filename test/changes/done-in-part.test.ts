/** A service that does only some of what a step asks for: the step is done, and not reported as a success. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import type { RunOptions, TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

const TEAM = "t3aVFS211n5tKAH88D12";
const NEW = ["uA5mJr9TyBq3ZxKd7WnE", "uHosc9Bt3Cghxy16F4UK"];

let cli: TestCli;
useCli((made) => {
  cli = made;
});

/** Of those to add, the service takes this many. */
const adding =
  (most: number): NonNullable<RunOptions["between"]> =>
  async ({ method, path, body }, service) => {
    if (method !== "PUT") return service();
    const { add = [] } = body as { add?: string[] };
    const headers = { authorization: `Bearer ${cli.sandbox.token}`, "content-type": "application/json" };
    return cli.sandbox.handle({ method, path, headers, body: JSON.stringify({ add: add.slice(0, most) }) });
  };

async function sync(between?: RunOptions["between"]) {
  const file = join(cli.folder, "teams.csv");
  writeFileSync(file, `team,user\n${NEW.map((user) => `${TEAM},${user}\n`).join("")}`);
  const ran = await cli.run(`teams sync ${file} --yes --touch-me --json`, between ? { between } : {});
  await closeAll();
  return { ...ran, rows: JSON.parse(ran.stdout) };
}

it("ends with 9 and says how much is as it was", async () => {
  const { code, rows, stderr } = await sync(adding(1));
  expect([code, rows]).toEqual([
    9,
    [expect.objectContaining({ outcome: "done", says: "done in part: 1 of 2 did not change" })],
  ]);
  expect(stderr).toContain("1 done, 1 only in part");
  // The same command does the rest.
  expect(await sync()).toMatchObject({ code: 0, rows: [{ outcome: "done", says: null }] });
  const members = await cli.json(`team-members list ${TEAM} --org ${SAMPLE.org} --json`);
  const ids = members.map(({ organization }: { organization: { id: string } }) => organization.id);
  expect(ids).toEqual(expect.arrayContaining(NEW));
});

it("ends with 0 where all is done", async () => {
  expect(await sync(adding(2))).toMatchObject({ code: 0, rows: [{ outcome: "done", says: null }] });
});
