/** What the service calls the target of a step now: shown in place of the plan's name, and compared with it. */
import { endpointNamed } from "../endpoints.js";
import { undoRuleOf } from "../inverses/index.js";
import type { ResolvedCall } from "../make/selector.js";
import { formatTarget, nameIn, namesItsTarget, readName, type TargetName, titleOf } from "../make/step-title.js";
import type { Step } from "../types.js";
import type { World } from "../world.js";
import type { ApplyPlanOptions } from "./options.js";

interface NamedStep {
  /** With the names that the service has. */
  step: Step;
  /** How they differ from those in the plan; undefined: they do not. */
  differs?: string;
}

/**
 * Somebody who confirms "remove team X" must not remove another one: the names have to be those in the plan, if it has any.
 * @param call the request with the ids from earlier steps
 * @param around where teams are read
 */
export async function nameStep(
  step: Step,
  call: Pick<Step, "params" | "body">,
  { plan: { organization }, redact = (value) => value }: Pick<ApplyPlanOptions, "plan" | "redact">,
  world: World,
  around: Pick<World, "thing">,
): Promise<NamedStep> {
  const rule = undoRuleOf(step.endpoint);
  const params = { organizationId: organization, ...call.params };
  const asked: ResolvedCall = { endpoint: endpointNamed(step.endpoint), params, body: call.body ?? {} };
  const now = step.reads.length === 0 ? {} : redact(await readName(rule, asked, world, around));
  const planned = nameIn(rule, step.thing);
  const thing = formatTarget(rule, asked, now);
  const fresh = { ...step, thing, title: titleOf(rule, thing, step.body) };
  // Of what a step creates, the request itself has the name.
  const title = namesItsTarget(rule, asked) ? planned.title : undefined;
  const odd = differenceOf({ ...planned, title }, now, asked);
  return { step: fresh, ...(odd !== undefined && { differs: odd }) };
}

function differenceOf(planned: TargetName, now: TargetName, { params }: ResolvedCall): string | undefined {
  if (planned.team !== undefined && planned.team !== now.team)
    return formatRename(`team ${String(params.teamId)}`, now.team);
  const isOther = planned.title !== undefined && now.title !== planned.title;
  return isOther ? formatRename("it", now.title) : undefined;
}

const formatRename = (what: string, name: string | undefined): string =>
  `${what} is now called ${name === undefined ? "nothing" : JSON.stringify(name)}`;
