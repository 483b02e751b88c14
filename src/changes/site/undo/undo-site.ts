/** Undoes what a plan did to its site, by the code that makes any plan of a site, if nobody has changed the site since. */
import type { AnyEndpoint } from "../../../catalog/endpoint.js";
import { deleteSiteSectionGroup } from "../../../catalog/section-groups.js";
import { deleteSiteSection } from "../../../catalog/sections.js";
import { deleteShareLink } from "../../../catalog/share-links.js";
import { deleteSiteSpace, moveSiteSpace } from "../../../catalog/site-spaces.js";
import type { Reader } from "../../../http/types.js";
import type { LeftSite, StepState } from "../../log/read-log.js";
import { createLogWriter, type LineWriter } from "../../log/write-log.js";
import type { Planner } from "../../make/planner.js";
import type { SitePlan } from "../../types.js";
import { findChanges } from "../diff.js";
import type { SiteState } from "../model.js";
import { addSteps, type Call } from "../plan.js";
import { readSite } from "../read.js";
import {
  defaultListOf,
  indexSite,
  isSame,
  listOf,
  type Part,
  type Parts,
  partsInside,
  type SiteIndex,
  toSite,
} from "../site-index.js";
import { type Aspect, collectEffects, type SiteEffects } from "./effects.js";

// Compares two states of a site part by part.

interface SiteDifference {
  /** Id of the part, or of what owns the list. */
  id: string;
  /** `section "Guides": title` */
  title: string;
  aspect: Aspect | "order";
  /** Parts that are in the list, if it is about a list. */
  members?: readonly Part[];
  part: Part;
}

/** Differences in fields, places, defaults and order; what is in one only counts once, as a whole. */
function compareSites(before: SiteIndex, now: SiteIndex): SiteDifference[] {
  const found: SiteDifference[] = [];
  const add = (part: Part, aspect: SiteDifference["aspect"], text: string, members?: readonly Part[]): void => {
    found.push({ id: part.id, title: `${part.name}: ${text}`, aspect, part, ...(members && { members }) });
  };
  for (const part of before.parts.values()) {
    const is = now.parts.get(part.id);
    if (!is) {
      add(part, "gone", "it no longer exists");
      continue;
    }
    for (const [name, value] of Object.entries(part.fields)) if (!isSame(value, is.fields[name])) add(is, name, name);
    if (part.parent !== is.parent) add(is, "place", "its place");
  }
  for (const part of now.parts.values()) if (!before.parts.has(part.id)) add(part, "new", "it is new");
  for (const list of new Set([...before.parts.values()].map(listOf))) {
    const [was, is] = [membersOf(before.parts, list), membersOf(now.parts, list)];
    const [one] = was;
    const [a, b] = [shared(was, before, now), shared(is, before, now)];
    if (one && !isSame(a, b)) add(one, "order", "its order among others", [...was, ...is]);
  }
  for (const list of new Set([...before.defaults.keys(), ...now.defaults.keys()])) {
    const [was, is] = [before.defaults.get(list), now.defaults.get(list)];
    const part = now.parts.get(is ?? "") ?? before.parts.get(was ?? "");
    const members = [...before.parts.values(), ...now.parts.values()].filter((one) => defaultListOf(one) === list);
    if (was !== is && part) add(part, "default", "the default", members);
  }
  return found;
}

const membersOf = (parts: Parts, list: string): Part[] => [...parts.values()].filter((part) => listOf(part) === list);

/** The service does not show the position of an empty group, so only parts that are in both, and not empty in one, have an order. */
const shared = (members: readonly Part[], { parts: before }: SiteIndex, { parts: now }: SiteIndex): string[] =>
  members
    .filter(({ id, parent }) => before.get(id)?.parent === parent && now.get(id)?.parent === parent)
    .filter(({ id, kind }) => {
      const isEmpty = [before, now].map((parts) => partsInside(parts, id).length === 0);
      return kind !== "group" || isEmpty[0] === isEmpty[1];
    })
    .map(({ id }) => id);

/** True if the steps of the plan explain a difference between the site before the plan and now. */
function isExplained(
  { id, aspect, part, members }: SiteDifference,
  effects: SiteEffects,
  before: Parts,
  now: Parts,
): boolean {
  const has = (one: string | null, ...aspects: Aspect[]) =>
    one !== null && aspects.some((each) => effects.get(one)?.has(each));
  if (members) {
    const moved = members.some((one) => has(one.id, "new", "gone", "place", "default"));
    // Sections of a removed group come to the root; site spaces come and go with their section.
    const parents = members.flatMap((one) => [before.get(one.id)?.parent ?? null, now.get(one.id)?.parent ?? null]);
    return moved || parents.some((one) => has(one, "new", "gone"));
  }
  if (has(id, aspect)) return true;
  if (aspect === "new") return part.kind === "space" && has(part.parent, "new");
  if (aspect === "gone") return part.kind === "space" && has(part.parent, "gone");
  return aspect === "place" && has(before.get(id)?.parent ?? null, "gone");
}

// Notes in a plan's log how a run leaves its site.

/** @throws Failure of the reads */
export async function recordSite(
  client: Reader,
  { organization, id }: SiteState,
  state: LineWriter,
  { now, redact }: { now: () => number; redact: <T>(value: T) => T },
): Promise<void> {
  const site = redact(await readSite(client, organization, id));
  createLogWriter(state, now).write({ record: "site", step: "site", site });
}

/** A part that an undo leaves alone, with the reason. */
export interface Conflict {
  /** Id of the part, or of the step. */
  id: string;
  /** `section "Guides": title` */
  title: string;
  why?: string;
}

export interface UndoSiteOptions {
  plan: SitePlan;
  states: ReadonlyMap<string, StepState>;
  records: LeftSite;
  client: Reader;
  planner: Planner;
  redact: <T>(value: T) => T;
}

interface UndoneSite {
  /** Changed by somebody else since: nothing is planned. */
  changed: Conflict[];
  /** How the run left the site is not known: nothing is planned. */
  unclear: Conflict[];
  /** Parts that the service cannot bring back. */
  lost: Conflict[];
  /** Parts that come back under another id. */
  again: { id: string; name: string }[];
  /** How many were added. */
  steps: number;
}

const INTERRUPTED = "the run was interrupted, so how it left the site is not known; apply the plan again to finish it";

/** Adds the steps `undo.site.1` and so on. @throws Failure of the reads; usage where the service cannot do it */
export async function undoSite(options: UndoSiteOptions): Promise<UndoneSite> {
  const { plan, records, client, planner } = options;
  const { organization, id, title } = plan.site;
  const nothing: UndoneSite = { changed: [], unclear: [], lost: [], again: [], steps: 0 };
  if (!records.after)
    return { ...nothing, unclear: [{ id, title: `site ${JSON.stringify(title)}`, why: INTERRUPTED }] };
  const state = await readSite(client, organization, id);
  const [before, now] = [indexSite(plan.site), indexSite(state)];
  const changed = findForeignChanges(options, { state, before, now, after: records.after });
  if (changed.length > 0) return { ...nothing, changed };
  const again = new Set([...before.parts.keys()].filter((one) => !now.parts.has(one)));
  const { target, lost } = removeLosses({ before, now, again });
  const { calls } = findChanges(state, toSite(target, again), { prune: true, mayEmpty: true, name: "the plan" });
  await addSteps(planner, calls, { ids: "undo.site." });
  const removed = removedIdsOf(calls, now.parts);
  const anew = [...target.parts.values()].filter((one) => again.has(one.id) || removed.has(one.id));
  return { ...nothing, lost, steps: calls.length, again: anew.map(({ id, name }) => ({ id, name })) };
}

interface SiteStates {
  state: SiteState;
  before: SiteIndex;
  now: SiteIndex;
  after: SiteState;
}

/** Changes since the last run, and those before it that no step of the plan or of an earlier undo explains. */
function findForeignChanges(
  { plan, states, records, redact }: UndoSiteOptions,
  { state, before, now, after }: SiteStates,
): Conflict[] {
  const effects = collectEffects(plan, states);
  for (const id of records.remade) addRemade(effects, id, now.parts);
  const since = compareSites(indexSite(after), indexSite(redact(state)));
  const unexplained = compareSites(before, now).filter((one) => !isExplained(one, effects, before.parts, now.parts));
  const titles = new Map([...since, ...unexplained].map(({ id, title }) => [title, { id, title }]));
  return [...titles.values()];
}

/** An earlier undo changed its parts in all ways that it had to. */
function addRemade(effects: SiteEffects, id: string, now: Parts): void {
  const fields = Object.keys(now.get(id)?.fields ?? {});
  effects.set(id, new Set([...fields, ...(effects.get(id) ?? []), "new", "gone", "place", "default"]));
}

/** The service takes no null for these. */
const NEVER_EMPTY: ReadonlySet<string> = new Set([
  "site.visibility",
  "site.basename",
  "site.agentsContext",
  "site.adaptiveSchema",
  "group.icon",
]);

/** The site before the plan without what cannot be brought back, and a line for each of these. */
function removeLosses({ before, now, again }: { before: SiteIndex; now: SiteIndex; again: ReadonlySet<string> }): {
  target: SiteIndex;
  lost: Conflict[];
} {
  const parts: Parts = new Map([...before.parts].map(([id, part]) => [id, { ...part, fields: { ...part.fields } }]));
  const lost: Conflict[] = [];
  const lose = ({ id }: Part, title: string, why: string): void => void lost.push({ id, title, why });
  const shows = ({ kind, fields }: Part) => kind !== "space" || fields.space !== "";
  for (const part of [...parts.values()].filter(({ id }) => again.has(id))) {
    if (part.kind === "link") lose(part, `remove ${part.name}`, "a new link has another address");
    const spaces = part.kind === "section" ? partsInside(before.parts, part.id) : [part];
    if (spaces.some(shows)) continue;
    lose(part, `remove ${part.name}`, "the space that it showed no longer exists");
    for (const one of [...spaces, part]) parts.delete(one.id);
  }
  for (const part of parts.values()) {
    const is = now.parts.get(part.id);
    for (const [name, value] of Object.entries(part.fields)) {
      if (!is || isSame(value, is.fields[name])) continue;
      const isPublished = name === "published" && value !== true;
      if (isPublished) lose(part, `publish ${is.name}`, "the service cannot unpublish");
      if (isPublished) part.fields[name] = is.fields[name];
      if (value === null && NEVER_EMPTY.has(`${part.kind}.${name}`))
        lose(part, `set ${name} of ${is.name}`, "it was empty before, and the service accepts no empty value");
    }
  }
  const defaults = new Map([...before.defaults].filter(([, id]) => parts.has(id)));
  return { target: { parts, defaults }, lost };
}

/** Ids of what the calls remove. */
function removedIdsOf(calls: readonly Call[], now: Parts): Set<unknown> {
  const last = ({ endpoint, params }: Call) => params[endpoint.params.at(-1) ?? ""];
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
