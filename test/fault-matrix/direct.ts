/**
 * Each writing endpoint meets each fault, called as people type it: once while the fault lasts, and once more without it.
 * What was sent is counted at the service.
 */

import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { endpoints } from "../../src/catalog/index.js";
import { matchPath } from "../../src/catalog/match-path.js";
import { closeAll } from "../../src/system/signals.js";
import { FILES, WRITES } from "../changes/fault-matrix.js";
import { filesBelow } from "../helpers/nothing-else.js";
import { type Sent, type TestCli, testCli } from "../helpers/run.js";
import { type Counted, FAULTS, type Fault, networkOf } from "./network.js";
import { storedIn } from "./stored.js";

const MINUTES = 60_000;

/** Without a plan there is no state that a disk could refuse; a disk may refuse the output, and somebody may be faster. */
const { "disk full before": _before, "disk full after": _after, "second writer": _same, ...SHARED } = FAULTS;

export const DIRECT_FAULTS = {
  ...SHARED,
  "disk full": { output: true },
  "second writer": {
    write: async ({ count, other, service }) => {
      if (count === 1) await other();
      return service();
    },
  },
} as const satisfies Record<string, Fault & { output?: true }>;

export type DirectFault = keyof typeof DIRECT_FAULTS;

export interface DirectRun extends Counted {
  code: number;
  /** `ok`, or the kind of the error and its outcome. */
  ended: string;
  stdout: string;
  stderr: string;
}

export interface Direct {
  /** Its first write. */
  endpoint: AnyEndpoint;
  body: Record<string, unknown>;
  first: DirectRun;
  again: DirectRun;
  /** The whole organization. */
  states: Record<"before" | "first" | "again", Map<string, string>>;
  /** The person's files, before and after. */
  files: Record<"before" | "again", Map<string, string>>;
}

/** Commands that ask before they change something. */
const asking = (line: string): string =>
  / delete|(?:team-)?members remove| transfer|sites publish/.test(line) ? `${line} --yes` : line;

export const DIRECT_LINES: readonly string[] = WRITES.map(asking);

/** Sends a line while the fault lasts, and again. */
export async function direct(line: string, fault: Fault & { output?: true }): Promise<Direct> {
  const cli = await testCli();
  try {
    const files = filesBelow(cli.folder);
    const before = await storedIn(cli.sandbox);
    const [first, failing] = await sent(cli, line, fault);
    const afterFirst = await storedIn(cli.sandbox);
    cli.advance(10 * MINUTES);
    const [again, request] = await sent(cli, line, {});
    const states = { before, first: afterFirst, again: await storedIn(cli.sandbox) };
    return {
      ...writeOf(failing ?? request),
      first,
      again,
      states,
      files: { before: files, again: filesBelow(cli.folder) },
    };
  } finally {
    await closeAll();
    cli.close();
  }
}

async function sent(cli: TestCli, line: string, fault: Fault & { output?: true }) {
  const { options, all } = networkOf(fault);
  const ran = await cli.run(`${line} --json`, { ...options, fullOutput: fault.output === true, files: FILES });
  await closeAll();
  const run: DirectRun = {
    ...all,
    code: ran.code,
    ended: endOf(ran.stderr) ?? "ok",
    stdout: ran.stdout,
    stderr: ran.stderr,
  };
  return [run, ran.sent.find(({ method }) => method !== "GET")] as const;
}

/** Kind and outcome of the error, as programs read them. */
export function endOf(stderr: string): string | undefined {
  const error = stderr.split("\n").find((line) => line.startsWith('{"error":'));
  if (error === undefined) return undefined;
  const { kind, outcome = "no outcome" } = JSON.parse(error).error;
  return `${kind} ${outcome}`;
}

/** @throws Error if there is no such endpoint */
export function writeOf(
  request: Sent | undefined,
): Pick<Direct, "endpoint" | "body"> & { params: Record<string, string> } {
  const all = Object.values(endpoints).filter(({ method }) => method === request?.method);
  const found = matchPath(all, request?.path.replace(/\?.*/, "") ?? "");
  if (!found) throw new Error(`no endpoint for ${request?.method} ${request?.path}`);
  // Bodies of this service are objects.
  return { ...found, body: (request?.body ?? {}) as Record<string, unknown> };
}
