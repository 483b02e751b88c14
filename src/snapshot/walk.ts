/** Walks an organization into a file: every reading of the plan for everything that its list gave. */

import { type Asking, askContent, askList, askOne, type Read } from "./ask.js";
import { isWanted, onlyOf, whyExcluded, whyNotIncluded } from "./asked.js";
import { NAMED_BY, NO_ENDPOINT, REQUIRED, TOPICS, UNREADABLE } from "./facts.js";
import { forEach, lanes } from "./lanes.js";
import { chainOf, type Plan, planOf, type Reading, scopeName } from "./plan.js";
import type { Item, Params, Walk } from "./types.js";

/** Requests at once. */
const AT_ONCE = 4;
/** How often things that moved meanwhile are read again. */
const ROUNDS = 2;

const CONTENTS: readonly string[] = TOPICS.content;
/** Lists that are read once more at the end, and what tells that a thing of them moved. */
const AGAIN = ["listOrgSpaces", "listMembers", "listTeams"];

/**
 * Read everything that is asked for and not in the file yet.
 * @throws Failure for what is of no use to go on after; the file keeps what it has, and a later walk goes on
 */
export async function walk(job: Walk): Promise<void> {
  const plan = planOf(job.endpoints);
  let sent = 0;
  const told = () => job.progress?.(++sent);
  const asks: Asking = { ...job, lane: lanes(AT_ONCE), told };
  const wanted = plan.readings.filter(({ name }) => isWanted(job.asked, name));
  noteLeftOut(job, plan);
  await readAll(job, wanted, asks);
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (!(await moved(job, wanted, asks, round === ROUNDS))) return;
    if (round < ROUNDS) await readAll(job, wanted, asks);
  }
}

async function readAll(job: Walk, readings: readonly Reading[], asks: Asking): Promise<void> {
  const depths = readings.map(({ name }) => chainOf(readings, name).length);
  for (let depth = 1; depth <= Math.max(...depths); depth += 1) {
    const level = readings.filter((_reading, at) => depths[at] === depth).sort(requiredFirst);
    const all = level.flatMap((reading) => targetsOf(job, readings, reading).map((target) => ({ reading, target })));
    // Where a space stands depends on the collections, which are listed before it.
    await forEach(all, depth === 1 ? 1 : AT_ONCE * 2, ({ reading, target }) => readScope(job, reading, target, asks));
  }
}

const requiredFirst = (one: Reading, other: Reading): number =>
  Number(REQUIRED.has(other.name)) - Number(REQUIRED.has(one.name));

interface Target {
  params: Params;
  /** The thing that it is read for. */
  item?: Item | undefined;
}

/** Everything that a reading is made for. */
function targetsOf(job: Walk, readings: readonly Reading[], { name, each }: Reading): Target[] {
  if (!each) return [{ params: { organizationId: job.asked.organization } }];
  const list = readings.find((one) => one.name === each.list);
  if (!list) return [];
  const { spaces } = job.asked;
  const only = onlyOf(job.asked, name);
  return targetsOf(job, readings, list).flatMap((above) =>
    job.file.items(list.name, above.params).flatMap((item): Target[] => {
      const id = item[NAMED_BY[each.param] ?? "id"];
      if (typeof id !== "string") return [];
      if (each.param === "spaceId" && spaces && !spaces.includes(id)) return [];
      const params = { ...above.params, [each.param]: id };
      return only && !only.of(item, above.item) ? [] : [{ params, item }];
    }),
  );
}

async function readScope(job: Walk, reading: Reading, { params }: Target, asks: Asking): Promise<void> {
  const scope = scopeName(reading.endpoint, params);
  if (job.file.stateOf(scope) === "complete") return;
  const startedAt = time(job);
  const read = await askOf(reading)(asks, reading, params);
  put(job, reading, params, { read, startedAt });
}

const askOf = ({ name, endpoint }: Reading): typeof askOne =>
  CONTENTS.includes(name) ? askContent : endpoint.items === undefined ? askOne : askList;

function put(
  job: Walk,
  { name, endpoint }: Reading,
  params: Params,
  { read, startedAt }: { read: Read; startedAt: string },
) {
  const { items, requests, state, reason, status, documents } = read;
  const scope = scopeName(endpoint, params);
  const source = { scope, state, reason, status, startedAt, endedAt: time(job), requests };
  if (state !== "denied" && (items.length > 0 || endpoint.items !== undefined)) {
    job.file.write({ name, params, items, source, documents });
  } else job.file.note([source]);
}

const time = ({ now }: Walk): string => new Date(now()).toISOString();

/** What was not asked for and what nobody can read, by the patterns of their paths. */
function noteLeftOut({ asked, endpoints, file }: Walk, plan: Plan): void {
  const none = { requests: 0 };
  const patterns = plan.readings.flatMap(({ name, endpoint }) => {
    const why =
      whyExcluded(asked, name) ??
      whyNotIncluded(asked, name) ??
      onlyOf(asked, name)?.why ??
      spacesOnly(asked, endpoint.path);
    if (why === undefined) return [];
    return [{ scope: scopeName(endpoint, {}), state: "not-asked" as const, reason: why, ...none }];
  });
  const unreadable = Object.entries(UNREADABLE).map(([name, reason]) => {
    const endpoint = endpoints[name];
    return { scope: endpoint ? scopeName(endpoint, {}) : name, state: "unreadable" as const, reason, ...none };
  });
  const others = Object.entries(NO_ENDPOINT).map(([scope, reason]) => ({
    scope,
    state: "unreadable" as const,
    reason,
    ...none,
  }));
  file.note([...patterns, ...unreadable, ...others]);
}

const spacesOnly = ({ spaces }: Walk["asked"], path: string): string | undefined =>
  spaces && path.startsWith("/v1/spaces/{spaceId}/") ? "--spaces named others" : undefined;

/**
 * Lists that are long past by now once more: what came, went or moved is to be read again.
 * @returns whether there is anything; in the last round it is marked in place of that
 */
async function moved(job: Walk, readings: readonly Reading[], asks: Asking, last: boolean): Promise<boolean> {
  let any = false;
  for (const reading of readings.filter(({ name }) => AGAIN.includes(name))) {
    const params = { organizationId: job.asked.organization };
    if (job.file.stateOf(scopeName(reading.endpoint, params)) !== "complete") continue;
    const startedAt = time(job);
    const before = new Map(job.file.items(reading.name, params).map((item) => [item.id, item]));
    const read = await askList(asks, reading, params);
    const changed = read.items.filter(({ id, revision }) => before.get(id)?.revision !== revision || !before.has(id));
    const isSame = read.items.length === before.size && changed.length === 0;
    if (isSame && read.state === "complete") continue;
    any = true;
    const state = last ? { state: "unsettled" as const, reason: "it changed while it was read" } : {};
    put(job, reading, params, { read: { ...read, ...state }, startedAt });
    const listed = new Set(read.items.map(({ id }) => id));
    for (const id of before.keys()) if (!listed.has(id)) job.file.forget(scopeOfThing(reading, params, String(id)));
    for (const { id } of changed) if (reading.name === "listOrgSpaces") reread(job, String(id), last);
  }
  return any;
}

/** Where the scopes of a thing of a list stand. */
const scopeOfThing = ({ name, endpoint }: Reading, params: Params, id: string): string =>
  name === "listOrgSpaces" ? `spaces/${id}` : `${scopeName(endpoint, params)}/${id}`;

/** A space whose content moved: its parts are read again, or marked where that was done often enough. */
function reread({ file, now }: Walk, space: string, last: boolean): void {
  if (!last) {
    file.forget(`spaces/${space}`);
    return;
  }
  const at = new Date(now()).toISOString();
  const reason = "the space changed again and again while it was read";
  file.note([{ scope: `spaces/${space}/content`, state: "unsettled", reason, endedAt: at, requests: 0 }]);
}
