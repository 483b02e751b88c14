/** Reads all pages of a list: again if it changed meanwhile, in smaller pages if full ones are refused. */
import type { AnyEndpoint } from "../../../catalog/endpoint.js";
import { Failure } from "../../../errors.js";
import type { Item, Params } from "../../types.js";
import { QUERIES } from "../read-rules.js";
import { type Reading, scopeName } from "../reading-plan.js";
import { type Asker, nothingYet, pathParamsOf, type Read, stopAtOnce, stopOf, TRIES } from "./ask.js";

/** Items per page: the service's maximum, and the fewest that are requested. */
const MOST = 1000;
const FEWEST = 50;

/** Reads all pages of a list; what was read before a failure is kept. */
export async function askList(asking: Asker, reading: Reading, params: Params): Promise<Read> {
  let requests = 0;
  for (let tries = 1; ; tries += 1) {
    const read = await askOnce(asking, reading, params);
    requests += read.requests;
    // If an item came twice, another one may be missing.
    if (read.state !== "unsettled" || read.status === 404 || tries === TRIES) return { ...read, requests };
  }
}

async function askOnce(asking: Asker, { name, endpoint }: Reading, params: Params): Promise<Read> {
  const read = nothingYet();
  try {
    for (const query of QUERIES[name] ?? [undefined]) await readPages(asking, { endpoint, params, query }, read);
  } catch (error) {
    const stop = error instanceof EndlessList ? { state: "partial" as const, reason: error.message } : stopOf(error);
    if (read.items.length === 0) Object.assign(read, stopAtOnce(stop));
    else Object.assign(read, stop, stop.state === "denied" && { state: "partial" });
  }
  return read;
}

/** Thrown to leave a list that would never end. */
class EndlessList extends Error {}

interface ListRequest {
  endpoint: AnyEndpoint;
  params: Params;
  query: Readonly<Record<string, string>> | undefined;
}

/** @throws Failure if even the smallest page is refused */
async function readPages(asking: Asker, asked: ListRequest, read: Read): Promise<void> {
  const scope = scopeName(asked.endpoint, asked.params);
  const listed: ListProgress = { items: 0, leftOut: 0, pages: 0, repeated: 0, hasMoved: false, isRead: false };
  while (!listed.isRead) {
    const size = asking.sizes.get(scope) ?? MOST;
    try {
      await pagesFrom(asking, asked, size, read, listed);
    } catch (error) {
      if (size <= FEWEST || !isTooMuch(error)) throw error;
      asking.sizes.set(scope, Math.max(FEWEST, size >> 1));
    }
  }
  // If the service counts the list, its counts show it.
  if (listed.pages > 1 && listed.total === undefined && (await hasFirstMoved(asking, asked, read, listed)))
    listed.hasMoved = true;
  const { items, leftOut, repeated, hasMoved, total = 0, gap } = listed;
  const isMoved = repeated > 0 || hasMoved || items + leftOut < total;
  const reason = gap ?? (isMoved ? "it changed while it was listed" : undefined);
  if (reason !== undefined) Object.assign(read, { state: isMoved ? "unsettled" : "partial", reason });
}

/** True if the list begins with another item by now: a removal there has drawn an item into a page that was read before. */
async function hasFirstMoved(asking: Asker, asked: ListRequest, read: Read, { first = "" }: ListProgress) {
  const { input, options } = inputOf(asked, asking.sizes.get(scopeName(asked.endpoint, asked.params)) ?? MOST);
  const pages = asking.client.list(asked.endpoint, input, options).pages();
  const ids = await counted(asking, read, async () => {
    for await (const { items } of pages) return idsOf(items);
    return "";
  });
  // Its pages may be smaller by now.
  return !first.startsWith(ids) && !ids.startsWith(first);
}

const idsOf = (items: readonly unknown[]): string => items.map((item) => `${(item as Item).id}\n`).join("");

/** Items that may come beyond what the service counts, or again: a list may grow while it is read. */
const SLACK = 1000;
/** The most items and pages of a list that the service does not count. */
const MOST_ITEMS = 250_000;
const MOST_PAGES = 10_000;

/** Why a list is given up that goes on and on; undefined for one that may end. */
function describeEndless({ items, pages, repeated, total }: ListProgress): string | undefined {
  const known = `the list does not end: ${items} items were listed`;
  if (total !== undefined && items > 2 * total + SLACK) return `${known}, and the service counts ${total}`;
  if (repeated > SLACK + (total ?? 0)) return `${known}, ${repeated} of them more than once`;
  return items > MOST_ITEMS || pages > MOST_PAGES ? known : undefined;
}

interface ListProgress {
  items: number;
  /** Items of other things. */
  leftOut: number;
  pages: number;
  /** The ids of its first page. */
  first?: string;
  /** The count of the list that the service gave; undefined if it gave none but those of pages. */
  total?: number;
  /** True if that count differs between pages. */
  hasMoved: boolean;
  /** Items that had come before. */
  repeated: number;
  /** The cursor of the next page. */
  cursor?: string | undefined;
  /** Why the list cannot be whole. */
  gap?: string | undefined;
  isRead: boolean;
}

async function pagesFrom(
  asking: Asker,
  asked: ListRequest,
  size: number,
  read: Read,
  listed: ListProgress,
): Promise<void> {
  const { cursor, items: before } = listed;
  const from = cursor !== undefined && { page: cursor, listedBefore: before - listed.repeated };
  const { input, options } = inputOf(asked, size);
  const pages = asking.client.list(asked.endpoint, input, { ...options, ...from }).pages();
  const iterator = pages[Symbol.asyncIterator]();
  for (;;) {
    const page = await counted(asking, read, () => iterator.next());
    if (page.done) return;
    const { items, count, next, repeated = 0, leftOut = 0, gap } = page.value;
    read.items.push(...(items as readonly Item[]));
    listed.first ??= idsOf(items);
    listed.items += items.length;
    listed.repeated += repeated;
    listed.leftOut += leftOut;
    listed.pages += 1;
    listed.cursor = next;
    listed.gap ??= gap;
    // The contract does not say whether the count is that of the list or of the page.
    if (count !== undefined && count > items.length + leftOut) {
      if (listed.total !== undefined && listed.total !== count) listed.hasMoved = true;
      listed.total = Math.max(count, listed.total ?? 0);
    }
    if (next === undefined) {
      listed.isRead = true;
      return;
    }
    const reason = describeEndless(listed);
    if (reason !== undefined) throw new EndlessList(reason);
  }
}

function inputOf({ endpoint, params, query }: ListRequest, pageSize: number) {
  const input = { params: pathParamsOf(endpoint, params), ...(query && { query }) };
  return { input, options: { pageSize, ahead: false, alone: true } as const };
}

const counted = <T>({ lane, onRequest }: Asker, read: Read, ask: () => Promise<T>): Promise<T> =>
  lane(() => {
    onRequest();
    read.requests += 1;
    return ask();
  });

/** True if a smaller page may succeed: the service could not produce this one (in time), or it is too large to read. */
function isTooMuch(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const { kind, status } = error;
  return kind === "service" || kind === "timeout" || status === 413 || kind === "too-large";
}
