/**
 * Plans of a site, of several steps, through the commands: a fault meets one of the writes, the plan is applied again without
 * it, and undone. Sites before and after are generated.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { closeAll } from "../../src/system/signals.js";
import { answersOf, SPACES, sites, type Values } from "../changes/site/site-helper.js";
import { type Sent, type TestCli, testCli } from "../helpers/run.js";
import { type Call, putSpace } from "../helpers/sandbox.js";
import { type Counted, FAULTS, type Fault, networkOf, requestOf } from "./network.js";
import { storedIn } from "./stored.js";

const MINUTES = 60_000;

const { "second writer": _, ...SHARED } = FAULTS;

export const SITE_FAULTS = SHARED satisfies Record<string, Fault>;

export type SiteFault = keyof typeof SITE_FAULTS;

/** What the files say before and after: small ones, without addresses that are taken in the sample. */
export const PAIRS: readonly (readonly [Values, Values])[] = fc
  .sample(fc.tuple(sites, sites), { seed: 7, numRuns: 200 })
  .map(([{ basename: _a, ...a }, { basename: _b, ...b }]) => [a, b] as const)
  .filter((pair) => JSON.stringify(pair).length < 1800)
  .slice(0, 8);

export interface SiteRun extends Counted {
  code: number;
  outcomes: string[];
  stderr: string;
  /** By request, in the order in which they were first sent. */
  of: ReadonlyMap<string, Counted>;
}

export interface SiteFaulted {
  steps: number;
  /** The request that met the fault; undefined if the plan has fewer writes. */
  met: string | undefined;
  first: SiteRun;
  again: SiteRun;
  /** With --retry-unknown, if the second run left something open. */
  retried: SiteRun | undefined;
  undone: SiteRun;
  /** All answers about the site. */
  site: Record<"before" | "applied" | "undone", Values>;
  /** All else that the service keeps. */
  rest: Record<"before" | "undone", Map<string, string>>;
}

const PLAN = "site.plan";

/** Folders of plans, each for all faults. */
const kept: string[] = [];
process.once("exit", () => {
  for (const folder of kept) rmSync(folder, { recursive: true, force: true });
});

/** A folder with the site of the first file, and a plan that makes it that of the second one. */
interface Planned {
  folder: string;
  site: string;
}

const prepared = new Map<readonly [Values, Values], Promise<Planned>>();

function planned(pair: readonly [Values, Values]): Promise<Planned> {
  const known = prepared.get(pair) ?? plan(pair);
  prepared.set(pair, known);
  return known;
}

async function plan([a, b]: readonly [Values, Values]): Promise<Planned> {
  const cli = await testCli();
  const { folder, sandbox } = cli;
  kept.push(folder);
  await sandbox.change((context: HandlerContext) => {
    for (const id of SPACES) putSpace(context, { id, title: id, org: SAMPLE.org });
  });
  const { id: site } = await cli.json("sites create --title Test");
  writeFileSync(join(folder, "a.yaml"), JSON.stringify({ site, ...a }));
  writeFileSync(join(folder, "b.yaml"), JSON.stringify({ site, ...b }));
  await cli.out(`sites apply ${join(folder, "a.yaml")} --prune --yes`);
  await closeAll();
  await cli.out(`sites plan ${join(folder, "b.yaml")} --prune --plan ${join(folder, PLAN)}`);
  await closeAll();
  sandbox.close();
  return { folder, site };
}

const callOf = ({ sandbox }: TestCli): { call: Call } => ({
  call: async (method, path) => {
    const headers = { authorization: `Bearer ${sandbox.token}` };
    const { status, body, headers: answered } = await sandbox.handle({ method, path, headers, body: undefined });
    const text = Buffer.from(body).toString();
    return { status, headers: answered, text, json: text === "" ? undefined : JSON.parse(text) };
  },
});

const answers = (cli: TestCli, site: string): Promise<Values> => answersOf(callOf(cli), site, SAMPLE.org);

/** What belongs to no site. */
async function restOf(cli: TestCli): Promise<Map<string, string>> {
  const all = [...(await storedIn(cli.sandbox))];
  return new Map(all.filter(([key]) => !/^(?:site|share-link|adaptive)/.test(key)));
}

/** `at`: which of the writes meets the fault, from 0. */
export async function meetSite(pair: readonly [Values, Values], fault: Fault, at: number): Promise<SiteFaulted> {
  const { folder, site } = await planned(pair);
  const cli = await testCli(folder);
  const file = join(cli.folder, PLAN);
  try {
    const [before, rest] = [await answers(cli, site), await restOf(cli)];
    const requests: string[] = [];
    const isMet = (request: Sent): boolean => {
      const text = requestOf(request);
      if (!requests.includes(text)) requests.push(text);
      return requests.indexOf(text) === at;
    };
    const apply = `plans apply ${file} --yes`;
    const first = await watched(cli, apply, fault, isMet);
    cli.advance(10 * MINUTES);
    const again = await watched(cli, apply, {});
    const retried = again.outcomes.includes("unknown") ? await watched(cli, `${apply} --retry-unknown`, {}) : undefined;
    const applied = await answers(cli, site);
    const undone = await watched(cli, `plans undo ${file} --yes --partial`, {});
    return {
      steps: JSON.parse(readFileSync(file, "utf8")).steps.length,
      met: requests[at],
      ...{ first, again, retried, undone },
      site: { before, applied, undone: await answers(cli, site) },
      rest: { before: rest, undone: await restOf(cli) },
    };
  } finally {
    await closeAll();
    cli.close();
  }
}

async function watched(cli: TestCli, line: string, fault: Fault, isMet?: (request: Sent) => boolean): Promise<SiteRun> {
  const { options, all, known } = networkOf(fault, isMet);
  const ran = await cli.run(`${line} --json`, options);
  await closeAll();
  const rows: unknown = ran.stdout === "" ? [] : JSON.parse(ran.stdout);
  const outcomes = Array.isArray(rows) ? rows.map((row: { outcome: string }) => row.outcome) : [];
  return { ...all, code: ran.code, outcomes, stderr: ran.stderr, of: known };
}
