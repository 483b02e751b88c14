/** The parts of a site that the steps of a plan changed, as far as they were sent. */
import { resolveReferences } from "../../apply/results.js";
import { UNDO_RULES } from "../../inverses/index.js";
import type { StepState } from "../../log/read-log.js";
import type { Change, PlannedCall, SitePlan } from "../../types.js";
import type { SiteState } from "../model.js";

/** Fields of the model and, for the part as a whole, these. */
export type Aspect = "new" | "gone" | "place" | "default" | (string & {});

/** Aspects of parts, by id. */
export type SiteEffects = Map<string, Set<Aspect>>;

/** `of` is the parameter, or the member of the body, that names the part. */
interface Effect {
  change: Change;
  of: string | undefined;
}

function effectOf(endpoint: string): Effect | undefined {
  const { part, change } = Object.hasOwn(UNDO_RULES, endpoint) ? (UNDO_RULES[endpoint] ?? {}) : {};
  return part && change && { change, of: part.of };
}

/** True if a step is about the site whose state the plan holds, and not about the site as a whole. */
export const isOfSite = ({ endpoint, params }: PlannedCall, site: SiteState): boolean =>
  effectOf(endpoint) !== undefined && params.siteId === site.id;

const DEFAULTS = ["defaultSiteSection", "defaultSiteSpace"];

/** Members of a body that have another name in the model. */
const FIELD_NAMES: Readonly<Record<string, string>> = { spaceId: "space", jsonSchema: "adaptiveSchema" };

const ASPECTS: Partial<Record<Change, readonly Aspect[]>> = {
  remove: ["gone"],
  // In another section, a site space may get another path.
  move: ["place", "path"],
};

/** Steps without an answer count, too: the service may have applied them. */
export function collectEffects({ site, steps }: SitePlan, states: ReadonlyMap<string, StepState>): SiteEffects {
  const effects: SiteEffects = new Map();
  const add = (id: unknown, aspects: readonly Aspect[]): void => {
    if (typeof id === "string") effects.set(id, new Set([...(effects.get(id) ?? []), ...aspects]));
  };
  const outs = new Map([...states].map(([id, { out }]) => [id, out]));
  for (const step of steps) {
    const state = states.get(step.id);
    const effect = effectOf(step.endpoint);
    if ((state?.state !== "done" && state?.state !== "open") || !effect || !isOfSite(step, site)) continue;
    const { params, body } = resolveReferences({ params: step.params, body: step.body ?? {} }, outs) ?? {
      params: step.params,
      body: step.body ?? {},
    };
    const { change, of = "" } = effect;
    if (change === "create") add(state.out?.id, ["new"]);
    else add(params[of] ?? body[of], ASPECTS[change] ?? fieldsOf(step.endpoint, body));
    for (const name of DEFAULTS) add(body[name], ["default"]);
  }
  return effects;
}

const fieldsOf = (endpoint: string, body: Readonly<Record<string, unknown>>): Aspect[] =>
  endpoint === "publishSite"
    ? ["published"]
    : Object.keys(body)
        .filter((name) => !DEFAULTS.includes(name))
        .map((name) => FIELD_NAMES[name] ?? name);
