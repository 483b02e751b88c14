/** The baseline: a file of accepted findings, so that only new ones fail. People may edit it. */
import { usage } from "../../errors.js";
import { jsonBounds } from "../../shared/documents/bounds.js";
import { jsonLine, lineAt } from "../../shared/json-position.js";
import { isObject, parseDay } from "../../shared/values.js";
import type { Finding, Outcome } from "../types.js";
import { type Decide, isPast } from "./config.js";

/** The first member of the file; its value is the version of the format. */
const MARK = "docs checks baseline";

export interface Entry {
  fingerprint: string;
  /** Its second fingerprint: accepts it after its page was moved. */
  moved?: string | undefined;
  rule: string;
  /** For people: its name at the time. */
  object: string;
  message: string;
  /** The day on which it was accepted. */
  accepted: string;
  reason: string;
  /** The last day on which it is accepted. */
  until: string | null;
}

const TEXTS = ["fingerprint", "rule", "object", "message", "accepted", "reason"] as const;

export const isBaseline = (text: string): boolean => text.includes(`"${MARK}"`);

/** `file` is the name used in messages. @throws Failure usage for anything that is not a baseline */
export function parseBaseline(text: string, file: string): Entry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usage(
      text.trim() === "" ? `${file} is empty` : `${file} is not a baseline: line ${jsonLine(text)}: not valid JSON`,
      "to make one: docs checks baseline FILE",
    );
  }
  const problem = jsonBounds(text);
  if (problem) throw usage(`${file}:${lineAt(text, problem.offset)}: ${problem.says}`);
  if (!isObject(value) || value[MARK] !== 1 || !Array.isArray(value.entries)) {
    throw usage(`${file} is a baseline of another version`, `to make one: docs checks baseline ${file}`);
  }
  const seen = new Set<string>();
  return value.entries.map((entry: unknown, at): Entry => {
    const found = entryOf(entry, `${file}: entry ${at + 1}`);
    if (seen.has(found.fingerprint)) throw usage(`${file}: entry ${at + 1}: duplicate fingerprint`);
    seen.add(found.fingerprint);
    return found;
  });
}

function entryOf(entry: unknown, where: string): Entry {
  if (!isObject(entry)) throw usage(`${where} is not an object`);
  const unknown = Object.keys(entry).find(
    (key) => key !== "until" && key !== "moved" && !TEXTS.some((name) => name === key),
  );
  if (unknown !== undefined) throw usage(`${where}: unknown member ${JSON.stringify(unknown)}`);
  for (const name of TEXTS) {
    if (typeof entry[name] !== "string") throw usage(`${where}: ${name} must be a string`);
  }
  if (entry.moved !== undefined && typeof entry.moved !== "string") throw usage(`${where}: moved must be a string`);
  const { until = null } = entry;
  if (until !== null && !(typeof until === "string" && parseDay(until) !== undefined)) {
    throw usage(`${where}: until must be a day like 2027-01-31, or null`);
  }
  // Every member was checked above.
  return { ...(entry as unknown as Entry), until };
}

export const baselineText = (entries: readonly Entry[]): string =>
  `${JSON.stringify({ [MARK]: 1, entries: [...entries].sort(byRule) }, null, 2)}\n`;

/** Sorts entries so that the same findings make the same file. */
const byRule = (one: Entry, other: Entry): number =>
  `${one.rule} ${one.fingerprint}` < `${other.rule} ${other.fingerprint}` ? -1 : 1;

/** Entries of this version first: those of earlier ones accept more. */
function entryOfFinding(known: ReadonlyMap<string, Entry>, finding: Finding): Entry | undefined {
  const { fingerprint, moved, formerly } = finding;
  return known.get(fingerprint ?? "") ?? known.get(moved ?? "") ?? known.get(formerly ?? "");
}

/** By what identifies them; those that nothing has moved win. */
const byFingerprint = (entries: readonly Entry[]) =>
  new Map([
    ...entries.flatMap((entry) => (entry.moved === undefined ? [] : [[entry.moved, entry] as const])),
    ...entries.map((entry) => [entry.fingerprint, entry] as const),
  ]);

export function acceptedBy(entries: readonly Entry[], now: number): Decide {
  const known = byFingerprint(entries);
  return (finding) => {
    const entry = entryOfFinding(known, finding);
    if (!entry || isPast(entry.until, now)) return undefined;
    return `in the baseline${entry.reason === "" ? "" : ` (${entry.reason})`}`;
  };
}

/** Entries of earlier versions, which accept the same on every page. */
export function widerIn(entries: readonly Entry[], outcomes: readonly Outcome[]): Set<Entry> {
  const known = byFingerprint(entries);
  const former = outcomes.flatMap(({ findings }) => findings.map(({ formerly }) => known.get(formerly ?? "")));
  return new Set(former.filter((entry) => entry !== undefined));
}

/**
 * Entries that no longer occur. Only those count whose rule ran and could evaluate everything.
 */
export function fixedIn(entries: readonly Entry[], outcomes: readonly Outcome[]): Entry[] {
  const whole = new Set(
    outcomes
      .filter(({ skipped, findings }) => skipped === undefined && !findings.some(isUnknown))
      .map(({ rule }) => rule.id),
  );
  const found = new Set(
    outcomes.flatMap(({ findings }) =>
      findings.flatMap(({ fingerprint, moved, formerly }) => [fingerprint, moved, formerly]),
    ),
  );
  const isFound = ({ fingerprint, moved = fingerprint }: Entry) => found.has(fingerprint) || found.has(moved);
  return entries.filter((entry) => whole.has(entry.rule) && !isFound(entry));
}

/** A finding in a skipped part may still exist: it is not known to be fixed. */
const isUnknown = ({ status, fingerprint }: Finding): boolean =>
  status === "not-evaluable" || (status === "skipped" && fingerprint === null);

interface Update {
  entries: Entry[];
  added: number;
  fixed: number;
  /** Entries of earlier versions that became one for each page. */
  widened: number;
}

/** Keeps existing entries as they are and adds new findings; with `prune`, removes fixed ones and adds nothing new. */
export function updateBaseline(
  before: readonly Entry[],
  outcomes: readonly Outcome[],
  { prune, ...fresh }: Pick<Entry, "accepted" | "reason" | "until"> & { prune: boolean },
): Update {
  const fixed = new Set(fixedIn(before, outcomes));
  const known = byFingerprint(before);
  const wider = widerIn(before, outcomes);
  const seen = new Set(known.keys());
  const entries = before.filter((entry) => !wider.has(entry) && !(prune && fixed.has(entry)));
  let added = 0;
  for (const finding of outcomes.flatMap(({ findings }) => findings)) {
    const { fingerprint, moved, formerly, rule, object, within, message, status } = finding;
    const former = known.get(formerly ?? "");
    if (
      fingerprint === null ||
      seen.has(fingerprint) ||
      seen.has(moved ?? "") ||
      (!former && (prune || status !== "fail"))
    )
      continue;
    seen.add(fingerprint);
    const named = object ? `${object.kind} ${object.title}` : "";
    const { accepted, reason, until } = former ?? fresh;
    const place = within ? `${named} in ${within.title}` : named;
    entries.push({
      fingerprint,
      ...(moved !== undefined && { moved }),
      rule,
      object: place,
      message,
      accepted,
      reason,
      until,
    });
    if (!former) added += 1;
  }
  return { entries, added, fixed: fixed.size, widened: wider.size };
}
