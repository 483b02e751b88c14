/** What a journaled run named: a run that resumes it takes its targets from there. */
import { usage } from "../../errors.js";
import { isObject } from "../../shared/values.js";
import { differs } from "./journal.js";
import { readJournal } from "./read.js";
import type { Named, RunRecord } from "./types.js";

/** @throws Failure usage for a journal about something else, one without names, or one that was tampered with */
export function namedIn(text: string, now: Pick<RunRecord, "operation" | "origin">): Named {
  const { run, named } = readJournal(text);
  for (const name of ["operation", "origin"] as const) {
    if (run && run[name] !== now[name]) throw differs(name, run, now);
  }
  if (isNamed(named)) return named;
  throw usage(
    "the journal does not name its targets; nothing was sent",
    "repeat the command exactly as it was, with --resume in place of --journal",
  );
}

function isNamed(named: unknown): named is Named {
  if (!isObject(named) || !isObject(named.args) || !isTexts(named.scope)) return false;
  return Object.values(named.args).every((arg) => (Array.isArray(arg) ? arg.every(isTarget) : isWord(arg)));
}

const isWord = (arg: unknown): boolean => typeof arg === "string" || isTarget(arg);

const isTarget = (arg: unknown): boolean =>
  isObject(arg) && typeof arg.id === "string" && typeof arg.label === "string" && isTexts(arg.params);

const isTexts = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((member) => typeof member === "string");
