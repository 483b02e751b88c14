/**
 * A plan: requests that are seen before they are sent, each with what it expects to find, what it changes and how it is
 * taken back.
 *
 * Who makes changes across resources makes steps, and nothing else:
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
 * `add` reads the target (each address once), and works out `reads`, `before`, `after`, `inverse`, `undo` and `needs` with
 * the undo matrix (matrix/); `from` stands for what an earlier step is answered. `finish` checks the rails. The plan is
 * text for a file (format/write.ts); apply/apply.ts applies it, apply/undo.ts takes it back.
 */

import type { CHANGES, UNDO } from "../facts/plan-schema.js";

/** What an earlier step was answered: put in place before the request is sent. */
export interface From {
  /** Id of the step. */
  $from: string;
  /** Dotted path in its answer: `id`. */
  path: string;
}

/** How well a step can be taken back. */
export type Undo = (typeof UNDO)[number];

export type Change = (typeof CHANGES)[number];

export interface PlannedCall {
  /** Name of the endpoint in the catalog: `updateSpace`. */
  endpoint: string;
  params: Record<string, string | From>;
  body?: Record<string, unknown>;
}

/** Fields of an answer by dotted path; null: it is not there. */
export type Fields = Record<string, unknown> | null;

/** A look at the service: what was there when the plan was made, and what is to be there afterwards. */
export interface Read {
  /** Path of a GET: `/v1/spaces/s1`. `?format=markdown` may follow. */
  path: string;
  /** Of a list: the item whose members have these values. */
  item?: Record<string, string>;
  /** Of a list: siblings are those with the same value of this member. It makes the field `$previous` known. */
  within?: string;
  /** Dotted paths of the fields that were used. `$previous` is the id of the sibling before it, null for the first. */
  fields: string[];
  /** SHA-256 of the fields as they were; see hash.ts. */
  was: string;
  /** SHA-256 of the fields as they are to be; absent: that is not known beforehand. */
  becomes?: string;
}

export interface Step extends PlannedCall {
  /** Unique in the plan. */
  id: string;
  /** `change space "Guide": title` */
  title: string;
  change: Change;
  /** What it is done to, as people call it: `space "Guide"`. */
  thing: string;
  reads: Read[];
  /** Fields that it changes, for people: as they are and as they will be; null: not there, or not known. */
  before: Fields;
  after: Fields;
  undo: Undo;
  /** Why it cannot be taken back exactly. */
  why?: string;
  /** Requests that take it back, in their order. `$from` of its own id is what it was answered. */
  inverse: PlannedCall[];
  /** Ids of the steps that have to be done before it. */
  needs: string[];
}

/** A rail with what it was measured on. */
export interface Rail {
  rail: string;
  /** `administrators: 3 now, 2 afterwards` */
  says: string;
}

export interface Plan {
  format: 1;
  /** Short name of exactly this plan: a hash of what it does. */
  id: string;
  /** Address of the service; `sandbox` for the embedded one. */
  origin: string;
  /** Id of the organization; empty where the plan concerns none. */
  organization: string;
  /** `docs 0.9.0` */
  maker: string;
  /** The command that made it, without secrets. */
  command: string;
  /** ISO 8601. */
  made: string;
  /** False: making it failed half way; it cannot be applied. */
  complete: boolean;
  totals: Partial<Record<Change, number>>;
  /** Of the organization and its teams together: memberships removed, and how many there are. */
  memberships?: { removed: number; of: number };
  /** Largest share of a team's or the organization's members that may be removed. */
  maxRemovals: number;
  /** Steps that touch the member who applies it: this has to be said when it is made. */
  me?: string[];
  rails: Rail[];
  /** Ids of the steps that cannot be undone. */
  cannotUndo: string[];
  /** What could not be planned, in words. */
  left: string[];
  steps: Step[];
}

/** The part of a client that plans use. */
export type { Client } from "../http/types.js";

/** Stands for a member of the answer to a step. */
export const from = ({ id }: Pick<Step, "id">, path = "id"): From => ({ $from: id, path });

export const isFrom = (value: unknown): value is From =>
  typeof value === "object" &&
  value !== null &&
  "$from" in value &&
  typeof value.$from === "string" &&
  "path" in value &&
  typeof value.path === "string";

/** A plan is larger than this only by mistake, or on purpose. */
export const MAX_PLAN_BYTES = 16 * 1024 * 1024;
/** Default of --max-removals. */
export const MAX_REMOVALS = 0.25;
