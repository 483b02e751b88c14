/** What the steps of a plan did to the parts of its site, as far as they were sent. */
import { isObject } from "../../../shared/values.js";
import { resolveReferences } from "../../apply/answers.js";
import { UNDO_RULES } from "../../inverses/index.js";
import type { StepState } from "../../log/read-log.js";
import type { Change, Plan, Step } from "../../types.js";
import type { SiteState } from "../model.js";
import type { Kind, Part, Parts } from "../site-index.js";

export interface Effects {
  /** By id of the part: fields and the values that the plan left there; undefined: not known. */
  fields: Map<string, Map<string, unknown>>;
  made: Set<string>;
  removed: Set<string>;
  moved: Set<string>;
  /** Ids of parts that were made the default. */
  defaults: Set<string>;
}

/** What an endpoint does to a part of the site. `of` is the parameter, or the member of the body, that names the part. */
interface Effect {
  kind: Kind;
  change: Change;
  of: string | undefined;
}

function effectOf(endpoint: string): Effect | undefined {
  const { part, change } = Object.hasOwn(UNDO_RULES, endpoint) ? (UNDO_RULES[endpoint] ?? {}) : {};
  return part && change && { kind: part.kind, change, of: part.of };
}

/** Whether a step is about the site whose state the plan holds, and not about the site as a whole. */
export const isOfSite = (
  { endpoint, params }: Pick<Step, "endpoint" | "params">,
  site: Pick<SiteState, "id">,
): boolean => effectOf(endpoint) !== undefined && params.siteId === site.id;

const DEFAULTS = ["defaultSiteSection", "defaultSiteSpace"];

/**
 * Steps that were sent count, too, when their answer was lost: what they changed is only taken back where it is seen.
 * @param before the site before the plan
 * @param now the site as it is
 */
export function collectEffects(
  plan: Pick<Plan, "steps"> & { site: SiteState },
  states: ReadonlyMap<string, StepState>,
  before: Parts,
  now: Parts,
): Effects {
  const effects: Effects = {
    fields: new Map(),
    made: new Set(),
    removed: new Set(),
    moved: new Set(),
    defaults: new Set(),
  };
  const outs = new Map([...states].map(([id, { out }]) => [id, out]));
  const unknown: { effect: Effect; body: Values }[] = [];
  for (const step of plan.steps) {
    const state = states.get(step.id);
    if ((state?.state !== "done" && state?.state !== "open") || !isOfSite(step, plan.site)) continue;
    const call = resolveReferences({ params: step.params, body: step.body ?? {} }, outs);
    const effect = effectOf(step.endpoint);
    if (!call || !effect) continue;
    const isOpen = state.state === "open";
    if (effect.change !== "create") addEffect(effects, { endpoint: step.endpoint, effect, isOpen, ...call });
    else if (typeof state.out?.id !== "string") unknown.push({ effect, body: call.body });
    else addMade(effects, effect, state.out.id, call.body, { before, now });
  }
  for (const { effect, body } of unknown) {
    const found = findMade(effect.kind, body, effects, { before, now });
    if (found !== undefined) addMade(effects, effect, found, body, { before, now });
  }
  return effects;
}

type Values = Readonly<Record<string, unknown>>;

interface Sides {
  before: Parts;
  now: Parts;
}

interface EffectContext {
  endpoint: string;
  effect: Effect;
  /** Nobody knows whether it came to be. */
  isOpen: boolean;
  params: Values;
  body: Values;
}

function addEffect(effects: Effects, { endpoint, effect, isOpen, params, body }: EffectContext): void {
  const { change, of = "" } = effect;
  const id = String(params[of] ?? body[of]);
  if (change === "remove") effects.removed.add(id);
  else if (change === "move") effects.moved.add(id);
  else {
    const fields = effects.fields.get(id) ?? new Map<string, unknown>();
    for (const [member, given] of Object.entries(endpoint === "publishSite" ? { published: true } : body)) {
      if (DEFAULTS.includes(member)) effects.defaults.add(String(given));
      else {
        const [name, value] = fieldOf(member, given);
        // It may be as an earlier step left it, too.
        fields.set(name, isOpen && (fields.has(name) || effects.made.has(id)) ? undefined : value);
      }
    }
    effects.fields.set(id, fields);
  }
}

/** A member of a body by the name that the model has. */
function fieldOf(name: string, value: unknown): [string, unknown] {
  if (name === "spaceId") return ["space", value];
  if (name === "jsonSchema") return ["adaptiveSchema", value];
  if (name === "adaptiveContent" && isObject(value)) return [name, value.enabled];
  return [name, value];
}

/** The first space of a section comes with it. */
function addMade(effects: Effects, { kind }: Effect, id: string, body: Values, { before, now }: Sides): void {
  effects.made.add(id);
  const { spaceId, ...own } = body;
  const fields = Object.entries(kind === "space" ? { spaceId } : own).map(([field, value]) => fieldOf(field, value));
  effects.fields.set(id, new Map([...fields, ...(effects.fields.get(id) ?? [])]));
  if (kind !== "section") return;
  const isFirst = (one: Part) => one.parent === id && one.fields.space === spaceId && !before.has(one.id);
  const first = [...now.values()].find(isFirst);
  if (first) effects.made.add(first.id);
}

/** What a step made whose answer was lost: the only one of its kind and name that nobody knows. */
function findMade(
  kind: Kind,
  { title, name, spaceId }: Values,
  { made }: Effects,
  { before, now }: Sides,
): string | undefined {
  const found = [...now.values()].filter(({ id, kind: its, fields }) => {
    if (its !== kind || before.has(id) || made.has(id)) return false;
    if (kind === "space") return fields.space === spaceId;
    return kind === "link" ? fields.name === name : fields.title === title;
  });
  return found.length === 1 ? found[0]?.id : undefined;
}
