/** Takes back what a plan did to its site: the site planner brings the site from what it is now to what it was before. */
import type { AnyEndpoint } from "../../../catalog/endpoint.js";
import { deleteSiteSectionGroup } from "../../../catalog/section-groups.js";
import { deleteSiteSection } from "../../../catalog/sections.js";
import { deleteShareLink } from "../../../catalog/share-links.js";
import { deleteSiteSpace, moveSiteSpace } from "../../../catalog/site-spaces.js";
import type { Reader } from "../../../http/types.js";
import type { SiteRecords, StepState } from "../../log/read-log.js";
import type { Planner } from "../../make/planner.js";
import type { Plan } from "../../types.js";
import { changesOf } from "../diff.js";
import type { SiteState } from "../model.js";
import type { Call } from "../plan.js";
import { addSteps } from "../plan.js";
import { readSite } from "../read.js";
import { indexSite, type Part, type Parts, type SiteIndex, toSite } from "../site-index.js";
import { collectEffects, type Effects } from "./effects.js";
import type { Conflict } from "./merge-site.js";
import { mergeSite } from "./merge-site.js";

export interface UndoSiteOptions {
  plan: Pick<Plan, "steps"> & { site: SiteState };
  states: ReadonlyMap<string, StepState>;
  records: Pick<SiteRecords, "after" | "remade">;
  client: Reader;
  planner: Planner;
}

interface UndoneSite {
  changed: Conflict[];
  lost: Conflict[];
  /** What comes back under another id. */
  again: Pick<Part, "id" | "name">[];
  /** How many were added. */
  steps: number;
}

/** Adds the steps `undo.site.1` and so on. @throws Failure of the reads; usage where the service cannot do it */
export async function undoSite({ plan, states, records, client, planner }: UndoSiteOptions): Promise<UndoneSite> {
  const { organization, id } = plan.site;
  const state = await readSite(client, organization, id);
  const now = indexSite(state);
  const { remade } = records;
  const first = indexSite(plan.site);
  const { before, taken } = adoptRemadeParts(first, now.parts, new Set(remade));
  const effects = collectEffects(plan, states, before.parts, now.parts);
  for (const one of remade) if (before.parts.has(one) && !now.parts.has(one)) effects.removed.add(one);
  // Site spaces went with their section.
  const went = ({ id, kind, parent }: Part) =>
    kind === "space" && parent !== null && effects.removed.has(parent) && !effects.moved.has(id);
  for (const part of [...first.parts.values()].filter(went)) effects.removed.add(part.id);
  for (const one of remade) forgetValues(effects, one);
  addRemade(effects, { remade, taken, before: before.parts, now: now.parts });
  const after = records.after && indexSite(records.after);
  const { target, again, changed, lost } = mergeSite({ before, now, after, effects });
  const { calls } = changesOf(state, toSite(target, again), { prune: true, mayEmpty: true, name: "the plan" });
  await addSteps(planner, calls, { ids: "undo.site." });
  const goes = removedIdsOf(calls, now.parts);
  const anew = [...target.parts.values()].filter(({ id }) => again.has(id) || goes.has(id));
  return { steps: calls.length, changed, lost, again: anew.map(({ id, name }) => ({ id, name })) };
}

/** What an undo that was broken off left in the fields is not what the plan left there, and nobody else's doing. */
function forgetValues({ fields }: Effects, id: string): void {
  for (const name of fields.get(id)?.keys() ?? []) fields.get(id)?.set(name, undefined);
}

interface Remade {
  remade: readonly string[];
  taken: readonly Part[];
  before: Parts;
  now: Parts;
}

/** What earlier undos made is finished where it stands for something, and goes where it does not. */
function addRemade(effects: Effects, { remade, taken, before, now }: Remade): void {
  for (const { id, fields } of taken) {
    effects.fields.set(id, new Map(Object.keys(fields).map((name) => [name, undefined])));
    effects.moved.add(id);
    // An undo may have put what the plan made in place of what it removed.
    effects.made.delete(id);
  }
  for (const id of remade) {
    if (before.has(id)) continue;
    effects.made.add(id);
    // The site space that came with a section.
    const [first, ...others] = [...now.values()].filter(({ parent }) => parent === id);
    if (first && others.length === 0 && !before.has(first.id)) effects.made.add(first.id);
  }
}

/** Ids of what the calls remove. */
function removedIdsOf(calls: readonly Call[], now: Parts): Set<unknown> {
  const last = ({ endpoint, params }: Call) => params[(endpoint.params as readonly string[]).at(-1) ?? ""];
  const removed = new Set<unknown>(calls.filter(({ endpoint }) => REMOVALS.has(endpoint)).map(last));
  const moved = new Set<unknown>(calls.filter(({ endpoint }) => endpoint === moveSiteSpace).map(last));
  for (const { id, kind, parent } of now.values()) {
    if (kind === "space" && removed.has(parent) && !moved.has(id)) removed.add(id);
  }
  return removed;
}

const REMOVALS: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  deleteSiteSection,
  deleteSiteSectionGroup,
  deleteSiteSpace,
  deleteShareLink,
]);

/** Parts that an earlier undo made anew take the place of those that they stand for: found by path, title or name. */
function adoptRemadeParts(
  before: SiteIndex,
  now: Parts,
  remade: ReadonlySet<string>,
): { before: SiteIndex; taken: Part[] } {
  const ids = new Map<string, string>();
  const idOf = (id: string): string => ids.get(id) ?? id;
  const keyOf = ({ kind, fields }: Part): unknown => [kind, fields.path ?? fields.title ?? fields.name].join(" ");
  const parts: Parts = new Map();
  const taken: Part[] = [];
  // Sections come before what is in them.
  for (const part of before.parts.values()) {
    const parent = part.parent === null ? null : idOf(part.parent);
    const isTwin = (one: Part) =>
      remade.has(one.id) &&
      !before.parts.has(one.id) &&
      keyOf(one) === keyOf(part) &&
      (part.kind !== "space" || one.parent === parent);
    // The first site space of a section comes with it, under the name of its space.
    const isFirst = (one: Part) =>
      part.kind === "space" &&
      one.parent === parent &&
      one.fields.space === part.fields.space &&
      !before.parts.has(one.id);
    const free = [...now.values()].filter((one) => !taken.some(({ id }) => id === one.id));
    const isAnew = parent !== null && parent !== part.parent;
    const twin = now.has(part.id) ? undefined : (free.find(isTwin) ?? (isAnew ? free.find(isFirst) : undefined));
    if (twin) ids.set(part.id, twin.id);
    const own = { ...part, id: idOf(part.id), parent };
    if (twin) taken.push(own);
    parts.set(own.id, own);
  }
  const defaults = [...before.defaults].map(([list, id]): [string, string] => {
    const [kind = "", scope = ""] = list.split(":");
    return [list.includes(":") ? `${kind}:${scope && idOf(scope)}` : list, idOf(id)];
  });
  return { before: { parts, defaults: new Map(defaults) }, taken };
}
