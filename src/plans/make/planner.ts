/** Makes the steps of a plan: reads what each is about, and works out how it is taken back. */

import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure, usage } from "../../errors.js";
import { MAX_STEPS } from "../../facts/plan-schema.js";
import { hashOf } from "../../facts/values.js";
import { idOf, references, refuseFileSources } from "../calls.js";
import { isWriting, nameOf } from "../endpoints.js";

import { rowOf } from "../matrix/index.js";
import type { Row } from "../matrix/types.js";
import { checkRails, type RailInput } from "../rails/rails.js";
import { type Change, type Fields, isFrom, MAX_REMOVALS, type Plan, type Read, type Step } from "../types.js";
import { createWorld, PREVIOUS, type Reader, type World } from "../world.js";
import { createClouds } from "./clouds.js";
import { inverseOf } from "./inverse.js";
import { looksOf } from "./looks.js";
import type { Asked, Look } from "./spot.js";
import { thingOf, titleOf } from "./words.js";

export type Head = Pick<Plan, "origin" | "organization" | "maker" | "command" | "made">;

export interface PlannerSetup {
  client: Reader;
  head: Head;
  /** Id of the member who applies it, where it is known. */
  me?: string | undefined;
  /** A value without secrets; what differs from it is refused, or cannot be undone. */
  redact: <T>(value: T) => T;
  /** A plan to go on with: its steps stay, and are taken as done. */
  past?: Plan | undefined;
}

/** A request that is to be made. */
export interface Wish {
  endpoint: AnyEndpoint;
  /** `from(step)` stands for what an earlier step is answered. The organization may be left out. */
  params?: Readonly<Record<string, unknown>>;
  body?: Readonly<Record<string, unknown>> | undefined;
  /** Words of your own; default: `change space "Guide": title`. */
  title?: string;
  /** Default: the next of s1, s2 and so on. */
  id?: string;
  /** What it changes is made by earlier steps in a way that cannot be foreseen: it is not looked at. */
  unseen?: boolean;
  /** Steps that have to be done before; default: those about the same things. */
  needs?: readonly Pick<Step, "id">[];
}

export interface Finish extends Partial<RailInput> {
  /** Default true. */
  complete?: boolean;
  /** What could not be planned, in words. */
  left?: readonly string[];
}

export interface Planner {
  /**
   * Adds a step. What would change nothing is left out of the plan; the step is answered all the same.
   * @throws Failure of the reads, usage for what cannot be planned
   */
  add(wish: Wish): Promise<Step>;
  /** What is there, with the steps so far played on it: for who compares what is wanted with what is there. */
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
      if (isLost(row, looks, clear)) Object.assign(step, { inverse: [], ...LOST });
      if (looks.length > 0 && clear.length === looks.length && clear.every(changesNothing)) {
        unchanged += 1;
        return step;
      }
      step.needs = links.needs(step, wish.needs, steps);
      for (const look of looks) if (look.after !== undefined) await world.play(look.spot, look.after);
      clouds.gather(row, asked, looks);
      links.add(step);
      steps.push(step);
      return step;
    },
    async finish({ complete = true, left = [], ...given } = {}) {
      await start();
      return finished(head, steps, [...(past?.left ?? []), ...left], complete, {
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

const LOST = { undo: "near", why: "where it stood among what the plan makes is not known" } as const;

/** A move in a list whose order the plan itself changed: there is no place to put it back to. */
const isLost = ({ sees }: Row, [look]: readonly Look[], [clear]: readonly Look[]): boolean => {
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
  if (!isWriting(endpoint)) throw usage(`${nameOf(endpoint)} changes nothing: it is no step`);
  if (body !== undefined) refuseBody(body, redact);
  const name = nameOf(endpoint);
  const row = rowOf(name);
  const asked: Asked = { endpoint, params: { organizationId: head.organization, ...params }, body: body ?? {} };
  const own = Object.fromEntries((endpoint.params as readonly string[]).map((one) => [one, asked.params[one]]));
  // Ids, or what stands for them: the client checks them before they are sent.
  const call = { endpoint: name, params: own as Step["params"], ...(body && { body: { ...body } }) };
  const looks = unseen ? [] : await looksOf(row, asked, world);
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
    ...((isSecret || back.why !== undefined) && { why: isSecret ? "what was there holds a secret" : back.why }),
    inverse: isSecret ? [] : back.inverse,
    needs: [],
  } as Step; // `why` is there or not.
  return { step, looks, row, asked };
}

/** @throws Failure usage */
function refuseBody(body: Readonly<Record<string, unknown>>, redact: PlannerSetup["redact"]): void {
  if (JSON.stringify(redact(body)) !== JSON.stringify(body)) {
    throw usage("the request holds a secret, which is not written to a plan", "send it without --plan");
  }
  refuseFileSources(body);
}

function readOf({ spot, before, after }: Look): Read {
  return { ...spot, was: hashOf(before), ...(after !== undefined && { becomes: hashOf(after) }) };
}

/** Fields by their names; each look with a label is one field. Null where the only thing is not there. */
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
  needs(step: Step, wanted: Wish["needs"], steps: readonly Step[]): string[];
  add(step: Step): void;
}

/** Which earlier steps a step has to wait for: the last one about each of the same things. */
function createLinks(): Links {
  const bySpot = new Map<string, string>();
  const byParam = new Map<string, string>();
  const spots = ({ reads }: Step) => reads.map(({ path, item, within }) => JSON.stringify([path, within ?? item]));
  const params = ({ params: given }: Step) =>
    Object.entries(given).flatMap(([name, value]) => (name === "organizationId" || isFrom(value) ? [] : [value]));
  return {
    needs(step, wanted, steps) {
      const ids = new Set([
        ...references([step.params, step.body]),
        ...spots(step).map((spot) => bySpot.get(spot)),
        ...(wanted ? wanted.map(({ id }) => id) : params(step).map((param) => byParam.get(param as string))),
      ]);
      const known = new Set(steps.map(({ id }) => id));
      return [...ids].filter((id): id is string => id !== undefined && known.has(id));
    },
    add(step) {
      for (const spot of spots(step)) bySpot.set(spot, step.id);
      for (const param of params(step)) byParam.set(param as string, step.id);
    },
  };
}

/** The steps of an earlier plan are taken as done. Only what can be told from their fields is played. */
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
  left: readonly string[],
  complete: boolean,
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
    steps: [...steps],
  };
  return { ...plan, id: idOf(plan) };
}

/** @throws Failure usage: the same request twice is a mistake, where the second would change nothing or fail */
function refuseTwice(steps: readonly Step[]): void {
  const seen = new Map<string, Step>();
  for (const step of steps) {
    if (step.change === "create") continue;
    const key = hashOf([step.endpoint, step.params, step.body ?? null, step.reads]);
    const twin = seen.get(key);
    if (twin) throw new Failure("usage", `steps ${twin.id} and ${step.id} are the same: ${step.title}`);
    seen.set(key, step);
  }
}
