/** The gate of `cr merge --if-ready`. */
import { getChangeRequest, pullChangeRequest } from "../../catalog/change-requests.js";
import {
  listChangeRequestPageLinks,
  listChangeRequestPages,
  listSpacePageBacklinks,
  listSpacePageLinks,
  listSpacePages,
} from "../../catalog/pages.js";
import { getSpace } from "../../catalog/spaces.js";
import type { Target } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import type { changeRequest } from "../../cli/kinds.js";
import { Failure } from "../../errors.js";
import type { Needs } from "../checks/gate.js";

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
] as const;

export const scopeOf = ({ params }: Cr) => ({ space: params.spaceId, changeRequest: params.changeRequestId });

/** Reasons that are told of one change request. */
const MOST_REASONS = 5;

/** @throws Failure findings for one that is not ready, partial where that could not be told */
export async function refuseUnready(input: Needs, cr: Cr): Promise<void> {
  const { checkOne, whyNotReady } = await import("../checks/gate.js");
  const { report } = await checkOne(input, { gate: "change-request", scope: scopeOf(cr), severity: "warning" });
  const reasons = await whyNotReady(report, "warning");
  if (reasons.length === 0) return;
  const left = reasons.length - MOST_REASONS;
  const isKnown = report.counts["not-evaluable"] === 0;
  const lines = [...reasons.slice(0, MOST_REASONS), ...(left > 0 ? [`and ${left} more`] : [])];
  const what = `change request ${cr.label} is not merged: ${isKnown ? "it is not ready" : "it is not known whether it is ready"}`;
  throw new Failure(isKnown ? "findings" : "partial", [what, ...lines].join("\n"), {
    hint: `${input.next("cr check", cr.label)} tells what to do`,
    outcome: "not_applied",
  });
}

/** Pulls the content of the space in, where it is behind: a conflict is the caller's to tell. */
export async function updateIfBehind({ api }: Pick<Context, "api">, cr: Cr) {
  const { outdated } = await api.call(getChangeRequest, { params: cr.params });
  return outdated === true ? api.call(pullChangeRequest, { params: cr.params }) : undefined;
}
