/** In which circumstances an undo leaves something different, though every request of it is there. */
import { Failure } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import type { Caveat, UndoRule } from "../inverses/types.js";
import type { World } from "../world.js";
import { inheritedLevel } from "./inherited-level.js";
import type { ObservedFields, ResolvedCall } from "./selector.js";

interface CaveatContext {
  asked: ResolvedCall;
  observed: readonly ObservedFields[];
  world: World;
  /** The value of the caveat's member in the body. */
  sent: unknown;
}

const CHECKS: Readonly<Record<Caveat["if"], (given: CaveatContext) => boolean | Promise<boolean>>> = {
  sends: ({ sent }) => sent === true || (Array.isArray(sent) && sent.length > 0),
  inherits: ({ sent, ...given }) => sent !== undefined && mayInherit(given),
  "not last": ({ observed, world }) => isInside(observed, world),
  "default leaves": async ({ observed, world }) =>
    mayChangeContainer(observed) && (await wholeOf(observed, world))?.default === true,
  "path taken": ({ observed, world }) => mayChangeContainer(observed) && isTaken(observed, world),
  "own title": async ({ sent, observed, world }) => {
    const thing = sent === undefined ? null : await wholeOf(observed, world);
    return thing !== null && thing.title !== getPath(thing, "space.title");
  },
  "space gone": async ({ sent, asked, observed, world }) => {
    if (sent === undefined) return false;
    const path = pathOf(endpointNamed("listOrgSpaces"), { organizationId: String(asked.params.organizationId) });
    const before = observed[0]?.before?.["space.id"];
    return !(await world.items(path)).some(({ id }) => id === before);
  },
};

/** The caveats of a rule that hold for a request, or may: what decides it cannot be read. @throws Failure of the reads */
export async function caveatsOf(
  { caveats = [] }: UndoRule,
  asked: ResolvedCall,
  observed: readonly ObservedFields[],
  world: World,
): Promise<Caveat[]> {
  const met: Caveat[] = [];
  for (const caveat of caveats) {
    const sent = caveat.member === undefined ? undefined : asked.body[caveat.member];
    if (await mayHold(CHECKS[caveat.if], { asked, observed, world, sent })) met.push(caveat);
  }
  return met;
}

async function mayHold(check: (typeof CHECKS)[Caveat["if"]], given: CaveatContext): Promise<boolean> {
  try {
    return await check(given);
  } catch (error) {
    if (error instanceof Failure && error.kind === "forbidden") return true;
    throw error;
  }
}

const wholeOf = async ([first]: readonly ObservedFields[], world: World) =>
  first ? world.thing(first.selector) : null;

/** A level of its own that equals the one around cannot be told from an inherited one. */
async function mayInherit({ observed, world, asked }: Omit<CaveatContext, "sent">): Promise<boolean> {
  const thing = await wholeOf(observed, world);
  if (!thing) return false;
  const organization = String(thing.organization ?? asked.params.organizationId);
  return (thing.defaultLevel ?? null) === ((await inheritedLevel(world, organization, thing)) ?? null);
}

/** True if people who leave a list are before some who stay, or come back in another order. */
async function isInside(observed: readonly ObservedFields[], world: World): Promise<boolean> {
  const gone: unknown[] = [];
  for (const { selector, before, after } of observed) {
    if (before !== null && after === null) gone.push(await world.thing(selector));
  }
  const [observation] = observed;
  if (gone.length === 0 || !observation) return false;
  const all = await world.items(observation.selector.path);
  return all.slice(all.length - gone.length).some((one, at) => one !== gone[at]);
}

/** True if a move goes to another container, or perhaps does. */
const mayChangeContainer = ([observation]: readonly ObservedFields[]): boolean => {
  if (!observation) return false;
  const { selector, before, after } = observation;
  return after == null || (selector.within !== undefined && after[selector.within] !== before?.[selector.within]);
};

/** True if something in its new container has its path, or if that is not known in advance. */
async function isTaken([observation]: readonly ObservedFields[], world: World): Promise<boolean> {
  if (!observation?.after || observation.selector.within === undefined) return true;
  const { selector, after } = observation;
  const { within = "" } = selector;
  const thing = await world.thing(selector);
  const there = (await world.items(selector.path)).filter((one) => (getPath(one, within) ?? null) === after[within]);
  return there.some(({ path }) => path === thing?.path);
}
