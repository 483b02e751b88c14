/** The condition of a change that a plan makes for a finding: the rule still finds it, and still proposes the change. */
import { Failure } from "../errors.js";
import type { Reader } from "../http/types.js";
import { hashOf } from "../shared/values.js";
import { chooseRules } from "./choose.js";
import type { Scope } from "./data-source.js";
import { ruleNamed } from "./rules/index.js";
import { runRules } from "./run.js";
import type { Change, Finding } from "./types.js";

interface Condition {
  rule: string;
  /** The threshold that the rule was run with. */
  days: number;
}

interface ConditionJob {
  client: Reader;
  organization: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Only what the change is about is read. */
const scopeOf = ({ params }: Change): Scope => ({
  space: params.spaceId,
  changeRequest: params.changeRequestId,
  site: params.siteId,
});

const isSame = (one: Change, other: Change): boolean =>
  hashOf([one.endpoint, one.params, one.body ?? {}]) === hashOf([other.endpoint, other.params, other.body ?? {}]);

/**
 * Why the change is not to be made now; undefined if its condition holds.
 * @throws Failure cannot-tell for a rule that is not evaluable there; if nothing can be read
 */
export async function whyNotNow(
  { client, organization, now }: ConditionJob,
  { rule: id, days }: Condition,
  change: Change,
): Promise<string | undefined> {
  const rule = ruleNamed(id);
  if (!rule) return `there is no rule ${JSON.stringify(id)}`;
  const rules = chooseRules([rule], { ids: [id], days });
  const outcomes = await runRules({ client, organization, rules, now, scope: scopeOf(change) });
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  if (findings.some(({ fix }) => fix?.change && isSame(fix.change, change))) return undefined;
  return reasonIn(findings, change) ?? `${id} no longer finds a problem there`;
}

function reasonIn(findings: readonly Finding[], { params }: Change): string | undefined {
  const ids = new Set(Object.values(params));
  const isOther = ({ object }: Finding) => object !== null && object.kind !== "organization" && !ids.has(object.id);
  const fix = findings.find((finding) => finding.fix?.unplanned !== undefined && !isOther(finding))?.fix;
  if (fix && !fix.isUnknown) return fix.unplanned;
  const unknown = fix?.unplanned ?? findings.find(({ status }) => status === "not-evaluable")?.message;
  if (unknown === undefined) return undefined;
  throw new Failure("cannot-tell", `cannot tell whether the reason for it still applies: ${unknown}`, {
    outcome: "not_applied",
  });
}
