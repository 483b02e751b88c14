/** Reads lists and things, each once, a few at a time. */
import type { AnyEndpoint, ResponseOf } from "../catalog/endpoint.js";
import type { Client, ListOptions, Page } from "../http/types.js";
import { type Lane, lanes } from "../snapshot/lanes.js";
import { createBreaker, Unknown } from "./unknown.js";

export type Params = Readonly<Record<string, string>>;
export type Query = Readonly<Record<string, string | boolean>>;

/** Requests at once. */
export const AT_ONCE = 4;

export interface ReaderSetup {
  client: Pick<Client, "call" | "list">;
  /** Called before every request. */
  onRequest?: (() => void) | undefined;
}

/** Each method throws Unknown for what could not be read, or not completely. */
export interface Reader {
  list<E extends AnyEndpoint>(endpoint: E, params: Params, query?: Query): Promise<readonly ResponseOf<E>[]>;
  one<E extends AnyEndpoint>(endpoint: E, params: Params, query?: Query): Promise<ResponseOf<E>>;
  /** Whether a list has any items. */
  any(endpoint: AnyEndpoint, params: Params, query?: Query): Promise<boolean>;
  /** The statistics of a list. */
  stats(endpoint: AnyEndpoint, params: Params): Promise<Readonly<Record<string, unknown>>>;
}

export function createReader({ client, onRequest }: ReaderSetup): Reader {
  const once = createMemory();
  const request = createRequests(onRequest);
  const pagesOf = (endpoint: AnyEndpoint, given: object, options: ListOptions = {}) =>
    // `inputOf` takes the parameters from the endpoint's own path.
    client
      .list(endpoint, given as never, options)
      .pages()
      [Symbol.asyncIterator]();
  const readAll = <E extends AnyEndpoint>(endpoint: E, given: object) =>
    allOf<ResponseOf<E>>(() => pagesOf(endpoint, given), request);
  const first = (endpoint: AnyEndpoint, params: Params, query?: Query) => {
    const given = inputOf(endpoint, params, query);
    return once(["first", endpoint.path, given], () =>
      request(() => pagesOf(endpoint, given, { limit: 1, pageSize: 1 }).next()),
    );
  };
  return {
    list(endpoint, params, query) {
      const given = inputOf(endpoint, params, query);
      return once(["list", endpoint.path, given], () => readAll(endpoint, given));
    },
    one(endpoint, params, query) {
      const given = inputOf(endpoint, params, query);
      return once(["one", endpoint.path, given], () => request(() => client.call(endpoint, given as never)));
    },
    async any(endpoint, params, query) {
      const page = await first(endpoint, params, query);
      return !page.done && page.value.items.length > 0;
    },
    async stats(endpoint, params) {
      const page = await first(endpoint, params);
      const stats = page.done ? undefined : page.value.stats;
      if (!stats) throw new Unknown("the answer has no statistics");
      return stats;
    },
  };
}

type Requests = ReturnType<typeof createRequests>;

/** All items of a list. @throws Unknown if it has fewer items than its count says */
async function allOf<T>(begin: () => AsyncIterator<Page<unknown>>, request: Requests): Promise<readonly T[]> {
  const pages = begin();
  const items: T[] = [];
  for (let page = await request(() => pages.next()); !page.done; page = await request(() => pages.next())) {
    const { next, count } = page.value;
    // The endpoint's own schema has checked them.
    items.push(...(page.value.items as readonly T[]));
    if (next !== undefined) continue;
    if (count !== undefined && count > items.length) throw new Unknown(`only ${items.length} of ${count} were listed`);
    break;
  }
  return items;
}

/** The parameters that the endpoint's path takes. */
const inputOf = (endpoint: AnyEndpoint, params: Params, query: Query | undefined) => ({
  params: Object.fromEntries(endpoint.params.map((name: string) => [name, params[name] ?? ""])),
  ...(query && { query }),
});

/** Keeps one promise for each key. */
function createMemory() {
  const known = new Map<string, Promise<unknown>>();
  return <T>(key: readonly unknown[], make: () => Promise<T>): Promise<T> => {
    const name = JSON.stringify(key);
    const made = known.get(name) ?? make();
    known.set(name, made);
    // A key names its method and endpoint, so it always has the same type.
    return made as Promise<T>;
  };
}

/** Sends a few requests at once; a failure becomes Unknown. */
function createRequests(onRequest: ReaderSetup["onRequest"]) {
  const lane: Lane = lanes(AT_ONCE);
  const breaker = createBreaker();
  return <T>(send: () => Promise<T>): Promise<T> =>
    lane(async () => {
      breaker.check();
      onRequest?.();
      try {
        const answer = await send();
        breaker.answered();
        return answer;
      } catch (error) {
        throw breaker.failed(error);
      }
    });
}
