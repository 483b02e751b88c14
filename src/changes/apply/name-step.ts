/** The present name of a step's target: shown in place of the plan's name, and compared with it. */
import { endpointNamed } from "../endpoints.js";
import { undoRuleOf } from "../inverses/index.js";
import type { ResolvedCall } from "../make/selector.js";
import { formatTarget, nameIn, namesItsTarget, readName, type TargetName, titleOf } from "../make/step-title.js";
import type { Step } from "../types.js";
import type { ThingReader, World } from "../world.js";
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
  around: ThingReader,
): Promise<NamedStep> {
  const params = { organizationId: organization, ...call.params };
  const asked = askedOf({ endpoint: step.endpoint, params, body: call.body });
  const rule = undoRuleOf(step.endpoint);
  const now = step.reads.length === 0 ? {} : redact(await readName(rule, asked, world, around));
  const planned = nameIn(rule, step.thing);
  const fresh = withName(step, asked, now);
  // Of what a step creates, the request itself has the name.
  const title = namesItsTarget(rule, asked) ? planned.title : undefined;
  const odd = differenceOf({ ...planned, title }, now, asked);
  return { step: fresh, ...(odd !== undefined && { differs: odd }) };
}

const askedOf = ({ endpoint, params, body = {} }: Pick<Step, "endpoint" | "params" | "body">): ResolvedCall => ({
  endpoint: endpointNamed(endpoint),
  params,
  body,
});

function withName(step: Step, asked: ResolvedCall, name: TargetName): Step {
  const rule = undoRuleOf(step.endpoint);
  const thing = formatTarget(rule, asked, name);
  return { ...step, thing, title: titleOf(rule, thing, step.body) };
}

/** A step with ids in place of the names that its plan has. */
export const withoutName = (step: Step): Step => withName(step, askedOf(step), {});

function differenceOf(planned: TargetName, now: TargetName, { params }: ResolvedCall): string | undefined {
  if (planned.team !== undefined && planned.team !== now.team)
    return formatRename(`team ${String(params.teamId)}`, now.team);
  const isOther = planned.title !== undefined && now.title !== planned.title;
  return isOther ? formatRename("it", now.title) : undefined;
}

const formatRename = (what: string, name: string | undefined): string =>
  `${what} is now called ${name === undefined ? "nothing" : JSON.stringify(name)}`;
