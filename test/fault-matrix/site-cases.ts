/** Checks what a plan of a site did when one of its writes met a fault, applied again, and undone. */
import { isDeepStrictEqual } from "node:util";
import { endpoints } from "../../src/catalog/index.js";
import { matchPath } from "../../src/catalog/match-path.js";
import { renumbered, type Values } from "../changes/site/site-helper.js";
import { differences } from "../changes/state-of.js";
import { meetSite, PAIRS, SITE_FAULTS, type SiteFault, type SiteFaulted, type SiteRun } from "./site.js";

export interface SiteCase {
  pair: number;
  fault: SiteFault;
  /** Which of the writes meets the fault. */
  at: number;
}

// The names of a constant object.
const NAMES = Object.keys(SITE_FAULTS) as SiteFault[];

export const SITE_CASES: readonly SiteCase[] = PAIRS.flatMap((_, pair) =>
  NAMES.flatMap((fault) => [0, 2, 5].map((at) => ({ pair, fault, at }))),
);

/** What is wrong; nothing if all holds. */
export async function siteProblems({ pair, fault, at }: SiteCase): Promise<string[]> {
  const sites = PAIRS[pair];
  if (!sites) throw new Error(`there is no pair ${pair}`);
  const [met, clean] = [await meetSite(sites, SITE_FAULTS[fault], at), await cleanRun(pair)];
  return [
    ...[met.first, met.again, met.undone].flatMap(exitProblems),
    ...claims(met.first),
    ...onlyOnce(met, clean),
    ...appliedProblems(met, clean),
    ...undoProblems(met),
    ...differences(met.rest.before, met.rest.undone).map((one) => `not of the site: ${one}`),
  ];
}

const GOOD = new Set(["done", "satisfied", "earlier"]);
const isGood = ({ outcomes }: SiteRun): boolean => outcomes.every((one) => GOOD.has(one));
const says = ({ outcomes, code, sent, applied }: SiteRun): string =>
  `${outcomes.join(" ")} ${code}, sent ${sent}, applied ${applied}`;

function exitProblems(run: SiteRun): string[] {
  return (run.code === 0) === (isGood(run) && !run.stderr.includes('{"error":')) ? [] : [`exit code: ${says(run)}`];
}

/** What is called done was applied, and what was applied is not called failed. */
function claims(run: SiteRun): string[] {
  // The answer of a full disk has no rows.
  if (run.outcomes.length === 0) return [];
  const applied = [...run.of.values()].filter((one) => one.applied > 0).length;
  const of = (name: string): number => run.outcomes.filter((one) => one === name).length;
  // A plan may have one request several times, as with two moves of a part.
  return of("done") > run.applied || applied > of("done") + of("unknown") ? [`claimed: ${says(run)}`] : [];
}

const retryOf = (request: string): string | undefined => {
  const [method, path = ""] = request.split(" ");
  return matchPath(
    Object.values(endpoints).filter((one) => one.method === method),
    path,
  )?.endpoint.retry;
};

/** Nothing is applied more often than without the fault, unless twice has the effect of once. */
function onlyOnce({ first, again }: SiteFaulted, clean: SiteFaulted): string[] {
  return [...new Set([...first.of.keys(), ...again.of.keys()])].flatMap((request) => {
    const times = (first.of.get(request)?.applied ?? 0) + (again.of.get(request)?.applied ?? 0);
    const most = Math.max(1, clean.first.of.get(request)?.applied ?? 0);
    return retryOf(request) !== "idempotent" && times > most ? [`applied ${times} times: ${request}`] : [];
  });
}

/** After all is done the site is as without the fault; what stays open is what nothing shows. */
function appliedProblems({ met, first, again, retried, site }: SiteFaulted, clean: SiteFaulted): string[] {
  const last = retried ?? again;
  const wasApplied = met !== undefined && (first.of.get(met)?.applied ?? 0) > 0;
  if (!isGood(again) && !first.outcomes.includes("unknown") && first.outcomes.length > 0) {
    return [`not done when applied again: ${says(first)}, then ${says(again)}: ${again.stderr}`];
  }
  // What was made without an answer is made again with --retry-unknown, or refused.
  if (!isGood(last) || (retried && wasApplied)) {
    return wasApplied ? [] : [`not done in the end: ${says(first)}, then ${says(last)}: ${last.stderr}`];
  }
  return sameSite("applied", clean.site.applied, site.applied);
}

function undoProblems({ undone, retried, site }: SiteFaulted): string[] {
  if (undone.code !== 0) return retried ? [] : [`the undo: ${says(undone)}: ${undone.stderr}`];
  return sameSite("undone", site.before, site.undone);
}

const idsIn = (value: Values): Set<string> => new Set(JSON.stringify(value).match(/(?<="id":")\w+/g));

/** Equal but for the ids of what only one of them has. */
function sameSite(when: string, wanted: Values, found: Values): string[] {
  const [was, is] = [idsIn(wanted), idsIn(found)];
  const [a, b] = [renumbered(wanted, (id) => is.has(id)), renumbered(found, (id) => was.has(id))];
  const odd = Object.keys(a).filter((name) => !isDeepStrictEqual(a[name], b[name]));
  return odd.map((name) => `${when}: ${name}: was ${JSON.stringify(a[name])}, now ${JSON.stringify(b[name])}`);
}

const clean = new Map<number, Promise<SiteFaulted>>();

function cleanRun(pair: number): Promise<SiteFaulted> {
  const known = clean.get(pair) ?? meetSite(PAIRS[pair] ?? [{}, {}], {}, 0);
  clean.set(pair, known);
  return known;
}
