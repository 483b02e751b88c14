/** How the first apply ends, by fault, class of the request, and what the service shows of the change. */
import { endpointNamed } from "../../src/changes/endpoints.js";
import type { Step } from "../../src/changes/types.js";
import type { FaultName } from "../fault-matrix/network.js";

/** The outcome of the step, the exit code, and how often the request was sent. */
export type End = readonly [outcome: string, code: number, sent: number];

interface Traits {
  retry: string;
  change: string;
  /** The client can look whether it was applied. */
  isLookedUp: boolean;
  /** It names a space or a collection, which has to be that of the plan's organization. */
  isBound: boolean;
  /** The rails read who is there before anything is sent. */
  isRailed: boolean;
  /** Something is read before. */
  isRead: boolean;
  /** The reads show whether the change took effect: some of them, all of them. */
  shows: boolean;
  showsAll: boolean;
}

export function traitsOf({ endpoint, change, reads, body, params }: Step): Traits {
  const { retry, verify } = endpointNamed(endpoint);
  return {
    retry,
    change,
    // That a space is not found proves nothing: it may only be out of sight.
    isLookedUp:
      verify !== undefined && !verify.absent && (verify.unless === undefined || body?.[verify.unless] === undefined),
    isBound:
      endpoint !== "restoreSpace" &&
      /"(?:spaceId|collectionId|spaces|space|parent)":/.test(JSON.stringify([params, body])),
    isRailed: /^(?:remove|update)Member$|^(?:set|remove|update)TeamMembers?$|^deleteTeam$/.test(endpoint),
    isRead: reads.length > 0,
    shows: reads.some(({ becomes }) => becomes !== undefined),
    showsAll: reads.length > 0 && reads.every(({ becomes }) => becomes !== undefined),
  };
}

const FAILED: End = ["failed", 9, 1];
const DONE: End = ["done", 0, 1];
const UNKNOWN: End = ["unknown", 7, 1];

/** The answer is lost, or a failure of the service that says nothing about the change. */
const lost =
  (isApplied: boolean, settles: boolean) =>
  ({ retry, showsAll, isLookedUp }: Traits): End => {
    if (retry === "idempotent") return isApplied && showsAll ? ["done", 0, 4] : ["unknown", 9, 4];
    if (!showsAll) return UNKNOWN;
    if (isApplied) return DONE;
    // A 500 is an answer: the service is through with the request, and a look shows that nothing changed.
    return retry === "verify" && settles && isLookedUp ? FAILED : UNKNOWN;
  };

const once =
  (isApplied: boolean, settles: boolean) =>
  (traits: Traits): End =>
    traits.retry === "idempotent" ? ["done", 0, 2] : lost(isApplied, settles)(traits);

/** Nothing shows what became of it. */
const unseen = ({ retry }: Traits): End => (retry === "idempotent" ? ["unknown", 9, 4] : UNKNOWN);

const always = (end: End | undefined) => () => end;
const refused = (sent: number): End => ["failed", 9, sent];

export const FIRST: Readonly<Record<FaultName, (traits: Traits) => End | undefined>> = {
  "401": always(FAILED),
  "403": always(FAILED),
  // A removal that nothing shows: the service does not find it, and whoever asks may see the organization whole.
  "404": ({ change, isRead }) => (change === "remove" && !isRead ? ["satisfied", 0, 1] : FAILED),
  // "Would not result in any update", of a place that shows nowhere.
  "409": ({ change, shows }) => (change === "move" && !shows ? ["satisfied", 0, 1] : FAILED),
  "429 for long": always(FAILED),
  "429 once": always(["done", 0, 2]),
  "500": lost(false, true),
  "500 after": lost(true, true),
  "500 after, reads denied": unseen,
  "500 after, nothing visible": unseen,
  "503 once": once(false, true),
  refused: always(refused(4)),
  "lost before": lost(false, false),
  "lost after": lost(true, false),
  "lost after, once": once(true, false),
  "lost after, reads denied": unseen,
  "lost after, nothing visible": unseen,
  "Ctrl-C, lost after": always(undefined),
  "Ctrl-C": always(DONE),
  "disk full before": always(refused(0)),
  "disk full after": always(["io", 1, 1]),
  "reads denied before": ({ isRead, isRailed, isBound }) =>
    isRailed ? ["forbidden", 4, 0] : isRead ? refused(0) : isBound ? ["cannot tell", 9, 0] : DONE,
  "reads denied after": always(DONE),
  "nothing visible before": ({ isRead, isRailed, isBound, change, retry }) =>
    isBound
      ? ["cannot tell", 9, 0]
      : isRailed
        ? ["cannot-tell", 9, 0]
        : isRead && change !== "create" && retry !== "unsafe"
          ? ["cannot tell", 9, 0]
          : DONE,
  "nothing visible after": always(DONE),
  // What is read, but does not show the whole change, may look as before or not.
  "second writer": ({ showsAll, shows, change, isRead, retry }) =>
    isRead && !showsAll && retry === "idempotent"
      ? undefined
      : showsAll
        ? ["satisfied", 0, 0]
        : change === "move" && !shows
          ? ["satisfied", 0, 1]
          : DONE,
};
