/** Reads lists and things, each once, a few at a time. */
import type { AnyEndpoint, ResponseOf } from "../catalog/endpoint.js";
import { listSpaceLinks } from "../catalog/spaces.js";
import type { CallOptions, ListOptions, Page, Reader as Service } from "../http/types.js";
import { BROKEN_AND_INCLUDES } from "../shared/headers.js";
import { createLimiter, type Limiter } from "../shared/limiter.js";
import { getPath } from "../shared/paths.js";
import { isObject } from "../shared/values.js";
import { createBreaker, Unknown } from "./not-evaluable.js";

// Links as they are kept. The service repeats page, space and organization for each place of each link: in 1,000 spaces of
// 50 pages that is more than a gigabyte, of which rules read names and ids, and most of them only of broken links.

/** An item that is listed twice stands where another one is missing. */
const identityOf = (item: unknown): string => {
  const id = getPath(item, "id");
  return typeof id === "string" ? id : JSON.stringify(item);
};

/** How the items of one list are kept. */
interface Slimmer {
  /** True if any rule reads the item. */
  keeps(item: unknown): boolean;
  slim(item: unknown): unknown;
  /** Identifies an item among the others of the list, as it was answered. */
  identity(item: unknown): string;
}

const AS_IT_IS: Slimmer = { keeps: () => true, slim: (item) => item, identity: identityOf };

/** The statuses of links that lead somewhere. */
const INTACT: readonly string[] = ["ok", "in-app"];

/** True for a status of a broken link, and for one that the contract does not have. */
export const mayBeBroken = (status: unknown): boolean => !INTACT.some((one) => one === status);

/** Links for rules that do not need every one. */
const isBrokenOrInclude = (item: unknown): boolean => {
  if (!isObject(item)) return true;
  const { status, targetReference: target } = item;
  return mayBeBroken(status) || (isObject(target) && target.reusableContent !== undefined);
};

/** Members of what a reference names. */
const NAMED = ["id", "title", "path", "name"] as const;

/**
 * One for each list: what several items name is kept once.
 * @param all whether a rule reads every link
 */
export function slimmerFor(endpoint: AnyEndpoint, all: boolean): Slimmer {
  if (endpoint !== listSpaceLinks) return AS_IT_IS;
  const shared = new Map<string, object>();
  const named = (value: object): object => {
    const kept = Object.fromEntries(NAMED.flatMap((name) => (name in value ? [[name, Reflect.get(value, name)]] : [])));
    const key = JSON.stringify(kept);
    const found = shared.get(key) ?? kept;
    shared.set(key, found);
    return found;
  };
  const reference = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isObject(one) ? named(one) : one]));
  };
  return {
    keeps: (item) => all || isBrokenOrInclude(item),
    slim(item) {
      if (!isObject(item)) return item;
      const { status, targetReference, locationReferences } = item;
      const places = Array.isArray(locationReferences) ? locationReferences.map(reference) : locationReferences;
      return { status, targetReference: reference(targetReference), locationReferences: places };
    },
    identity(item) {
      if (!isObject(item)) return identityOf(item);
      const { status, targetReference: target, locationReferences: places } = item;
      const [count, first] = Array.isArray(places) ? [places.length, places[0]] : [0, places];
      return JSON.stringify([status, target, count, reference(first)]);
    },
  };
}

export type Params = Readonly<Record<string, string>>;
export type Query = Readonly<Record<string, string | boolean>>;

/** Requests at once. */
export const AT_ONCE = 4;

/**
 * Requests after which timers, signals and the garbage collector have their turn: a service in this process answers without
 * any, so that Ctrl-C would wait for the end.
 */
const TURN = 8;

/** A request that was answered, or failed. */
type OnAnswer = (owner: string, endpoint: AnyEndpoint, ms: number) => void;

export interface ReaderOptions {
  /** Called after every request. */
  onAnswer?: OnAnswer | undefined;
  client: Service;
  /** Called before every request. */
  onRequest?: (() => void) | undefined;
  /** Lists that at least one rule reads to the end for each of its subjects. */
  whole: ReadonlySet<AnyEndpoint>;
  /** The service is in this process. */
  isLocal?: boolean | undefined;
}

/** Each method throws Unknown for what could not be read, or not completely. */
export interface Reader {
  list<E extends AnyEndpoint>(endpoint: E, params: Params, query?: Query): Promise<readonly ResponseOf<E>[]>;
  one<E extends AnyEndpoint>(endpoint: E, params: Params, query?: Query): Promise<ResponseOf<E>>;
  /** Like `one`, for what is large and not read again: it is not kept. */
  oneUnkept: Reader["one"];
  /** True if a list has any items. */
  any(endpoint: AnyEndpoint, params: Params, query?: Query): Promise<boolean>;
  /** The statistics of a list. */
  stats(endpoint: AnyEndpoint, params: Params): Promise<Stats>;
}

/** Readers of all owners share what was read: a request is sent for the first of them that needs it. */
export function createReader(setup: ReaderOptions): (owner: string) => Reader {
  const once = createMemory();
  const requests = createRequests(setup);
  return (owner) => readerFor(setup, once, (endpoint) => (send) => requests(owner, endpoint, send));
}

function readerFor(
  { client, whole: read, isLocal = false }: ReaderOptions,
  once: ReturnType<typeof createMemory>,
  requestsOf: (endpoint: AnyEndpoint) => Request,
): Reader {
  const readPages = (endpoint: AnyEndpoint, given: Input, options: ListOptions = {}) =>
    client.list(endpoint, given, options).pages()[Symbol.asyncIterator]();
  const readAll = <E extends AnyEndpoint>(endpoint: E, given: Input) =>
    readWhole((options) =>
      loadAll<ResponseOf<E>>(
        () => readPages(endpoint, given, { ...options, ...(!read.has(endpoint) && preferredLinks(endpoint)) }),
        requestsOf(endpoint),
        slimmerFor(endpoint, read.has(endpoint)),
      ),
    );
  const begin = (endpoint: AnyEndpoint, given: Input) => (options: GapOptions) =>
    requestsOf(endpoint)(() => readPages(endpoint, given, { limit: 1, pageSize: 1, ...options }).next());
  const first = (endpoint: AnyEndpoint, params: Params, query?: Query) => {
    const given = makeInput(endpoint, params, query);
    return once(["first", endpoint.path, given], () => readWithGap(begin(endpoint, given)));
  };
  const whole = <E extends AnyEndpoint>(endpoint: E, params: Params, query?: Query) => {
    const given = makeInput(endpoint, params, query);
    return once(["list", endpoint.path, given], () => readAll(endpoint, given));
  };
  const readOne =
    (keep: boolean): Reader["one"] =>
    (endpoint, params, query) => {
      const given = makeInput(endpoint, params, query);
      const send = (options: GapOptions) => requestsOf(endpoint)(() => client.call(endpoint, given as never, options));
      return once(["one", endpoint.path, given], () => readWhole(send), keep);
    };
  return {
    list: async (endpoint, params, query) => (await whole(endpoint, params, query)).items,
    one: readOne(true),
    oneUnkept: readOne(false),
    any: async (endpoint, params, query) => hasItems(await first(endpoint, params, query)),
    async stats(endpoint, params) {
      // A service in this process sends few of the links, so that their list costs no more than its first page.
      const isWhole = read.has(endpoint) || (isLocal && endpoint === listSpaceLinks);
      return isWhole ? known((await whole(endpoint, params)).stats) : statsOf(await first(endpoint, params));
    },
  };
}

/** The first page of a list, with the reason why it may lack something. */
type First = WithGap<IteratorResult<Page<unknown>>>;

/** @throws Unknown if none was listed though there may be some */
function hasItems({ answer: page, gap }: First): boolean {
  if (page.done) return false;
  const { items, count, next } = page.value;
  if (items.length > 0) return true;
  const unread = gap ?? page.value.gap ?? (next === undefined ? undefined : `none of ${count ?? "more"} was listed`);
  if (unread !== undefined) throw new Unknown(unread);
  return false;
}

/** @throws Unknown */
function statsOf({ answer: page, gap }: First) {
  if (gap !== undefined) throw new Unknown(gap);
  return known(page.done ? undefined : page.value.stats);
}

type Stats = Readonly<Record<string, unknown>>;

/** @throws Unknown */
function known(stats: Stats | undefined): Stats {
  if (!stats) throw new Unknown("the answer has no statistics");
  return stats;
}

/** Asks a service in this process to leave needless links out of a list. */
const preferredLinks = (endpoint: AnyEndpoint): Pick<ListOptions, "extra"> =>
  endpoint === listSpaceLinks ? { extra: { prefer: BROKEN_AND_INCLUDES } } : {};

type GapOptions = Required<Pick<CallOptions, "onGap">>;

/** An answer with the reason why it may lack something, if it may. */
interface WithGap<T> {
  answer: T;
  gap: string | undefined;
}

async function readWithGap<T>(read: (options: GapOptions) => Promise<T>): Promise<WithGap<T>> {
  let gap: string | undefined;
  const onGap = (why: string): void => {
    gap ??= why;
  };
  const answer = await read({ onGap });
  return { answer, gap };
}

/** @throws Unknown if the answer may lack something */
async function readWhole<T>(read: (options: GapOptions) => Promise<T>): Promise<T> {
  const { answer, gap } = await readWithGap(read);
  if (gap !== undefined) throw new Unknown(gap);
  return answer;
}

type Request = <T>(send: () => Promise<T>) => Promise<T>;

/** A longer list is taken for one that never ends. */
const MOST_PAGES = 1000;

/** All items of a list, each once, and its statistics. @throws Unknown if it cannot be whole, or has too many pages */
async function loadAll<T>(
  begin: () => AsyncIterator<Page<unknown>>,
  request: Request,
  { keeps, slim, identity }: Slimmer,
): Promise<{ items: readonly T[]; stats: Stats | undefined }> {
  const pages = begin();
  const items = new Map<string, T | undefined>();
  let read = 0;
  let stats: Stats | undefined;
  for (let page = await request(() => pages.next()); !page.done; page = await request(() => pages.next())) {
    const { next, gap } = page.value;
    // The endpoint's own schema has checked them, and slim ones have the members that rules read.
    for (const item of page.value.items) items.set(identity(item), keeps(item) ? (slim(item) as T) : undefined);
    read += 1;
    stats ??= page.value.stats;
    if (next !== undefined && read === MOST_PAGES) throw new Unknown(`the list has more than ${MOST_PAGES} pages`);
    if (gap !== undefined) throw new Unknown(gap);
    if (next === undefined) break;
  }
  return { items: [...items.values()].filter((item) => item !== undefined), stats };
}

type Input = ReturnType<typeof makeInput>;

/** The parameters that the endpoint's path takes. */
const makeInput = (endpoint: AnyEndpoint, params: Params, query: Query | undefined) => ({
  params: Object.fromEntries(endpoint.params.map((name: string) => [name, params[name] ?? ""])),
  ...(query && { query }),
});

/** Keeps one promise for each key. */
function createMemory() {
  const known = new Map<string, Promise<unknown>>();
  return <T>(key: readonly unknown[], make: () => Promise<T>, keep = true): Promise<T> => {
    const name = JSON.stringify(key);
    const made = known.get(name) ?? make();
    if (keep) known.set(name, made);
    // A key names its method and endpoint, so it always has the same type.
    return made as Promise<T>;
  };
}

/** Sends a few requests at once; a failure becomes Unknown. */
function createRequests({ onRequest, onAnswer }: ReaderOptions) {
  const lane: Limiter = createLimiter(AT_ONCE);
  const breaker = createBreaker();
  let sent = 0;
  return <T>(owner: string, endpoint: AnyEndpoint, send: () => Promise<T>): Promise<T> =>
    lane(async () => {
      breaker.check();
      onRequest?.();
      sent += 1;
      if (sent % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
      const began = performance.now();
      try {
        const answer = await send();
        breaker.answered();
        return answer;
      } catch (error) {
        throw breaker.failed(error);
      } finally {
        onAnswer?.(owner, endpoint, performance.now() - began);
      }
    });
}
