/** How the lists of a generation were read, from the text of its table `sources` (generations/lists.ts). */
import { parseStored } from "../../sandbox/store/stored-json.js";
import { hasOlderParts } from "../file/write/keep-earlier-rows.js";

export interface ListState {
  isComplete: boolean;
  /** It was read for this generation, not taken over from the one before as what it is in had not changed. */
  isOwn: boolean;
  /** Some of what is stored of it was not read for this generation. */
  hasOlder: boolean;
}

const OWN: ListState = { isComplete: true, isOwn: true, hasOlder: false };
const TAKEN_OVER: ListState = { isComplete: true, isOwn: false, hasOlder: false };
const CUT: ListState = { isComplete: false, isOwn: true, hasOlder: false };
const MIXED: ListState = { isComplete: false, isOwn: true, hasOlder: true };

/** Most lines are of complete lists: name, state, reason, status, when it began and ended, requests. */
const COMPLETE = /^\["([^"\\]+)","complete",null,[^,]*,[^,]*,"([^"\\]+)",\d+\]$/;

/** `started`: when the reading of the generation began, ISO 8601. */
export function readListStates(sources: string, started: string): Map<string, ListState> {
  const states = new Map<string, ListState>();
  for (const line of sources.split("\n")) {
    if (line === "") continue;
    const [, scope, ended] = COMPLETE.exec(line) ?? [];
    if (scope !== undefined && ended !== undefined) states.set(scope, ended >= started ? OWN : TAKEN_OVER);
    else states.set(...otherState(line, started));
  }
  return states;
}

function otherState(line: string, started: string): [scope: string, state: ListState] {
  // Written by `listsIn`.
  const [scope, state, reason, , began, ended] = parseStored(line) as unknown[];
  if (state === "complete") return [String(scope), String(ended) >= started ? OWN : TAKEN_OVER];
  // Without the time when it began, an earlier record of it was replaced.
  const isMixed = typeof began !== "string" || hasOlderParts(String(reason));
  return [String(scope), isMixed ? MIXED : CUT];
}
