/** Marks accepted findings as skipped, with the reason. */
import type { Finding, Outcome } from "../types.js";

/** Why a finding is accepted; undefined: it is not. */
export type Decide = (finding: Finding) => string | undefined;

export function acceptFindings(outcomes: readonly Outcome[], decide: Decide): Outcome[] {
  return outcomes.map((outcome) => {
    const findings = outcome.findings.map((finding): Finding => {
      const why = finding.status === "fail" ? decide(finding) : undefined;
      return why === undefined ? finding : { ...finding, status: "skipped", message: `${why}: ${finding.message}` };
    });
    return { ...outcome, findings, status: statusOf(outcome, findings) };
  });
}

function statusOf({ status }: Outcome, findings: readonly Finding[]): Outcome["status"] {
  if (status !== "fail" || findings.some((one) => one.status === "fail")) return status;
  return findings.some((one) => one.status === "not-evaluable") ? "not-evaluable" : "pass";
}

/** Whether a day is over. Without a day: never. */
export const isPast = (until: string | null | undefined, now: number): boolean =>
  typeof until === "string" && now >= Date.parse(until) + 86_400_000;
