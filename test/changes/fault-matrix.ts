/**
 * Each writing endpoint meets each fault: its change is planned, applied while the fault lasts, applied again without it,
 * and taken back. What was sent is counted at the service.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plan, Step } from "../../src/changes/types.js";
import { closeAll } from "../../src/system/signals.js";
import { LINES } from "../commands/json-lines.js";
import { type Counted, type Fault, networkOf } from "../fault-matrix/network.js";
import { storedIn } from "../fault-matrix/stored.js";
import { type Ran, type TestCli, testCli } from "../helpers/run.js";

const MINUTES = 60_000;

/** Lines that change nothing in the sample, and lines that do. */
const OTHERS: Record<string, string> = {
  "cr reopen 42": "cr reopen 46",
  "sites publish": "sites publish s37xwST38AhXPnB2Pj9h",
};
const READING =
  /^\S+ (list|view|search|links|backlinks|pdf|commenters|diff|spaces|teams|logins|versions?|content|published|conditions|for-domain|ping)\b/;

/** A command line for each endpoint that changes something. */
export const WRITES: readonly string[] = LINES.filter(({ composite, line }) => !composite && !READING.test(line)).map(
  ({ line }) => OTHERS[line.replace(/ --yes$/, "")] ?? line.replace(/ --yes$/, ""),
);

export const FILES = { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}' };

/** One run, as the service and the person saw it. */
export interface Seen extends Counted {
  code: number;
  outcome: string;
  stderr: string;
}

export interface Faulted {
  step: Step;
  first: Seen;
  again: Seen;
  undone: Seen;
  /** All that the service keeps, before and after the runs. */
  states: Record<"before" | "again" | "undone", Map<string, string>>;
  /** Kinds of records in the state after the second run. */
  records: string[];
}

/** Writes a plan of a line; its only step. */
async function planned(cli: TestCli, line: string, file: string): Promise<Step> {
  const made = await cli.run(`${line} --plan ${file}`, { files: FILES });
  await closeAll();
  if (made.code !== 0) throw new Error(`${line}: ${made.stderr}`);
  const plan: Plan = JSON.parse(readFileSync(file, "utf8"));
  const [step] = plan.steps;
  if (!step) throw new Error(`${line}: there is no step`);
  return step;
}

/** The endpoint that a line changes something by. */
export async function endpointOf(line: string): Promise<string> {
  const cli = await testCli();
  try {
    return (await planned(cli, line, join(cli.folder, "one.plan"))).endpoint;
  } finally {
    cli.close();
  }
}

let sample: ReturnType<typeof storedIn> | undefined;

/** What a new sandbox answers, each time: a plan that changed something would be seen later. */
function sampleState(): ReturnType<typeof storedIn> {
  sample ??= testCli().then((cli) => storedIn(cli.sandbox).finally(() => cli.close()));
  return sample;
}

/** Plans a line, meets the fault, and goes on. */
export async function meet(line: string, fault: Fault): Promise<Faulted> {
  const cli = await testCli();
  try {
    const file = join(cli.folder, "one.plan");
    const step = await planned(cli, line, file);
    if (fault.same)
      await cli.out(`${line}${/ delete|members remove| transfer|sites publish/.test(line) ? " --yes" : ""}`, {
        files: FILES,
      });
    await closeAll();
    const before = await (fault.same ? storedIn(cli.sandbox) : sampleState());
    const apply = `plans apply ${file} --yes --max-removals 100% --touch-me`;
    const first = await watched(cli, apply, fault);
    cli.advance(10 * MINUTES);
    const again = await watched(cli, apply, {});
    const afterAgain = await storedIn(cli.sandbox);
    const records = readRecords(`${file}.state`);
    const undone = await watched(cli, `plans undo ${file} --yes`, {});
    const states = { before, again: afterAgain, undone: undone.sent === 0 ? afterAgain : await storedIn(cli.sandbox) };
    return { step, first, again, undone, states, records };
  } finally {
    await closeAll();
    cli.close();
  }
}

function readRecords(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => String(JSON.parse(line).record));
}

async function watched(cli: TestCli, line: string, fault: Fault): Promise<Seen> {
  const { options, all } = networkOf(fault);
  const ran = await cli.run(`${line} --json`, { ...options, files: FILES });
  await closeAll();
  return { ...all, code: ran.code, outcome: outcomeOf(ran), stderr: ran.stderr };
}

/** The outcome of the only step, as programs see it; what the failure is where there is none. */
function outcomeOf({ stdout, stderr }: Ran): string {
  const rows: unknown = stdout === "" ? undefined : JSON.parse(stdout);
  if (Array.isArray(rows)) return rows.map((row: { outcome: string }) => row.outcome).join(",");
  const failure = stderr.split("\n").find((line) => line.startsWith("{"));
  return failure === undefined ? "-" : String(JSON.parse(failure).error.kind);
}
