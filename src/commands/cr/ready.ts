/** The gate of `cr merge --if-ready`. */
import { getChangeRequest, pullChangeRequest } from "../../catalog/change-requests.js";
import { listChangeRequestComments } from "../../catalog/comments.js";
import { getChangeRequestContent, getSpaceContent } from "../../catalog/content.js";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { listSpaceFileBacklinks } from "../../catalog/files.js";
import {
  getChangeRequestPage,
  getSpacePage,
  listChangeRequestPageLinks,
  listChangeRequestPages,
  listSpacePageBacklinks,
  listSpacePageLinks,
  listSpacePages,
} from "../../catalog/pages.js";
import { getSpace, listSpaceLinks, searchSpace } from "../../catalog/spaces.js";
import type { recordReads } from "../../checks/repeat-reads.js";
import type { Target } from "../../cli/command.js";
import type { Api, Context } from "../../cli/context.js";
import type { changeRequest } from "../../cli/kinds.js";
import { Failure, type FailureKind } from "../../errors.js";

type Cr = Target<typeof changeRequest>;
type Reads = ReturnType<typeof recordReads>;

/** Requests that decide whether it is merged, with their names in messages. */
const DECIDING: ReadonlyMap<AnyEndpoint, string> = new Map<AnyEndpoint, string>([
  [getSpace, "the space"],
  [getChangeRequest, "the change request"],
  [listChangeRequestComments, "its open comments"],
  [listSpacePages, "the pages of the space"],
  [listChangeRequestPages, "its pages"],
  [listChangeRequestPageLinks, "the links of its pages"],
  [listSpacePageLinks, "the links of pages of the space"],
  [listSpacePageBacklinks, "the links to pages of the space"],
  [getSpaceContent, "the content of the space"],
  [getChangeRequestContent, "its content"],
  [listSpaceFileBacklinks, "the links to files of the space"],
  [listSpaceLinks, "the links of the space"],
  [getChangeRequestPage, "the text of its pages"],
  [getSpacePage, "the text of pages of the space"],
]);

/** Requests of the rules that may keep it from being merged. */
export const READY_READS: readonly AnyEndpoint[] = [...DECIDING.keys(), searchSpace];

/** Read directly before the merge: all else is content of the revisions that they name. */
const READ_LAST: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  getSpace,
  getChangeRequest,
  listChangeRequestComments,
]);

export const scopeOf = ({ params }: Cr) => ({ space: params.spaceId, changeRequest: params.changeRequestId });

/** Reasons that are told of one change request. */
const MOST_REASONS = 5;

/**
 * Checks it, and then reads all that decided once more: whatever came in between was not checked.
 * @throws Failure findings for one that is not ready, or has changed meanwhile; partial if that could not be determined
 */
export async function refuseUnready(input: Context, cr: Cr): Promise<void> {
  const [{ checkOne, whyNotReady }, { recordReads }] = await Promise.all([
    import("../checks/gate.js"),
    import("../../checks/repeat-reads.js"),
  ]);
  const reads = recordReads(input.api);
  const { report } = await checkOne(
    { ...input, api: { ...input.api, ...reads.client } },
    { gate: "change-request", scope: scopeOf(cr), severity: "warning" },
  );
  const reasons = await whyNotReady(report, "warning");
  if (reasons.length === 0) return refuseChanged(input, cr, reads);
  const left = reasons.length - MOST_REASONS;
  const isKnown = report.rows.some(({ status }) => status === "fail");
  const lines = [...reasons.slice(0, MOST_REASONS), ...(left > 0 ? [`and ${left} more`] : [])];
  const what = isKnown ? "it is not ready" : "it could not be determined whether it is ready";
  throw notMerged(isKnown ? "findings" : "partial", cr, [what, ...lines], {
    hint: `to see what to fix: ${input.next("cr check", cr.label)}`,
  });
}

const notMerged = (kind: FailureKind, { label }: Cr, [why, ...lines]: readonly string[], more: { hint: string }) =>
  new Failure(kind, [`change request ${label} is not merged: ${why}`, ...lines], { ...more, outcome: "not_applied" });

/** @throws Failure findings, partial */
async function refuseChanged({ next }: Context, cr: Cr, reads: Reads): Promise<void> {
  const changes = await reads.findChanges(READ_LAST).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.kind !== "partial") throw error;
    const why = `change request ${cr.label} is not merged: it could not be read again after the check`;
    throw error.with({ message: [why, ...error.lines], outcome: "not_applied" });
  });
  if (changes.length === 0) return;
  const names = changes.map(({ endpoint, members }) => {
    const name = DECIDING.get(endpoint) ?? endpoint.summary;
    const isObject = members.length > 0 && endpoint.items === undefined;
    return isObject ? `${name} (${members.join(", ")})` : name;
  });
  throw notMerged("findings", cr, ["something changed during the check", ...new Set(names)], {
    hint: `run ${next("cr merge", cr.label)} --if-ready again`,
  });
}

/** Pulls the content of the space in, where it is behind: a conflict is the caller's to tell. */
export async function updateIfBehind(api: Api, cr: Cr) {
  const { outdated } = await api.call(getChangeRequest, { params: cr.params });
  return outdated === true ? api.call(pullChangeRequest, { params: cr.params }) : undefined;
}
