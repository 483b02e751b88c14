/** Reads an organization into a file: every reading of the plan, for every item of its list. */
import { createLimiter, forEachLimited, withRate } from "../../shared/limiter.js";
import { whyPartial } from "../../shared/snapshots/gaps.js";
import { count } from "../../shared/wrap.js";
import type { Item, Params, Walk } from "../types.js";
import { type Asking, askOne, createEstimate, endpointAt, type Read, TRIES } from "./ask/ask.js";
import { askContent } from "./ask/content.js";
import { askList } from "./ask/list.js";
import { REQUIRED, TOPICS } from "./read-rules.js";
import { chainOf, planOf, type Reading, scopeName } from "./reading-plan.js";
import {
  forgetChangedLists,
  type ItemVersions,
  markContradicted,
  noteNamed,
  SIGNS,
  TAKEN_OVER,
} from "./second-reading.js";
import {
  isWanted,
  omittedSources,
  put,
  scopeOfThing,
  type Target,
  targetsOf,
  timeOf,
  type Walking,
} from "./walk-context.js";

// Reads the change requests of a space: a list for each status, then the missing ones by number.

/** The most numbers that are tried one by one. */
const GAPS = 1000;

/** `space` as listed: its counter says how many change requests there are. */
async function askChangeRequests(
  asking: Asking,
  reading: Reading,
  params: Params,
  space: Item | undefined,
): Promise<Read> {
  const read = await askList(asking, reading, params);
  const all = new Map(read.items.map((item) => [item.id, item]));
  const total = typeof space?.changeRequests === "number" ? space.changeRequests : undefined;
  if (read.state !== "complete" && read.state !== "unsettled") return read;
  if (total === undefined || all.size < total) await askGaps(asking, reading, params, { read, all, total });
  const items = [...all.values()].sort((one, other) => Number(one.number) - Number(other.number));
  if (read.state !== "complete" || total === undefined || items.length === total) return { ...read, items };
  const reason = `${items.length} were listed, and the space counts ${total}`;
  return { ...read, items, state: "partial", reason };
}

interface Gaps {
  read: Read;
  all: Map<unknown, Item>;
  /** How many there are; undefined if the service does not say. */
  total: number | undefined;
}

/** Reads those that are in no list, because their status is unknown or changed between two lists. */
async function askGaps(asking: Asking, { endpoint }: Reading, params: Params, { read, all, total }: Gaps) {
  const one: Reading = {
    name: "getChangeRequest",
    endpoint: endpointAt(asking.endpoints, `${endpoint.path}/{changeRequestId}`),
  };
  const known = new Set([...all.values()].map(({ number }) => Number(number)));
  const highest = Math.max(0, ...known);
  const missed = { numbers: 0, reason: "" };
  const isShort = () => total === undefined || all.size < total;
  for (let number = 1, asked = 0; isShort() && asked < GAPS; number += 1) {
    if (known.has(number)) continue;
    if (total === undefined && number > highest) break;
    asked += 1;
    const found = await askOne(asking, one, { ...params, changeRequestId: String(number) });
    read.requests += found.requests;
    const [item] = found.items;
    if (!item && found.state !== "unsettled")
      Object.assign(missed, { numbers: missed.numbers + 1, reason: whyPartial(found.reason ?? "") });
    if (item) all.set(item.id, item);
    // Beyond the highest known number, the first miss is the end.
    else if (number > highest) break;
  }
  // If the service counts, the sum shows it.
  if (missed.numbers === 0 || total !== undefined) return;
  const were = `${count(missed.numbers, "number")} ${missed.numbers === 1 ? "was" : "were"}`;
  Object.assign(read, { state: "partial", reason: `${were} not answered: ${missed.reason}` });
}

/** Requests at once. */
const AT_ONCE = 4;

/**
 * Reads everything requested that is neither in the file yet nor unchanged since an earlier snapshot.
 * @throws Failure if going on makes no sense; the file keeps what it has, and a later walk resumes there
 */
export async function walk(job: Walk): Promise<void> {
  const plan = planOf(job.endpoints);
  const readings = plan.readings.filter(({ name }) => isWanted(job.asked, name));
  const walking: Walking = { ...job, readings, asking: askingOf(job), used: new Set(), gone: [], named: new Map() };
  job.file.note(omittedSources(job, plan));
  for (let round = 1; ; round += 1) {
    await readAll(walking);
    if (!(await forgetChangedLists(walking, round === TRIES)) || round === TRIES) break;
  }
  markContradicted(walking);
  const kept = readings.map((reading) => ({
    name: reading.name,
    places: targetsOf(walking, reading).map(({ params }) => params),
  }));
  job.file.keepOnly(kept);
}

function askingOf(job: Walk): Asking {
  const estimate = createEstimate();
  let requests = 0;
  const onRequest = () => {
    requests += 1;
    job.progress?.({ requests, left: estimate.left() });
  };
  const { now, sleep, rate } = job;
  return {
    ...job,
    lane: withRate(createLimiter(AT_ONCE), { rate, now, sleep }),
    estimate,
    onRequest,
    sizes: new Map(),
  };
}

async function readAll(walking: Walking): Promise<void> {
  const { readings, asking } = walking;
  const depths = readings.map(({ name }) => chainOf(readings, name).length);
  for (let depth = 1; depth <= Math.max(...depths); depth += 1) {
    const level = readings.filter((_reading, at) => depths[at] === depth).sort(requiredFirst);
    const all = level.flatMap((reading) => {
      const targets = targetsOf(walking, reading);
      asking.estimate.plan(reading.name, targets.length);
      return targets.map((target) => ({ reading, target }));
    });
    if (depth === 2) expectChanges(walking);
    // One at a time on the first level: the place of a space depends on the collections, which are listed before it.
    await forEachLimited(all, depth === 1 ? 1 : AT_ONCE * 2, ({ reading, target }) =>
      readScope(walking, reading, target),
    );
  }
}

const requiredFirst = (one: Reading, other: Reading): number =>
  Number(REQUIRED.has(other.name)) - Number(REQUIRED.has(one.name));

/** The spaces tell how many change requests there are before these are listed. */
function expectChanges({ readings, asking, file, asked }: Walking): void {
  const spaces = file.items("listOrgSpaces", { organizationId: asked.organization });
  const sum = (...members: string[]) =>
    spaces.reduce((all, space) => all + members.reduce((some, member) => some + (Number(space[member]) || 0), 0), 0);
  const has = (name: string) => readings.some((reading) => reading.name === name);
  if (has("listChangeRequestComments")) asking.estimate.plan("listChangeRequestComments", sum("changeRequests"));
  if (has("getChangeRequestContent"))
    asking.estimate.plan("getChangeRequestContent", sum("changeRequestsOpen", "changeRequestsDraft"));
}

async function readScope(walking: Walking, reading: Reading, target: Target): Promise<void> {
  const { file, asking, used, gone } = walking;
  const { params } = target;
  const scope = scopeName(reading.endpoint, params);
  if (file.stateOf(scope) === "complete") return asking.estimate.done(reading.name, 0);
  if (isSame(walking, reading, target) && file.takeOver(reading.name, params, scope)) {
    asking.estimate.done(reading.name, 0);
    return turn();
  }
  for (let list = reading.each?.list; list !== undefined; ) {
    used.add(list);
    const name: string = list;
    list = walking.readings.find((one) => one.name === name)?.each?.list;
  }
  const startedAt = timeOf(walking.now);
  const read = await ask(asking, reading, target);
  asking.estimate.done(reading.name, read.requests);
  noteNamed(walking, reading, params, read.items);
  put(walking, reading, params, { read, startedAt, outdated: outdatedBy(walking, target, reading, read) });
  if (read.status === 404 && read.state === "unsettled" && reading.each) {
    const list = walking.readings.find(({ name }) => name === reading.each?.list);
    if (list) gone.push({ scope, list: scopeName(list.endpoint, params) });
  }
}

/** Copying waits for nothing: without a turn of the event loop Ctrl-C is not heard, and what SQLite gave is not released. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Readings of an interrupted run below things that have changed or gone since. */
function outdatedBy({ file }: Walking, { params }: Target, reading: Reading, { items, state }: Read): string[] {
  const signs = SIGNS[reading.name];
  if (!file.resumed || !signs) return [];
  const now = new Map(items.map((item) => [item.id, item]));
  return file.items(reading.name, params).flatMap((before) => {
    const item = now.get(before.id);
    const isOutdated = item ? signs.some((sign) => item[sign] !== before[sign]) : state === "complete";
    return isOutdated ? [scopeOfThing(reading, params, String(before.id))] : [];
  });
}

/** True if the data of an interrupted run or of the earlier snapshot is still up to date. */
function isSame({ file, readings }: Walking, reading: Reading, target: Target): boolean {
  // Nothing that an interrupted run left has changed since: it is forgotten when its list is read.
  const isLeft = file.isLeft(scopeName(reading.endpoint, target.params));
  const compare = ({ item, above }: Target, { each }: Reading): ItemVersions | undefined => {
    const list = readings.find(({ name }) => name === each?.list);
    if (!item || !above || !list) return undefined;
    const before = isLeft ? item : file.before?.(list.name, above.params, item);
    return { now: item, before, above: compare(above, list) };
  };
  const rule = TAKEN_OVER[reading.name];
  const compared = compare(target, reading);
  return rule !== undefined && compared !== undefined && rule(compared);
}

function ask(asking: Asking, reading: Reading, { params, item = {} }: Target): Promise<Read> {
  const { name, endpoint } = reading;
  if (name === "listChangeRequests") return askChangeRequests(asking, reading, params, item);
  if (CONTENTS.includes(name)) return askContent(asking, reading, params, item);
  if (endpoint.items !== undefined) return askList(asking, reading, params);
  const wasThere = asking.file.before?.(name, params, item) !== undefined;
  return askOne(asking, reading, params, { item, wasThere });
}

const CONTENTS: readonly string[] = TOPICS.content;
