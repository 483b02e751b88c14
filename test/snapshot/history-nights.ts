/** Nights of a snapshot with random edits before each, and faults: what was really there is kept beside. */
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { expect } from "vitest";
import type { Transport } from "../../src/http/types.js";
import type { TestSandbox } from "../helpers/sandbox.js";
import { ABOVE, type Night, readTruth } from "./history-truth.js";
import { refusal, snapshotOf, transportOf } from "./snapshot-helper.js";

const ORGANIZATION = "hR7kQ2mXv9TzLb4WcN8p";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 1, 1, 3);

export type Next = (below: number) => number;

export function random(seed: number): Next {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 16) % below;
  };
}

const pick = <T>(all: readonly T[] = [], next: Next): T | undefined => all[next(Math.max(1, all.length))];

/** One change through the interface; some are refused. */
async function edit({ call, ...service }: TestSandbox, next: Next): Promise<void> {
  service.advance(60_000);
  const list = async (path: string) => (await call("GET", `/v1${path}`)).json?.items ?? [];
  const org = `/orgs/${ORGANIZATION}`;
  const any = async (path: string) => pick<{ id: string }>(await list(path), next)?.id;
  const [space, site, team] = [await any(`${org}/spaces`), await any(`${org}/sites`), await any(`${org}/teams`)];
  const member = await any(`${org}/members`);
  const draft = await any(`/spaces/${space}/change-requests?status=draft`);
  const link = await any(`${org}/sites/${site}/share-links`);
  const actor = await service.change((context) => context.actor);
  const words = `Words ${next(1_000_000)}`;
  const url = `data:text/markdown;name=page-${next(4)}.md,${encodeURIComponent(`# ${words}\n\n${words}, and more.`)}`;
  const content = { url, source: "markdown" };
  const to = (method: string, path: string, body?: object) => call(method, `/v1${path}`, body);
  const role = pick(["admin", "create", "edit", "read", null], next);
  const changes: (() => unknown)[] = [
    () => to("POST", `/spaces/${space}/content/import`, content),
    () => to("POST", `/spaces/${space}/content/import`, content),
    () => to("PATCH", `/spaces/${space}`, { title: words }),
    () => to("PATCH", `/spaces/${space}`, { editMode: pick(["live", "locked"], next) }),
    () => to("POST", `/spaces/${space}/change-requests`, { subject: words }),
    () => to("POST", `/spaces/${space}/change-requests/${draft}/content/import`, content),
    () => to("POST", `/spaces/${space}/change-requests/${draft}/merge`),
    () => to("PATCH", `/spaces/${space}/change-requests/${draft}`, { status: "archived" }),
    () => to("POST", `/spaces/${space}/duplicate`),
    () => next(2) === 0 && to("DELETE", `/spaces/${space}`),
    () => to("PUT", `${org}/teams`, { title: words }),
    () => next(3) === 0 && to("DELETE", `${org}/teams/${team}`),
    () => to("PATCH", `${org}/teams/${team}`, { title: words }),
    () => to("PUT", `${org}/teams/${team}/members`, { add: [member] }),
    () => to("PUT", `${org}/teams/${team}/members`, { remove: [member] }),
    () => to("PUT", `${org}/teams/${team}/members/${member}`, { role: pick(["owner", "member"], next) }),
    // Without the caller there is nothing to read.
    () => member !== actor && to("PATCH", `${org}/members/${member}`, { role }),
    () => member !== actor && to("PATCH", `${org}/members/${member}`, { role }),
    () => next(8) === 0 && member !== actor && to("DELETE", `${org}/members/${member}`),
    () => to("PATCH", `${org}/sites/${site}`, { title: words }),
    () => next(3) === 0 && to("DELETE", `${org}/sites/${site}`),
    () => to("POST", `${org}/sites`, { title: words, type: "basic" }),
    () => to("POST", `${org}/sites/${site}/share-links`, { name: words }),
    () => to("PATCH", `${org}/sites/${site}/share-links/${link}`, { active: next(2) === 0 }),
    () => to("DELETE", `${org}/sites/${site}/share-links/${link}`),
  ];
  await pick(changes, next)?.();
}

const FAULTS = [
  "none",
  "none",
  "denied",
  "outage",
  "cut",
  "killed",
  "bad token",
  "suspect",
  "fewer rights",
  "full",
] as const;
type Fault = (typeof FAULTS)[number];

/** Lists that a fault may meet. */
const LISTS = [
  /\/members$/,
  /\/members\/\w+\/spaces$/,
  /\/teams$/,
  /\/teams\/\w+\/members$/,
  /\/orgs\/\w+\/spaces$/,
  /\/sites$/,
  /\/share-links$/,
  /\/change-requests$/,
  /\/content$/,
];

interface Heard {
  /** By path: whether every answer was the service's. */
  answered: Map<string, boolean>;
  cut: Map<string, Set<string>>;
  /** By kind: what the caller may see of it; absent: all. */
  shown: Map<string, Set<string>>;
}

const idOf = (item: Record<string, { id?: string } | string>): string => {
  const { id, organization, space } = item;
  const of = (value: unknown) => (value as { id?: string } | undefined)?.id;
  return String(id ?? of(space) ?? of(organization));
};

/** The service with a fault, which also writes down what it answered. */
function faulty(service: TestSandbox, fault: Fault, next: Next, { answered, cut, shown }: Heard): Transport {
  const { transport } = transportOf(service);
  const hit = LISTS.filter(() => next(3) === 0);
  const part = next(3);
  let requests = 0;
  return async (request) => {
    const path = new URL(request.url).pathname;
    requests += 1;
    if (fault === "bad token" && requests > 5) return refusal(401, "bad token");
    if (fault === "killed" && requests === 40) throw new Error("killed");
    // A part of the lists of one kind, by their names.
    const isHit =
      hit.some((pattern) => pattern.test(path)) && (path.length + path.charCodeAt(path.length - 9)) % 3 !== part;
    const isFault = isHit && (fault === "denied" || fault === "full" || fault === "outage");
    const answer = isFault ? refusal(fault === "outage" ? 500 : 403, "not now") : await transport(request);
    if (answer.status !== 200) {
      answered.set(path, false);
      return answer;
    }
    const body = JSON.parse(Buffer.from(answer.body).toString());
    const list = path.replace("/v1/", "");
    const rewritten = (): object => {
      if ((fault === "fewer rights" || fault === "suspect") && path === `/v1/orgs/${ORGANIZATION}`)
        return { ...body, permissions: { view: true } };
      if (fault === "fewer rights" && /\/orgs\/\w+\/(?:spaces|teams)$/.test(path)) {
        const items = body.items.filter(({ id }: { id: string }) => id.charCodeAt(5) % 2 === 0);
        shown.set(list.endsWith("teams") ? "teams" : "spaces", new Set(items.map(idOf)));
        return { ...body, items, count: items.length };
      }
      if (fault === "suspect" && /\/orgs\/\w+\/(?:spaces|members)$/.test(path))
        return { ...body, items: body.items.slice(0, body.items.length >> 1), count: body.items.length >> 1 };
      if (fault !== "cut" || !isHit || !Array.isArray(body.items) || body.items.length < 2) return body;
      const items = body.items.slice(0, body.items.length >> 1);
      cut.set(list, new Set([...(cut.get(list) ?? []), ...items.map(idOf)]));
      answered.set(path, false);
      return { ...body, items, count: body.items.length };
    };
    const given = rewritten();
    if (!answered.has(path)) answered.set(path, true);
    return { ...answer, body: Buffer.from(JSON.stringify(given)) };
  };
}

export interface Played {
  nights: Night[];
  /** Which night became which generation. */
  numbers: number[];
  met: Set<Fault>;
}

/** Generations are made only by some of the nights. */
export async function playNights(
  service: TestSandbox,
  file: string,
  { nights: count, next, faults = FAULTS }: { nights: number; next: Next; faults?: readonly Fault[] },
): Promise<Played> {
  const played: Played = { nights: [], numbers: [], met: new Set() };
  let [number, before]: [number, Fault] = [0, "none"];
  /** Each of them comes as often as the others. */
  const left: Fault[] = [];
  for (let night = 1; night <= count; night += 1) {
    const time = START + night * DAY;
    const now = await service.change(({ now }) => now());
    service.advance(Math.max(0, time - now));
    for (let at = next(9); at > 0; at -= 1) await edit(service, next);
    if (left.length === 0) left.push(...faults);
    let fault: Fault = night === 1 ? "none" : (left.splice(next(left.length), 1)[0] ?? "none");
    // What of a cut list is new beside older parts that come from a suspect generation cannot be told.
    if (before === "suspect" && fault === "cut") fault = "none";
    // What lost no more than the one before is not suspect.
    if (before === "fewer rights" && fault === "suspect") fault = "none";
    const withAccess = next(6) > 0;
    const include = withAccess ? (["access", "share-keys"] as const) : (["share-keys"] as const);
    const asked = { organization: ORGANIZATION, include };
    const heard: Heard = { answered: new Map(), cut: new Map(), shown: new Map() };
    const times = { started: new Date(time).toISOString(), ended: new Date(time + HOUR).toISOString() };
    const more = { ...times, acceptShrink: fault !== "suspect", full: fault === "full" };
    const create = () => snapshotOf(service, file, asked, faulty(service, fault, next, heard), more);
    played.met.add(fault);
    if (fault === "killed" || fault === "bad token") {
      await expect(create()).rejects.toThrow();
      if (fault === "killed")
        await resume(file, async () => {
          await snapshotOf(service, file, asked, faulty(service, "none", next, heard), more);
        });
      else for (const end of ["", "-wal", "-shm"]) rmSync(`${file}.partial${end}`, { force: true });
      if (fault === "bad token") continue;
    } else {
      const { shrunk } = await create();
      if (fault === "suspect" && shrunk.length === 0) throw new Error("it was to be suspect");
    }
    number += 1;
    before = fault;
    if (fault === "suspect") continue;
    const truth = await readTruth(service, ORGANIZATION);
    hideOthers(truth, heard.shown);
    const { read, cut } = listsRead(truth, heard, withAccess);
    played.nights.push({ ended: times.ended, truth, read, cut, isLess: fault === "fewer rights" });
    played.numbers.push(number);
  }
  return played;
}

/** What the caller cannot see, with all that is in it. */
function hideOthers(truth: Night["truth"], shown: Heard["shown"]): void {
  for (const [kind, ids] of shown)
    for (const [one, things] of Object.entries(truth))
      for (const [key, { above }] of things)
        if (one === kind ? !ids.has(key) : ABOVE[one] === kind && !ids.has(above ?? "")) things.delete(key);
}

/** As another process finds it: one of the bindings holds what it opened for a while. */
async function resume(file: string, again: () => Promise<void>): Promise<void> {
  for (const end of [".partial", ".partial-wal"].filter((one) => existsSync(file + one))) {
    copyFileSync(file + end, `${file}${end}.copy`);
    renameSync(`${file}${end}.copy`, file + end);
  }
  rmSync(`${file}.partial-shm`, { force: true });
  await again();
}

/** Lists that were answered as a whole, or taken over as their space had not changed. */
function listsRead(truth: Night["truth"], { answered, cut }: Heard, withAccess: boolean): Pick<Night, "read" | "cut"> {
  const spaces = `orgs/${ORGANIZATION}/spaces`;
  const isAnswered = (list: string) => answered.get(`/v1/${list}`);
  const read = new Set([...answered].flatMap(([path, isGood]) => (isGood ? [path.replace("/v1/", "")] : [])));
  for (const id of truth.spaces?.keys() ?? [])
    for (const list of [`spaces/${id}/content`, `spaces/${id}/change-requests`])
      if (isAnswered(list) === undefined && isAnswered(spaces)) read.add(list);
  if (!withAccess) for (const list of read) if (/\/members\/\w+\/spaces$/.test(list)) read.delete(list);
  return { read, cut };
}
