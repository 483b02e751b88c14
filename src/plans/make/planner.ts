/** Makes the steps of a plan: reads what each one changes, and derives how to undo it. */

import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { usage } from "../../errors.js";
import { MAX_STEPS } from "../../facts/plan-schema.js";
import { hashOf } from "../../facts/values.js";
import { idOf, references } from "../calls.js";
import { isWriting, nameOf } from "../endpoints.js";

import { rowOf } from "../matrix/index.js";
import type { Row } from "../matrix/types.js";
import { checkRails, type RailInput } from "../rails/rails.js";
import type { SiteState } from "../site/model.js";
import { type Change, type Fields, isFrom, MAX_REMOVALS, type Plan, type Read, type Step } from "../types.js";
import { createWorld, PREVIOUS, type Reader, type World } from "../world.js";
import { createClouds } from "./clouds.js";
import { inverseOf } from "./inverse.js";
import { looksOf } from "./looks.js";
import { refuseAbsent, refuseBody, refuseTwice } from "./refusals.js";
import type { Asked, Look } from "./spot.js";
import { thingOf, titleOf } from "./words.js";

export type Head = Pick<Plan, "origin" | "organization" | "maker" | "command" | "made">;

export interface PlannerSetup {
  client: Reader;
  head: Head;
  /** Id of the member who applies it, if known. */
  me?: string | undefined;
  /** Removes secrets from a value. Requests with secrets are refused; steps that overwrite one cannot be undone. */
  redact: <T>(value: T) => T;
  /** A plan to continue: its steps stay, and count as done. */
  past?: Plan | undefined;
}

/** A request to plan. */
export interface Wish {
  endpoint: AnyEndpoint;
  /** `from(step)` stands for the answer to an earlier step. The organization may be left out. */
  params?: Readonly<Record<string, unknown>>;
  body?: Readonly<Record<string, unknown>> | undefined;
  /** Default: such as `change space "Guide": title`. */
  title?: string;
  /** Default: the next of s1, s2 and so on. */
  id?: string;
  /** Nothing is compared, as earlier steps change its target in a way that cannot be predicted. */
  unseen?: boolean;
  /** Steps that must be done before; default: those about the same things. */
  needs?: readonly Pick<Step, "id">[];
}

export interface Finish extends Partial<RailInput> {
  /** Default true. */
  complete?: boolean;
  /** What could not be planned, one line each. */
  left?: readonly string[];
  /** The site that the steps are about, before them. */
  site?: SiteState;
}

export interface Planner {
  /**
   * Adds a step. One that would change nothing is returned, but not added to the plan.
   * @throws Failure of the reads, usage for what cannot be planned
   */
  add(wish: Wish): Promise<Step>;
  /** What is there after the steps so far, to compare the next wishes with. */
  world: World;
  /** How many wishes changed nothing. */
  unchanged(): number;
  /** @throws Failure usage, refused (a rail) */
  finish(given?: Finish): Promise<Plan>;
}

export function createPlanner(setup: PlannerSetup): Planner {
  const { head, past } = setup;
  const world = createWorld(setup.client);
  const steps: Step[] = [...(past?.steps ?? [])];
  const links = createLinks();
  const clouds = createClouds();
  let unchanged = 0;
  let started: Promise<void> | undefined;
  const start = () => {
    started ??= replay(steps, world, links);
    return started;
  };
  return {
    world,
    unchanged: () => unchanged,
    async add(wish) {
      await start();
      if (steps.length >= MAX_STEPS) throw usage(`a plan has at most ${MAX_STEPS} steps`);
      const { step, looks: found, row, asked } = await stepOf(wish, wish.id ?? nextId(steps), setup, world);
      const looks = clouds.foreseen(row, asked, found);
      const clear = clouds.clear(looks);
      step.reads = clear.map(readOf);
      if (hasLostPlace(row, looks, clear)) Object.assign(step, { inverse: [], ...LOST });
      if (looks.length > 0 && clear.length === looks.length && clear.every(changesNothing)) {
        unchanged += 1;
        return step;
      }
      step.needs = links.needs(step, wish.needs);
      for (const look of looks) if (look.after !== undefined) await world.play(look.spot, look.after);
      clouds.gather(row, asked, looks);
      links.add(step);
      steps.push(step);
      return step;
    },
    async finish({ complete = true, left = [], site = past?.site, ...given } = {}) {
      await start();
      refuseSecret(site, setup.redact);
      const more = { complete, left: [...(past?.left ?? []), ...left], ...(site && { site }) };
      return finished(head, steps, more, {
        rows: undefined,
        named: past?.me ?? [],
        maxRemovals: past?.maxRemovals ?? MAX_REMOVALS,
        ...given,
        me: setup.me,
        // The rails measure what is there now, not what the steps made of it.
        world: createWorld(setup.client),
      });
    },
  };
}

const LOST = { undo: "near", why: "its place among the things that the plan creates is not known" } as const;

/** Whether it is a move in a list whose order the plan has changed: its old place is not known. */
const hasLostPlace = ({ sees }: Row, [look]: readonly Look[], [clear]: readonly Look[]): boolean => {
  if (sees?.as !== "order" || !look || clear?.spot.fields.includes(PREVIOUS)) return false;
  const { within } = sees;
  return look.after != null && (within === undefined || look.after[within] === look.before?.[within]);
};

const nextId = (steps: readonly Step[]): string => {
  const last = Number(/^s(\d+)$/.exec(steps.at(-1)?.id ?? "")?.[1] ?? steps.length);
  return `s${Math.max(last, steps.length) + 1}`;
};

const changesNothing = ({ before, after }: Look): boolean => after !== undefined && hashOf(before) === hashOf(after);

async function stepOf(
  { endpoint, params = {}, body, title, unseen = false }: Wish,
  id: string,
  { head, redact }: PlannerSetup,
  world: World,
): Promise<{ step: Step; looks: Look[]; row: Row; asked: Asked }> {
  if (!isWriting(endpoint)) throw usage(`${nameOf(endpoint)} changes nothing, so it cannot be a step`);
  if (body !== undefined) refuseBody(body, redact);
  const name = nameOf(endpoint);
  const row = rowOf(name);
  const asked: Asked = { endpoint, params: { organizationId: head.organization, ...params }, body: body ?? {} };
  const own = Object.fromEntries((endpoint.params as readonly string[]).map((one) => [one, asked.params[one]]));
  // Ids or placeholders: the client checks ids before sending.
  const call = { endpoint: name, params: own as Step["params"], ...(body && { body: { ...body } }) };
  const looks = unseen ? [] : await looksOf(row, asked, world);
  refuseAbsent(row, asked, looks);
  const back = await inverseOf(row, { id, ...call }, asked, looks, world);
  const isSecret = JSON.stringify(redact(back.inverse)) !== JSON.stringify(back.inverse);
  const thing = await thingOf(row, asked, looks, world);
  const step: Step = {
    id,
    title: title ?? titleOf(row, thing, body),
    ...call,
    change: row.change,
    thing,
    reads: [],
    before: redact(shown(looks, "before")),
    after: shownAfter(row, looks, body),
    undo: isSecret ? "impossible" : back.undo,
    ...((isSecret || back.why !== undefined) && { why: isSecret ? "the old value contains a secret" : back.why }),
    inverse: isSecret ? [] : back.inverse,
    needs: [],
  } as Step; // `why` is there or not.
  return { step, looks, row, asked };
}

/** @throws Failure usage */
function refuseSecret(site: SiteState | undefined, redact: PlannerSetup["redact"]): void {
  if (JSON.stringify(redact(site)) !== JSON.stringify(site)) throw usage("the site holds a secret: it is not planned");
}

function readOf({ spot, before, after }: Look): Read {
  return { ...spot, was: hashOf(before), ...(after !== undefined && { becomes: hashOf(after) }) };
}

/** The fields of all looks by name; a look with a label is one field. Null if the only thing does not exist. */
function shown(looks: readonly Look[], side: "before" | "after"): Fields {
  const [only] = looks;
  if (only === undefined) return null;
  if (looks.length === 1 && only.label === undefined) return plain(only[side] ?? null);
  return Object.assign(
    {},
    ...looks.map((look) => {
      const fields = look[side] ?? null;
      if (look.label === undefined) return plain(fields);
      return { [look.label]: fields && (Object.values(fields)[0] ?? null) };
    }),
  );
}

const plain = (fields: Fields): Fields =>
  fields &&
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name === PREVIOUS ? "after" : name, value]));

function shownAfter(row: Row, looks: readonly Look[], body: Wish["body"]): Fields {
  if (row.change === "remove") return null;
  const isKnown = looks.length > 0 && looks.every(({ after }) => after !== undefined);
  return isKnown && row.sees?.as !== "new" ? shown(looks, "after") : { ...body };
}

interface Links {
  needs(step: Step, wanted: Wish["needs"]): string[];
  add(step: Step): void;
}

/** Which earlier steps a step needs: the last one about each of the same things. */
function createLinks(): Links {
  const known = new Set<string>();
  const bySpot = new Map<string, string>();
  const byParam = new Map<string, string>();
  const spots = ({ reads }: Step) => reads.map(({ path, item, within }) => JSON.stringify([path, within ?? item]));
  const params = ({ params: given }: Step) =>
    Object.entries(given).flatMap(([name, value]) => (name === "organizationId" || isFrom(value) ? [] : [value]));
  return {
    needs(step, wanted) {
      const ids = new Set([
        ...references([step.params, step.body]),
        ...spots(step).map((spot) => bySpot.get(spot)),
        ...(wanted ? wanted.map(({ id }) => id) : params(step).map((param) => byParam.get(param as string))),
      ]);
      return [...ids].filter((id): id is string => id !== undefined && known.has(id));
    },
    add(step) {
      known.add(step.id);
      for (const spot of spots(step)) bySpot.set(spot, step.id);
      for (const param of params(step)) byParam.set(param as string, step.id);
    },
  };
}

/** Simulates the steps of an earlier plan, as far as their fields say what they do. */
async function replay(steps: readonly Step[], world: World, links: Links): Promise<void> {
  for (const step of steps) {
    links.add(step);
    const [read] = step.reads;
    if (step.reads.length !== 1 || !read || read.becomes === undefined) continue;
    if (step.change === "remove") await world.play(read, null);
    else if (step.after && hashOf(step.after) === read.becomes) await world.play(read, step.after);
  }
}

async function finished(
  head: Head,
  steps: readonly Step[],
  { complete, left, site }: { complete: boolean; left: readonly string[]; site?: SiteState },
  given: RailInput,
): Promise<Plan> {
  refuseTwice(steps);
  const found = await checkRails(steps, given);
  const totals: Partial<Record<Change, number>> = {};
  for (const { change } of steps) totals[change] = (totals[change] ?? 0) + 1;
  const plan = {
    format: 1 as const,
    ...head,
    complete,
    totals,
    maxRemovals: given.maxRemovals,
    ...(given.named.length > 0 && { me: [...given.named] }),
    ...found,
    cannotUndo: steps.filter(({ undo }) => undo === "impossible").map(({ id }) => id),
    left: [...left],
    // As JSON has it: without what is not set.
    ...(site && { site: JSON.parse(JSON.stringify(site)) as SiteState }),
    steps: [...steps],
  };
  return { ...plan, id: idOf(plan) };
}
