/** How a command that is typed directly ends under a fault, by the class of its request. */

import { transferCollection } from "../../src/catalog/collections.js";
import type { AnyEndpoint, Verification } from "../../src/catalog/endpoint.js";
import { updateMember } from "../../src/catalog/members.js";
import { deleteLinkInvite } from "../../src/catalog/organizations.js";
import { transferSpace } from "../../src/catalog/spaces.js";
import type { Direct, DirectFault } from "./direct.js";

/** Kind and outcome, exit code, and how often the request was sent. */
export type End = string;

interface Traits {
  retry: AnyEndpoint["retry"];
  method: string;
  /** A lost change can be looked up. */
  isLookedUp: boolean;
  /** And the look shows, too, that it was not applied. */
  showsNothing: boolean;
  /** The thing itself, or what lists it, can be read. */
  isSeen: boolean;
  /** It asks first unless it can read that nobody is locked out. */
  isGuarded: boolean;
  /** Its target is read before it is sent. */
  isReadFirst: boolean;
  /** It has an answer, which is shown. */
  isShown: boolean;
}

export const isLookedUp = ({ endpoint: { retry, verify }, body }: Pick<Direct, "endpoint" | "body">): boolean =>
  retry === "verify" && verify !== undefined && applies(verify, body);

/** Commands that ask read their targets first, also with --yes; nothing shows an invite. */
export const isReadFirst = (endpoint: AnyEndpoint): boolean =>
  endpoint.method === "DELETE"
    ? endpoint !== deleteLinkInvite
    : endpoint === transferSpace || endpoint === transferCollection;

export function traitsOf(met: Pick<Direct, "endpoint" | "body">, clean: Direct): Traits {
  const { retry, method } = met.endpoint;
  return {
    retry,
    method,
    isLookedUp: isLookedUp(met),
    showsNothing: met.endpoint.verify?.absent !== true,
    isSeen: met.endpoint !== deleteLinkInvite,
    isGuarded: met.endpoint === updateMember,
    isReadFirst: isReadFirst(met.endpoint),
    isShown: clean.first.stdout !== "",
  };
}

function applies({ unless, proof }: Verification, body: Direct["body"]): boolean {
  const is = proof?.is;
  const member =
    typeof is !== "object" ? undefined : "body" in is ? is.body : "contains" in is ? is.contains : undefined;
  return (unless === undefined || body[unless] === undefined) && (member === undefined || body[member] !== undefined);
}

const always = (end: End) => () => end;
const OK = "ok 0 1";
const UNKNOWN = "unknown-outcome unknown 7 1";

/** Lost each time. */
const lost =
  (isApplied: boolean, kind: string) =>
  ({ retry, isLookedUp, showsNothing }: Traits): End => {
    if (retry === "idempotent") return `${kind} unknown 6 4`;
    if (retry === "unsafe" || !isLookedUp) return UNKNOWN;
    if (isApplied) return OK;
    // A 500 is an answer: the service is through with the request, and a look shows that nothing changed.
    return kind === "service" && showsNothing ? "service not_applied 6 1" : UNKNOWN;
  };

const once =
  (isApplied: boolean, kind: string) =>
  (traits: Traits): End =>
    traits.retry === "idempotent" ? "ok 0 2" : lost(isApplied, kind)(traits);

/** Nothing can be looked up. */
const unseen = (kind: string) => (traits: Traits) => lost(true, kind)({ ...traits, isLookedUp: false });

const guarded =
  (unread: End) =>
  ({ isGuarded, isReadFirst }: Traits): End =>
    isGuarded ? "usage not_applied 2 0" : isReadFirst ? unread : OK;

export const DIRECT_ENDS: Readonly<Record<DirectFault, (traits: Traits, clean: Direct) => End>> = {
  "401": always("unauthorized not_applied 4 1"),
  "403": always("forbidden not_applied 4 1"),
  // Whoever may see it sees that it is there.
  "404": ({ method, isSeen }) =>
    method !== "DELETE" ? "not-found not_applied 3 1" : isSeen ? "cannot-tell not_applied 9 1" : OK,
  "409": always("conflict not_applied 5 1"),
  "429 for long": always("rate-limited not_applied 8 1"),
  "429 once": always("ok 0 2"),
  "500": lost(false, "service"),
  "500 after": lost(true, "service"),
  "500 after, reads denied": unseen("service"),
  "500 after, nothing visible": unseen("service"),
  "503 once": once(false, "service"),
  refused: always("network not_applied 6 4"),
  "lost before": lost(false, "network"),
  "lost after": lost(true, "network"),
  "lost after, once": once(true, "network"),
  "lost after, reads denied": unseen("network"),
  "lost after, nothing visible": unseen("network"),
  // Neither is a write repeated after Ctrl-C nor looked up.
  "Ctrl-C, lost after": ({ retry, isLookedUp }) =>
    retry === "idempotent" || isLookedUp ? "canceled unknown 130 1" : UNKNOWN,
  "Ctrl-C": always(OK),
  "disk full": ({ isShown }) => (isShown ? "io applied 1 1" : OK),
  "reads denied before": guarded("forbidden not_applied 4 0"),
  "reads denied after": always(OK),
  "nothing visible before": guarded("cannot-tell not_applied 9 0"),
  "nothing visible after": always(OK),
  // What was to be deleted was there when it was read.
  "second writer": ({ method }, { again: { ended, code, sent } }) =>
    method === "DELETE" ? OK : `${ended} ${code} ${sent}`,
};
