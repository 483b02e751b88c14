/**
 * Commands over several targets, with a journal: a fault meets the write of one target, the run is resumed without it, and
 * once more when all is done. What was sent for each target is counted at the service.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { parseArgv } from "../../src/cli/argv/program.js";
import type { Arg } from "../../src/cli/kinds.js";
import { NOUNS } from "../../src/commands/index.js";
import type { Store } from "../../src/sandbox/store/store.js";
import { closeAll } from "../../src/system/signals.js";
import { IDS } from "../changes/exact-helper.js";
import { FILES } from "../changes/fault-matrix.js";
import { filesBelow } from "../helpers/nothing-else.js";
import { type Sent, type TestCli, testCli } from "../helpers/run.js";
import { wordsOf } from "../helpers/words.js";
import { DIRECT_LINES, endOf, writeOf } from "./direct.js";
import { type Counted, FAULTS, type Fault, networkOf, requestOf } from "./network.js";
import { storedIn } from "./stored.js";

const MINUTES = 60_000;

const { "second writer": _, ...SHARED } = FAULTS;

export const BULK_FAULTS = {
  ...SHARED,
  "disk full before": { full: ["sent"] },
  "disk full after": { full: ["ok", "failed", "unknown"] },
  "output full": { output: true },
} as const satisfies Record<string, Fault & { output?: true }>;

export type BulkFault = keyof typeof BULK_FAULTS;

/** What has to be there so that a line has several targets. */
const FIRST: readonly (readonly [RegExp, string])[] = [
  [/^spaces restore/, "spaces delete pPP4WDv78L8RNnQG4tYR --yes"],
  [/^comments .*--cr 42/, "comments create --body Second --cr 42"],
  [/^section-groups (?:edit|delete)/, "section-groups create --title Second"],
  [/^translations/, "translations create --source-space tG4nVx8YqLz2RkWd7JmS --language ja"],
];

/** The token may change one organization only. */
const ALONE = /^orgs edit/;

/** A line that takes several targets. */
export interface BulkLine {
  line: string;
  before: readonly string[];
  /** Where the targets stand among the words behind the verb, and what they are. */
  at: number;
  kind: string;
}

/** Each command that changes several things. */
export async function bulkLines(): Promise<BulkLine[]> {
  const found: BulkLine[] = [];
  for (const line of DIRECT_LINES) {
    const parsed = await parseArgv(wordsOf(line), NOUNS);
    if (parsed.type !== "command") throw new Error(`${line}: no command`);
    const args: Arg[] = Object.values(parsed.command.args ?? {});
    const at = args.findIndex((arg) => "arity" in arg && arg.arity === "many");
    const arg = args[at];
    if (!arg || !("kind" in arg) || ALONE.test(line)) continue;
    const before = FIRST.filter(([lines]) => lines.test(line)).map(([, command]) => command);
    found.push({ line, before, at, kind: arg.kind.param });
  }
  return found;
}

/** The line with these targets in place of its own. */
function lineFor({ line, at }: BulkLine, targets: readonly string[]): string {
  const words = wordsOf(line).map((word) => (/[ %;]/.test(word) ? `"${word}"` : word));
  const isNamed = words[2 + at] !== undefined && !words[2 + at]?.startsWith("--");
  words.splice(2 + at, isNamed ? 1 : 0, ...targets);
  return words.join(" ");
}

async function prepared({ before }: BulkLine): Promise<TestCli> {
  const cli = await testCli();
  for (const line of before) await cli.out(line);
  await closeAll();
  return cli;
}

/** Three targets that the line can change, two where there are no more; its own is met by the faults. */
async function targetsOf(line: BulkLine): Promise<{ targets: string[]; met: number; params: Record<string, string> }> {
  const cli = await prepared(line);
  try {
    const alone = await cli.run(`${line.line} --json`, { files: FILES });
    await closeAll();
    const { params } = await withIds(cli, writeOf(alone.sent.find(({ method }) => method !== "GET")).params);
    const own = wordsOf(line.line)[2 + line.at];
    const given = own === undefined || own.startsWith("--") ? (params[line.kind] ?? "") : own;
    const candidates = await cli.sandbox.change(({ store }: { store: Store }) => IDS[line.kind]?.(store, params) ?? []);
    const others: string[] = [];
    for (const id of candidates.filter((one) => one !== params[line.kind] && one !== given)) {
      if (others.length === 2) break;
      const ran = await cli.run(lineFor(line, [id]), { files: FILES });
      await closeAll();
      // What is absent already is no target.
      if (ran.code === 0 && ran.sent.some(({ method }) => method !== "GET")) others.push(id);
    }
    if (others.length === 0) throw new Error(`${line.line}: the sample has no second target`);
    const [first = "", third] = others;
    return third === undefined
      ? { targets: [given, first], met: 0, params }
      : { targets: [first, given, third], met: 1, params };
  } finally {
    await closeAll();
    cli.close();
  }
}

/** A change request may be addressed by its number. */
const withIds = (cli: TestCli, params: Record<string, string>): Promise<{ params: Record<string, string> }> =>
  Promise.resolve(
    cli.sandbox.change(({ store }: { store: Store }) => {
      const { spaceId = "", changeRequestId } = params;
      const all = store.all<{ id: string; number: number }>("change-request", spaceId);
      const found = all.find(({ number }) => String(number) === changeRequestId);
      return { params: { ...params, ...(found && { changeRequestId: found.id }) } };
    }),
  );

export interface BulkRun extends Counted {
  code: number;
  ended: string;
  stderr: string;
  /** By target. */
  of: Counted[];
}

export interface Bulk {
  endpoint: AnyEndpoint;
  body: Record<string, unknown>;
  /** The target that meets the fault. */
  met: number;
  runs: Record<"first" | "resumed" | "last", BulkRun>;
  /** The last record of each target after the first run: `sent`, `ok` and so on; `applied` for a failed one that was. */
  records: (string | undefined)[];
  /** What the service keeps. */
  states: Record<"before" | "first" | "resumed" | "last", Map<string, string>>;
  files: Record<"before" | "last", Map<string, string>>;
}

const known = new Map<string, ReturnType<typeof targetsOf>>();

export async function bulk(line: BulkLine, fault: Fault & { output?: true }): Promise<Bulk> {
  const found = known.get(line.line) ?? targetsOf(line);
  known.set(line.line, found);
  const { targets, met } = await found;
  const cli = await prepared(line);
  const journal = join(cli.folder, "journal.ndjson");
  // Requests in the order of the targets.
  const requests: string[] = [];
  const at = (request: Sent): number => {
    const text = requestOf(request);
    if (!requests.includes(text)) requests.push(text);
    return requests.indexOf(text);
  };
  let write: Sent | undefined;
  const run = async (flag: string, faulted: Fault & { output?: true }): Promise<BulkRun> => {
    const network = networkOf(faulted, (request) => at(request) === met);
    const full = lineFor(line, targets);
    const ran = await cli.run(`${full} ${flag} ${journal} --json`, {
      ...network.options,
      fullOutput: faulted.output === true,
      files: FILES,
    });
    await closeAll();
    write ??= ran.sent.find(({ method }) => method !== "GET");
    const of = targets.map((_, index) => network.of(requests[index] ?? ""));
    return { ...network.all, code: ran.code, ended: endOf(ran.stderr) ?? "ok", stderr: ran.stderr, of };
  };
  try {
    const files = filesBelow(cli.folder);
    const before = await storedIn(cli.sandbox);
    const first = await run("--journal", fault);
    const states = { before, first: await storedIn(cli.sandbox) };
    const records = recordsOf(journal, targets.length);
    cli.advance(10 * MINUTES);
    // Where nothing could be read, nothing was begun.
    const resumed = await run(existsSync(journal) ? "--resume" : "--journal", {});
    const afterResumed = await storedIn(cli.sandbox);
    const last = await run("--resume", {});
    return {
      ...writeOf(write),
      met,
      runs: { first, resumed, last },
      records,
      states: { ...states, resumed: afterResumed, last: await storedIn(cli.sandbox) },
      files: { before: files, last: filesBelow(cli.folder) },
    };
  } finally {
    await closeAll();
    cli.close();
  }
}

/** The last record of each target; a failure whose request was applied reads `applied`. */
function recordsOf(journal: string, targets: number): (string | undefined)[] {
  if (!existsSync(journal)) return Array.from({ length: targets }, () => undefined);
  const all = readFileSync(journal, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): { record: string; index?: number; outcome?: string } => JSON.parse(line));
  return Array.from({ length: targets }, (_, at) => {
    const last = all.findLast(({ index }) => index === at);
    return last?.record === "failed" && last.outcome === "applied" ? "applied" : last?.record;
  });
}
