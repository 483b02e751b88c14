import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { UNDO_RULES } from "../../src/changes/inverses/index.js";
import type { Plan } from "../../src/changes/types.js";
import { closeAll } from "../../src/system/signals.js";
import { LINES } from "../commands/json-lines.js";
import { type Ran, type TestCli, testCli } from "../helpers/run.js";
import { differences, stateOf } from "./state-of.js";

/* A command line for each endpoint, as a plan: applied, and taken back. */

let cli: TestCli;
let before: Map<string, string>;
let file: string;
beforeAll(async () => {
  const fresh = await testCli();
  before = await stateOf(fresh.sandbox);
  fresh.close();
});
beforeEach(async () => {
  cli = await testCli();
  file = join(cli.folder, "one.plan");
});
afterEach(async () => {
  await closeAll();
  cli.close();
});

async function run(line: string): Promise<Ran> {
  const ran = await cli.run(line, { files });
  await closeAll();
  return ran;
}

const files = { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}' };

/** Lines that change nothing in the sample, and lines that do. */
const OTHERS: Record<string, string> = {
  "cr reopen 42": "cr reopen 46",
  "sites publish": "sites publish s37xwST38AhXPnB2Pj9h",
};

const lines = LINES.filter(({ composite }) => !composite).map(({ line }) => line.replace(/ --yes$/, ""));
const planned = new Map<string, string>();

describe("planned, applied and taken back", () => {
  test.each(lines)("%s", async (line) => {
    const made = await run(`${OTHERS[line] ?? line} --plan ${file}`);
    if (made.stderr.includes("--plan")) return;
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining("Wrote")]);
    expect(made.sent.filter(({ method }) => method !== "GET")).toEqual([]);
    const plan: Plan = JSON.parse(readFileSync(file, "utf8"));
    const [step] = plan.steps;
    if (!step) throw new Error("there is no step");
    planned.set(step.endpoint, line);
    const applied = await run(`plans apply ${file} --yes --max-removals 100% --touch-me`);
    expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining("Applied 1 step")]);
    expect(applied.stderr).not.toContain("not exactly as planned");
    const undone = await run(`plans undo ${file} --yes`);
    if (step.undo === "impossible") return expect(undone.code).toBe(2);
    expect([undone.code, undone.stderr]).toEqual([0, expect.stringContaining("Undone")]);
    if (step.undo !== "exact") return;
    expect(differences(before, await stateOf(cli.sandbox))).toEqual([]);
  });

  it("there was one for each endpoint that changes something", () => {
    expect(Object.keys(UNDO_RULES).filter((name) => !planned.has(name))).toEqual([]);
  });
});
