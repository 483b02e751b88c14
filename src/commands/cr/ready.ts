/** The gate of `cr merge --if-ready`. */
import { getChangeRequest, pullChangeRequest } from "../../catalog/change-requests.js";
import { getChangeRequestContent, getSpaceContent } from "../../catalog/content.js";
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
import { getSpace, listSpaceLinks } from "../../catalog/spaces.js";
import type { Target } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import type { changeRequest } from "../../cli/kinds.js";
import { Failure } from "../../errors.js";
import type { GateContext } from "../checks/gate.js";

type Cr = Target<typeof changeRequest>;

/** What the rules read that may keep it from being merged. */
export const READY_READS = [
  getSpace,
  getChangeRequest,
  listSpacePages,
  listChangeRequestPages,
  listChangeRequestPageLinks,
  listSpacePageLinks,
  listSpacePageBacklinks,
  getSpaceContent,
  getChangeRequestContent,
  listSpaceFileBacklinks,
  listSpaceLinks,
  getChangeRequestPage,
  getSpacePage,
] as const;

export const scopeOf = ({ params }: Cr) => ({ space: params.spaceId, changeRequest: params.changeRequestId });

/** Reasons that are told of one change request. */
const MOST_REASONS = 5;

/** The revisions that a merge brings together. */
interface Revisions {
  space: string | null | undefined;
  changeRequest: string | null | undefined;
}

/**
 * @throws Failure findings for one that is not ready, partial if that could not be determined, conflict if it or its
 * space changed meanwhile
 */
export async function refuseUnready(input: GateContext, cr: Cr): Promise<void> {
  const { checkOne, whyNotReady } = await import("../checks/gate.js");
  let checked: Revisions = { space: undefined, changeRequest: undefined };
  const { report } = await checkOne(input, {
    gate: "change-request",
    scope: scopeOf(cr),
    severity: "warning",
    after: async (facts, outcomes) => {
      // If it could not be read, the report says so.
      if (outcomes.every(({ looked }) => looked === 0)) return;
      const { subjects } = await facts.subjects("change-request");
      checked = { space: facts.scope.spaceItem?.revision, changeRequest: subjects[0]?.item.revision };
    },
  });
  const reasons = await whyNotReady(report, "warning");
  if (reasons.length === 0) return refuseChanged(input, cr, checked);
  const left = reasons.length - MOST_REASONS;
  const isKnown = report.rows.some(({ status }) => status === "fail");
  const lines = [...reasons.slice(0, MOST_REASONS), ...(left > 0 ? [`and ${left} more`] : [])];
  const what = `change request ${cr.label} is not merged: ${isKnown ? "it is not ready" : "it could not be determined whether it is ready"}`;
  throw new Failure(isKnown ? "findings" : "partial", [what, ...lines], {
    hint: `to see what to fix: ${input.next("cr check", cr.label)}`,
    outcome: "not_applied",
  });
}

/** Both are read right before the merge: whatever came in between was not checked. */
async function refuseChanged({ api, next }: GateContext, cr: Cr, checked: Revisions): Promise<void> {
  const [space, changeRequest] = await Promise.all([
    api.call(getSpace, { params: { spaceId: cr.params.spaceId } }),
    api.call(getChangeRequest, { params: cr.params }),
  ]);
  if (checked.space == null || checked.changeRequest == null) {
    throw new Failure(
      "partial",
      `change request ${cr.label} is not merged: it could not be determined whether it changed during the check`,
      { hint: `${next("cr merge", cr.label)} without --if-ready merges it unchecked`, outcome: "not_applied" },
    );
  }
  const isSame = space.revision === checked.space && changeRequest.revision === checked.changeRequest;
  if (isSame && changeRequest.outdated !== true) return;
  throw new Failure("conflict", `change request ${cr.label} is not merged: it or its space changed during the check`, {
    hint: `run ${next("cr merge", cr.label)} --if-ready again`,
    outcome: "not_applied",
  });
}

/** Pulls the content of the space in, where it is behind: a conflict is the caller's to tell. */
export async function updateIfBehind({ api }: Pick<Context, "api">, cr: Cr) {
  const { outdated } = await api.call(getChangeRequest, { params: cr.params });
  return outdated === true ? api.call(pullChangeRequest, { params: cr.params }) : undefined;
}
