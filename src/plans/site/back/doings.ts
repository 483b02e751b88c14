/** What the steps of a plan did to the parts of its site, as far as they were sent. */
import { isObject } from "../../../facts/values.js";
import { placed } from "../../apply/answers.js";
import type { StepState } from "../../apply/state.js";
import type { Plan, Step } from "../../types.js";
import type { SiteState } from "../model.js";
import type { Kind, Part, Parts } from "./parts.js";

export interface Doings {
  /** By id of the part: fields and the values that the plan left there; undefined: not known. */
  fields: Map<string, Map<string, unknown>>;
  made: Set<string>;
  removed: Set<string>;
  moved: Set<string>;
  /** Ids of parts that were made the default. */
  defaults: Set<string>;
}

type Deed = { kind: Kind } & ({ does: "make" } | { does: "change" | "move" | "remove"; of: string });

/** Each endpoint of a site's plan: what it does to which part. `of` is a parameter, or a member of the body. */
const DEEDS: Readonly<Record<string, Deed>> = {
  updateSite: { kind: "site", does: "change", of: "siteId" },
  setSiteAdaptiveSchema: { kind: "site", does: "change", of: "siteId" },
  publishSite: { kind: "site", does: "change", of: "siteId" },
  createSiteSection: { kind: "section", does: "make" },
  updateSiteSection: { kind: "section", does: "change", of: "siteSectionId" },
  moveSiteSection: { kind: "section", does: "move", of: "siteSectionId" },
  addSectionToGroup: { kind: "section", does: "move", of: "sectionId" },
  removeSectionFromGroup: { kind: "section", does: "move", of: "siteSectionId" },
  deleteSiteSection: { kind: "section", does: "remove", of: "siteSectionId" },
  createSiteSectionGroup: { kind: "group", does: "make" },
  updateSiteSectionGroup: { kind: "group", does: "change", of: "siteSectionGroupId" },
  moveSiteSectionGroup: { kind: "group", does: "move", of: "siteSectionGroupId" },
  deleteSiteSectionGroup: { kind: "group", does: "remove", of: "siteSectionGroupId" },
  addSiteSpace: { kind: "space", does: "make" },
  updateSiteSpace: { kind: "space", does: "change", of: "siteSpaceId" },
  moveSiteSpace: { kind: "space", does: "move", of: "siteSpaceId" },
  deleteSiteSpace: { kind: "space", does: "remove", of: "siteSpaceId" },
  createShareLink: { kind: "link", does: "make" },
  updateShareLink: { kind: "link", does: "change", of: "shareLinkId" },
  deleteShareLink: { kind: "link", does: "remove", of: "shareLinkId" },
};

/** Whether a step is about the site whose state the plan holds, and not about the site as a whole. */
export const isOfSite = (
  { endpoint, params }: Pick<Step, "endpoint" | "params">,
  site: Pick<SiteState, "id">,
): boolean => Object.hasOwn(DEEDS, endpoint) && params.siteId === site.id;

const DEFAULTS = ["defaultSiteSection", "defaultSiteSpace"];

/**
 * Steps that were sent count, too, when their answer was lost: what they changed is only taken back where it is seen.
 * @param before the site before the plan
 * @param now the site as it is
 */
export function doingsOf(
  plan: Pick<Plan, "steps"> & { site: SiteState },
  states: ReadonlyMap<string, StepState>,
  before: Parts,
  now: Parts,
): Doings {
  const doings: Doings = {
    fields: new Map(),
    made: new Set(),
    removed: new Set(),
    moved: new Set(),
    defaults: new Set(),
  };
  const outs = new Map([...states].map(([id, { out }]) => [id, out]));
  const unknown: { deed: Deed; body: Values }[] = [];
  for (const step of plan.steps) {
    const state = states.get(step.id);
    if ((state?.state !== "done" && state?.state !== "open") || !isOfSite(step, plan.site)) continue;
    const call = placed({ params: step.params, body: step.body ?? {} }, outs);
    const deed = DEEDS[step.endpoint];
    if (!call || !deed) continue;
    const isOpen = state.state === "open";
    if (deed.does !== "make") note(doings, { endpoint: step.endpoint, deed, isOpen, ...call });
    else if (typeof state.out?.id !== "string") unknown.push({ deed, body: call.body });
    else addMade(doings, deed, state.out.id, call.body, { before, now });
  }
  for (const { deed, body } of unknown) {
    const found = lookFor(deed.kind, body, doings, { before, now });
    if (found !== undefined) addMade(doings, deed, found, body, { before, now });
  }
  return doings;
}

type Values = Readonly<Record<string, unknown>>;

interface Sides {
  before: Parts;
  now: Parts;
}

interface Done {
  endpoint: string;
  deed: Exclude<Deed, { does: "make" }>;
  /** Nobody knows whether it came to be. */
  isOpen: boolean;
  params: Values;
  body: Values;
}

function note(doings: Doings, { endpoint, deed, isOpen, params, body }: Done): void {
  const id = String(params[deed.of] ?? body[deed.of]);
  if (deed.does === "remove") doings.removed.add(id);
  else if (deed.does === "move") doings.moved.add(id);
  else {
    const fields = doings.fields.get(id) ?? new Map<string, unknown>();
    for (const [member, given] of Object.entries(endpoint === "publishSite" ? { published: true } : body)) {
      if (DEFAULTS.includes(member)) doings.defaults.add(String(given));
      else {
        const [name, value] = fieldOf(member, given);
        // It may be as an earlier step left it, too.
        fields.set(name, isOpen && (fields.has(name) || doings.made.has(id)) ? undefined : value);
      }
    }
    doings.fields.set(id, fields);
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
function addMade(doings: Doings, { kind }: Deed, id: string, body: Values, { before, now }: Sides): void {
  doings.made.add(id);
  const { spaceId, ...own } = body;
  const fields = Object.entries(kind === "space" ? { spaceId } : own).map(([field, value]) => fieldOf(field, value));
  doings.fields.set(id, new Map([...fields, ...(doings.fields.get(id) ?? [])]));
  if (kind !== "section") return;
  const isFirst = (one: Part) => one.parent === id && one.fields.space === spaceId && !before.has(one.id);
  const first = [...now.values()].find(isFirst);
  if (first) doings.made.add(first.id);
}

/** What a step made whose answer was lost: the only one of its kind and name that nobody knows. */
function lookFor(
  kind: Kind,
  { title, name, spaceId }: Values,
  { made }: Doings,
  { before, now }: Sides,
): string | undefined {
  const found = [...now.values()].filter(({ id, kind: its, fields }) => {
    if (its !== kind || before.has(id) || made.has(id)) return false;
    if (kind === "space") return fields.space === spaceId;
    return kind === "link" ? fields.name === name : fields.title === title;
  });
  return found.length === 1 ? found[0]?.id : undefined;
}
