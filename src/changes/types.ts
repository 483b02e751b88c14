/**
 * A plan: requests to look at before they are sent, each with what it expects to find, what it changes and how it can be
 * undone.
 *
 * Commands that change several things only make steps:
 *
 *     // createPlanner of make/planner.ts, loaded when the command runs
 *     const planner = createPlanner({ client: api, head, me, redact });
 *     const team = await planner.add({ endpoint: createTeam, params: { organizationId }, body: { title: "Writers" } });
 *     await planner.add({
 *       endpoint: setTeamMember,
 *       params: { organizationId, teamId: from(team, "id"), userId: "u1" },
 *       body: { role: "owner" },
 *     });
 *     const plan = await planner.finish({ rows: 12, named: ["u1"], maxRemovals: 0.25 });
 *
 * `add` reads the target (each address once) and derives `reads`, `before`, `after`, `inverse`, `undo` and `needs` with
 * the undo rules (inverses/); `from` stands for the answer to an earlier step. `finish` checks the guards. format/write.ts
 * turns the plan into a file, apply/apply.ts applies it, apply/undo.ts undoes it.
 */

import type { CHANGES, UNDO } from "./format/plan-schema.js";
import type { SiteState } from "./site/model.js";
import type { Who } from "./who.js";

/** A placeholder for part of the answer to an earlier step, filled in before the request is sent. */
export interface Reference {
  /** Id of the step. */
  $from: string;
  /** Dotted path in its answer, such as `id`. */
  path: string;
}

/** How well a step can be undone. */
export type Undo = (typeof UNDO)[number];

export type Change = (typeof CHANGES)[number];

/** The input of a call. */
export interface CallInput {
  params: Record<string, string | Reference>;
  body?: Record<string, unknown>;
}

export interface PlannedCall extends CallInput {
  /** Name of the endpoint in the catalog, such as `updateSpace`. */
  endpoint: string;
}

/** Fields of a thing by dotted path; null: it does not exist. */
export type Fields = Record<string, unknown> | null;

/** A thing to read. */
export interface ThingSelector {
  /** Path of a GET: `/v1/spaces/s1`. `?format=markdown` may follow. */
  path: string;
  /** For a list: the item whose members have these values. */
  item?: Record<string, string>;
}

/** The part of a thing to read and compare. */
export interface Selector extends ThingSelector {
  /** For a list: siblings share the value of this member. Needed for the field `$previous`. */
  within?: string;
  /** Dotted paths of the fields to compare. `$previous` is the id of the preceding sibling, null for the first. */
  fields: string[];
}

/** The answer of the service when the plan was made, and the expected one afterward. */
export interface Read extends Selector {
  /** SHA-256 of the fields as they were (`hashOf` in shared/values.ts). */
  was: string;
  /** SHA-256 of the fields as they are to be; absent if that is not known in advance. */
  becomes?: string;
}

/** Something that was known when the plan was made. Nothing is done with it, and nothing compares it. */
export interface Fact {
  /** `teams` */
  name: string;
  /** One line each; none: there was nothing of the kind. */
  values: string[];
}

/** Facts about a person, or about the file that a plan was made from. */
export interface Evidence {
  about: string;
  facts: Fact[];
}

/** The words for a step. */
export interface StepWords {
  /** `change space "Guide": title` */
  title: string;
  change: Change;
  /** The changed thing: `space "Guide"`. */
  thing: string;
}

export interface ShownStep extends StepWords {
  /** The fields that it changes, for people: as they are and as they will be; null: absent, or not known. */
  before: Fields;
  after: Fields;
}

export interface UndoWay {
  undo: Undo;
  /** Why it cannot be undone exactly. */
  why?: string | undefined;
}

export interface Inverse extends UndoWay {
  /** The requests that undo a step, in order. A `$from` with its own id stands for its own answer. */
  inverse: PlannedCall[];
}

export interface Step extends PlannedCall, ShownStep, Inverse {
  /** Unique in the plan. */
  id: string;
  reads: Read[];
  /** Ids of the steps that must be done before it. */
  needs: string[];
  /** It is sent only if this rule of `docs checks` still asks for it. */
  condition?: { rule: string; days: number };
  /** Why it is there: who decided it, and for what reason. */
  evidence?: Fact[];
}

/** A step of a plan file, of which only the call is sure to be there. */
export type StepDraft = PlannedCall & Partial<Step> & { id: string };

/** A guard with what was measured. */
export interface GuardResult {
  rail: string;
  /** Such as `3 now, 2 afterward`. */
  says: string;
  /** It is not met: the plan cannot be applied like this. */
  broken?: true;
  /** The flags of the command that applies the plan that allow it. */
  way?: string;
}

/** The origin of a plan. */
export interface PlanHead {
  /** Address of the service; `sandbox` for the embedded one. */
  origin: string;
  /** Id of the organization; empty if the plan concerns none. */
  organization: string;
  /** `docs 0.9.0` */
  maker: string;
  /** The command that made it, without secrets. */
  command: string;
  /** ISO 8601. */
  made: string;
  /** Its author, according to the file. */
  by?: Who;
}

/** The steps of a plan in numbers. */
export interface PlanSummary {
  totals: Partial<Record<Change, number>>;
  /** Ids of the steps that cannot be undone. */
  cannotUndo: string[];
}

/** Guards as they were measured. */
export interface Measured {
  rails: GuardResult[];
  /** Memberships removed from the organization and its teams, and how many there are. */
  memberships?: { removed: number; of: number };
}

export interface Plan extends PlanHead, PlanSummary, Measured {
  format: 1;
  /** A hash of what the plan does. */
  id: string;
  /** False if making it failed halfway: it cannot be applied. */
  complete: boolean;
  /** The largest share of the members of a team or the organization that it asks to remove; only a flag allows it. */
  maxRemovals: number;
  /** Ids of the people whom it asks to touch even if they apply it; only a flag allows it. */
  me?: string[];
  /** Unplanned parts, one line each. */
  left: string[];
  /** The whole site before: its steps are taken back by bringing the site to this, and not one by one. */
  site?: SiteState;
  /** The source of the plan. */
  evidence?: Evidence[];
  steps: Step[];
}

/** The part of a plan that is about a site. */
export interface SitePlan {
  site: SiteState;
  steps: Step[];
}

/** The part of a client that plans use. */
export type { Client } from "../http/types.js";

/** A placeholder for a member of the answer to a step. */
export const referenceTo = (id: string, path = "id"): Reference => ({ $from: id, path });

export const isReference = (value: unknown): value is Reference =>
  typeof value === "object" &&
  value !== null &&
  "$from" in value &&
  typeof value.$from === "string" &&
  "path" in value &&
  typeof value.path === "string";

/** Larger files are refused: no sensible plan has this size. */
export const MAX_PLAN_BYTES = 16 * 1024 * 1024;
/** Default of --max-removals. */
export const MAX_REMOVALS = 0.25;
