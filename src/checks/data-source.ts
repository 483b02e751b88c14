/** The readings of rules. Each list and thing is read once for all rules, when the first of them needs it. */
import { getChangeRequest } from "../catalog/change-requests.js";
import type { AnyEndpoint, ResponseOf } from "../catalog/endpoint.js";
import { getSite } from "../catalog/sites.js";
import { getSpace } from "../catalog/spaces.js";
import { Failure } from "../errors.js";
import { isExampleHost } from "../shared/local-address.js";
import { getPath } from "../shared/paths.js";
import { Unknown } from "./not-evaluable.js";
import { createReader, type Params, type Query, type Reader, type ReaderOptions } from "./reader.js";
import { type ItemOf, kindOf, type Subject, type SubjectKind, type Thing } from "./subjects.js";

/** Restricts a run to one thing of a kind. */
export interface Scope {
  space?: string | undefined;
  /** The space itself, if it has been read already. */
  spaceItem?: ItemOf<"space"> | undefined;
  changeRequest?: string | undefined;
  site?: string | undefined;
}

/** Asks other servers for addresses, each once. */
export type AskExternal = (addresses: readonly string[]) => Promise<ReadonlyMap<string, ExternalAnswer>>;

/** The answer for an address on another server. */
export interface ExternalAnswer {
  state: "good" | "broken" | "unknown";
  why: string;
  movedTo?: string;
}

export interface FactsOptions extends ReaderOptions {
  /** Absent: other servers are not asked. */
  external?: AskExternal | undefined;
  /** Ids of pages by `<space>/<path>` that they had before. Absent: it is not known. */
  formerPaths?: (() => Promise<ReadonlyMap<string, string>>) | undefined;
  organization: string;
  scope?: Scope | undefined;
  /** Called with the number of requests that a rule is about to send because of what it has read. */
  onMore?: ((requests: number) => void) | undefined;
}

/** The things of a kind, and why some of their lists could not be read. */
export interface SubjectList<K extends SubjectKind = SubjectKind> {
  subjects: readonly Subject<K>[];
  unknown: readonly { thing: Thing | undefined; reason: string }[];
}

/** Every method throws Unknown for what could not be read, or not completely. */
export interface Facts {
  organization: string;
  /** The service is in this process: an answer that has more costs less than two. */
  isLocal: boolean;
  scope: Scope;
  /** All items of a list; of links only broken ones and includes, unless a rule of the run needs every link. */
  list<E extends AnyEndpoint>(endpoint: E, params: Params, query?: Query): Promise<readonly ResponseOf<E>[]>;
  one: Reader["one"];
  oneUnkept: Reader["oneUnkept"];
  /** Like `one`, but undefined for a 404. */
  maybe<E extends AnyEndpoint>(endpoint: E, params: Params): Promise<ResponseOf<E> | undefined>;
  /** Like `list`, but empty for a 404. */
  maybeList<E extends AnyEndpoint>(endpoint: E, params: Params): Promise<readonly ResponseOf<E>[]>;
  /** True if a list has any items. */
  any(endpoint: AnyEndpoint, params: Params, query?: Query): Promise<boolean>;
  /** The statistics of a list, without its items. */
  stats(endpoint: AnyEndpoint, params: Params): Promise<Readonly<Record<string, unknown>>>;
  /** Says that so many requests follow which nothing announced. */
  expectMore(requests: number): void;
  /** True if a list is read to the end anyway, so that asking for its statistics first saves nothing. */
  readsWhole(endpoint: AnyEndpoint): boolean;
  subjects<K extends SubjectKind>(kind: K): Promise<SubjectList<K>>;
  /**
   * Answers of other servers for the links of all spaces: all are known before the first one is asked.
   * @param linksOf lists the links of a space
   */
  external(linksOf: LinksOf): Promise<(target: string) => ExternalAnswer | undefined>;
  /** Ids of pages by `<space>/<path>`, in small letters, that they had before; read at the first call. */
  formerPaths(): Promise<ReadonlyMap<string, string>>;
  /** The same, for another owner: requests are counted for whoever needs them first. */
  as(owner: string): Facts;
  /** Those of the organization, even if the run is restricted to one thing. */
  everywhere<K extends SubjectKind>(kind: K): Promise<SubjectList<K>>;
}

type LinksOf = (facts: Facts, space: Subject<"space">) => Promise<readonly { target: string }[]>;

/** The address to ask for; undefined for a target that is on no other server, or stands for one. */
function externalAddress(target: string): string | undefined {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return undefined;
  const url = new URL(target);
  url.hash = "";
  return isExampleHost(url.hostname) ? undefined : url.href;
}

async function askAll(facts: Facts, ask: AskExternal | undefined, linksOf: LinksOf) {
  if (!ask) throw new Unknown("only docs checks run --external sends requests to other servers");
  const { subjects } = await facts.subjects("space");
  const lists = await Promise.all(
    subjects.map(async (space) => {
      try {
        return await linksOf(facts, space);
      } catch (error) {
        // Its own rule says so.
        if (error instanceof Unknown) return [];
        throw error;
      }
    }),
  );
  const addresses = new Set(lists.flat().flatMap(({ target }) => externalAddress(target) ?? []));
  const answers = await ask([...addresses]);
  return (target: string) => answers.get(externalAddress(target) ?? "");
}

export function createFacts(setup: FactsOptions): Facts {
  const readers = createReader(setup);
  let asked: ReturnType<typeof askAll> | undefined;
  let former: Promise<ReadonlyMap<string, string>> | undefined;
  const shared: SharedFacts = {
    subjects: new Map(),
    as: (owner) => factsWith(readers(owner), setup, shared),
    external: (facts, linksOf) => {
      asked ??= askAll(facts, setup.external, linksOf);
      return asked;
    },
    formerPaths: () => {
      former ??= setup.formerPaths?.() ?? Promise.resolve(new Map());
      return former;
    },
  };
  return shared.as(SHARED.lists);
}

/** The parts that the facts of all owners share. */
interface SharedFacts {
  as: Facts["as"];
  external(facts: Facts, linksOf: LinksOf): ReturnType<Facts["external"]>;
  formerPaths: Facts["formerPaths"];
  /** By kind, and whether the run's scope counts: rules about one kind have the same things. */
  subjects: Map<string, Promise<SubjectList>>;
}

function factsWith(read: Reader, setup: FactsOptions, shared: SharedFacts): Facts {
  const { organization, scope = {}, whole, isLocal = false } = setup;
  const { as, external, formerPaths } = shared;
  const facts: Facts = {
    organization,
    isLocal,
    scope,
    as,
    external: (linksOf) => external(facts, linksOf),
    formerPaths,
    list: (endpoint, params, query) => read.list(endpoint, params, query),
    one: read.one,
    oneUnkept: read.oneUnkept,
    maybe: (endpoint, params) => orAbsent(read.one(endpoint, params), undefined),
    maybeList: (endpoint, params) => orAbsent(read.list(endpoint, params), []),
    any: (endpoint, params, query) => read.any(endpoint, params, query),
    stats: (endpoint, params) => read.stats(endpoint, params),
    expectMore: (requests) => setup.onMore?.(requests),
    readsWhole: (endpoint) => whole.has(endpoint),
    subjects: (kind) => subjectsOnce(facts, kind, "in scope"),
    everywhere: (kind) => subjectsOnce(unscoped, kind, "everywhere"),
  };
  const subjectsOnce = <K extends SubjectKind>(of: Facts, kind: K, where: string): Promise<SubjectList<K>> => {
    const key = `${kind} ${where}`;
    const known = shared.subjects.get(key) ?? listSubjects(of, kind);
    shared.subjects.set(key, known);
    return known;
  };
  const unscoped: Facts = { ...facts, scope: {}, subjects: facts.everywhere };
  return facts;
}

async function orAbsent<T, A>(answer: Promise<T>, absent: A): Promise<T | A> {
  try {
    return await answer;
  } catch (error) {
    if (isAbsence(error)) return absent;
    throw error;
  }
}

const isAbsence = (error: unknown): boolean =>
  error instanceof Unknown && error.cause instanceof Failure && error.cause.kind === "not-found";

/** A thing that was asked for by name and does not exist is no gap of the checks. @throws Failure not-found, else the error */
function throwAbsence(error: unknown): never {
  throw isAbsence(error) && error instanceof Error ? error.cause : error;
}

/** How to read the single thing that a scope names. */
const SINGLE = { space: getSpace, "change-request": getChangeRequest, site: getSite } as const;

function singleOf({ organization, scope }: Facts, kind: SubjectKind) {
  const { space = "", changeRequest = "", site = "" } = scope;
  const params = { organizationId: organization, spaceId: space, changeRequestId: changeRequest, siteId: site };
  const named = { space, "change-request": changeRequest, site }[kind as keyof typeof SINGLE];
  return named ? { endpoint: SINGLE[kind as keyof typeof SINGLE], params } : undefined;
}

async function listSubjects<K extends SubjectKind>(facts: Facts, kind: K): Promise<SubjectList<K>> {
  const { endpoint, of, queries } = kindOf(kind);
  const above = of === undefined ? undefined : await facts.subjects(of);
  const made = (items: readonly unknown[], params: Params, within?: Thing) =>
    // The items come from the list of this kind.
    items.map((item) => makeSubject(kind, item as ItemOf<K>, params, within));
  const single = singleOf(facts, kind);
  if (single) {
    const known = kind === "space" ? facts.scope.spaceItem : undefined;
    const item = known ?? (await facts.one(single.endpoint, single.params).catch(throwAbsence));
    return { subjects: made([item], single.params, above?.subjects[0]?.thing), unknown: [] };
  }
  const root = { organizationId: facts.organization };
  if (!above) {
    const items = endpoint.items === undefined ? [await facts.one(endpoint, root)] : await facts.list(endpoint, root);
    return { subjects: made(items, root), unknown: [] };
  }
  // In the order of the things above, whichever answer comes first.
  const lists = await Promise.all(
    above.subjects.map(async ({ item, params, thing }): Promise<SubjectList<K>> => {
      try {
        const wanted = queries?.(item) ?? [undefined];
        const parts = await Promise.all(wanted.map((query) => facts.list(endpoint, params, query)));
        return { subjects: made(parts.flat(), params, thing), unknown: [] };
      } catch (error) {
        if (!(error instanceof Unknown)) throw error;
        return { subjects: [], unknown: [{ thing, reason: error.message }] };
      }
    }),
  );
  return {
    subjects: lists.flatMap(({ subjects }) => subjects),
    unknown: [...above.unknown, ...lists.flatMap(({ unknown }) => unknown)],
  };
}

function makeSubject<K extends SubjectKind>(kind: K, item: ItemOf<K>, params: Params, within?: Thing): Subject<K> {
  const { param, id: member = "id", title } = kindOf(kind);
  const id = textAt(item, "id") ?? textAt(item, member) ?? "";
  const name = title.map((path) => textAt(item, path)).find((text) => text !== undefined && text.trim() !== "");
  const url = textAt(item, "urls.app") ?? textAt(item, "urls.location") ?? null;
  const named = kind === "change-request" ? crTitle(item) : (name ?? id);
  return {
    thing: { kind, id, title: named, url },
    item,
    params: { ...params, [param]: textAt(item, member) ?? id },
    within,
  };
}

/** The title of a change request starts with its number. */
function crTitle(item: unknown): string {
  const [number, subject] = [getPath(item, "number"), textAt(item, "subject") ?? ""];
  return `#${number ?? "?"}${subject.trim() === "" ? "" : ` ${subject}`}`;
}

function textAt(value: unknown, path: string): string | undefined {
  const found = getPath(value, path);
  if (typeof found === "number") return String(found);
  return typeof found === "string" ? found : undefined;
}

// The cost of a run: seconds and requests, by rule and by kind of request.

export interface Cost {
  /** A rule, or what all rules share; or a request such as `GET /v1/spaces/{spaceId}/links`. */
  name: string;
  seconds: number;
  requests: number;
}

export interface Timing {
  /** One request, for whoever was the first to need it. */
  request(owner: string, endpoint: Pick<AnyEndpoint, "method" | "path">, ms: number): void;
  /** From the first to the last thing that was checked: rules run side by side. */
  rule(id: string, ms: number): void;
  /** The slowest first. */
  costs(): { rules: Cost[]; requests: Cost[] };
}

/** Requests before any rule needs them. */
export const SHARED = { lists: "(lists, before the rules)", comments: "(comments in pages)" } as const;

interface Sum {
  ms: number;
  requests: number;
}

export function createTiming(): Timing {
  const owners = new Map<string, Sum>();
  const endpoints = new Map<string, Sum>();
  const add = (sums: Map<string, Sum>, name: string, ms: number, requests: number): void => {
    const before = sums.get(name) ?? { ms: 0, requests: 0 };
    sums.set(name, { ms: before.ms + ms, requests: before.requests + requests });
  };
  const rowsOf = (sums: ReadonlyMap<string, Sum>): Cost[] =>
    [...sums]
      .map(([name, { ms, requests }]) => ({ name, seconds: Math.round(ms) / 1000, requests }))
      .sort((one, other) => other.seconds - one.seconds || other.requests - one.requests);
  const isShared = (owner: string): boolean => Object.values(SHARED).some((name) => name === owner);
  return {
    request(owner, { method, path }, ms) {
      // The time of a rule is that from its beginning to its end.
      add(owners, owner, isShared(owner) ? ms : 0, 1);
      add(endpoints, `${method} ${path}`, ms, 1);
    },
    rule: (id, ms) => add(owners, id, ms, 0),
    costs: () => ({ rules: rowsOf(owners), requests: rowsOf(endpoints) }),
  };
}
