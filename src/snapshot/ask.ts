/** One scope's requests: everything of it, or how far it came and why. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import type { SourceState } from "../sandbox/store/sources.js";
import { MAY_BE_ABSENT, QUERIES, REQUIRED, TEXTLESS } from "./facts.js";
import type { Lane } from "./lanes.js";
import type { Reading } from "./plan.js";
import type { Item, Params, Walk } from "./types.js";

export interface Read {
  items: Item[];
  requests: number;
  state: SourceState;
  reason?: string | undefined;
  status?: number | undefined;
  documents?: Map<string, string>;
}

export interface Asking extends Pick<Walk, "client" | "endpoints" | "file"> {
  lane: Lane;
  /** Told before each request. */
  told: () => void;
}

/** Pages vanished this often while a content was read: then it is taken as it is. */
const TRIES = 3;

/** Kinds of failures that are of one scope; all others end the walk, which can go on with the same file. */
const OF_ONE: ReadonlySet<string> = new Set([
  "forbidden",
  "not-found",
  "refused",
  "conflict",
  "redirect",
  "service",
  "invalid-answer",
]);

/** @throws Failure for what is of no use to go on after: no token, no network, rate limits, signals */
function stopOf(error: unknown): Pick<Read, "state" | "reason" | "status"> {
  if (!(error instanceof Failure) || !OF_ONE.has(error.kind)) throw error;
  const { kind, message, status } = error;
  if (kind === "not-found") return { state: "unsettled", reason: "it was gone when it was read", status };
  return { state: "denied", reason: message, status };
}

const empty = (): Read => ({ items: [], requests: 0, state: "complete", status: 200 });

function call({ client, lane, told }: Asking, endpoint: AnyEndpoint, params: Params): Promise<Item> {
  return lane(async () => {
    told();
    // The plan derives parameters from the endpoint's own path; every answer that is read is an object.
    return (await client.call(endpoint, { params: own(endpoint, params) } as never)) as Item;
  });
}

/** All pages of a list; what came before a failure is kept. */
export async function askList(asking: Asking, { name, endpoint }: Reading, params: Params): Promise<Read> {
  const read = empty();
  try {
    for (const query of QUERIES[name] ?? [undefined]) {
      await readPages(asking, { endpoint, input: { params: own(endpoint, params), ...(query && { query }) } }, read);
    }
  } catch (error) {
    const stop = stopOf(error);
    Object.assign(read, stop, stop.state === "denied" && read.items.length > 0 && { state: "partial" });
  }
  return read;
}

async function readPages(
  { client, lane, told }: Asking,
  { endpoint, input }: { endpoint: AnyEndpoint; input: object },
  read: Read,
): Promise<void> {
  // As in `call`.
  const pages = client
    .list(endpoint, input as never)
    .pages()
    [Symbol.asyncIterator]();
  const next = () =>
    lane(async () => {
      told();
      read.requests += 1;
      return pages.next();
    });
  let seen = 0;
  for (let page = await next(); !page.done; page = await next()) {
    const { items, count, next: cursor } = page.value;
    read.items.push(...(items as readonly Item[]));
    seen += items.length;
    if (cursor !== undefined) continue;
    if (count !== undefined && count !== seen) {
      Object.assign(read, { state: "unsettled", reason: `${seen} of ${count} were listed` });
    }
    return;
  }
}

/** One thing; where there may be none, its absence is complete. @throws Failure for what is required */
export async function askOne(asking: Asking, { name, endpoint }: Reading, params: Params): Promise<Read> {
  try {
    return { ...empty(), items: [await call(asking, endpoint, params)], requests: 1 };
  } catch (error) {
    if (REQUIRED.has(name)) throw error;
    const stop = stopOf(error);
    const isNone = stop.state === "unsettled" && MAY_BE_ABSENT.has(name);
    return { ...empty(), requests: 1, ...(isNone ? { status: stop.status } : stop) };
  }
}

/** The tree of a content and the texts of its pages. */
export async function askContent(asking: Asking, reading: Reading, params: Params): Promise<Read> {
  let requests = 0;
  for (let tries = 1; ; tries += 1) {
    const tree = await askOne(asking, reading, params);
    const [content] = tree.items;
    requests += tree.requests;
    if (!content) return { ...tree, requests };
    const texts = await askTexts(asking, { endpoint: pageOf(asking, reading), params, content });
    requests += texts.requests;
    const read: Read = { ...tree, requests, documents: texts.documents };
    if (texts.failed > 0) {
      return { ...read, state: "partial", reason: `${texts.failed} pages were not answered: ${texts.reason}` };
    }
    if (texts.gone === 0) return read;
    if (tries === TRIES) return { ...read, state: "unsettled", reason: "pages went while it was read" };
  }
}

interface Texts {
  documents: Map<string, string>;
  requests: number;
  /** Pages that were gone, and pages that were not answered. */
  gone: number;
  failed: number;
  reason: string;
}

async function askTexts(
  asking: Asking,
  { endpoint, params, content }: { endpoint: AnyEndpoint; params: Params; content: Item },
): Promise<Texts> {
  const { file } = asking;
  const texts: Texts = { documents: new Map(), requests: 0, gone: 0, failed: 0, reason: "" };
  const known = params.changeRequestId === undefined ? undefined : file.texts(params.spaceId ?? "");
  const ask = async (page: Item): Promise<void> => {
    const id = String(page.id);
    const same = known?.get(id);
    // A page that a change request left alone has the text that it has in the space.
    if (same && same.updatedAt === page.updatedAt) {
      texts.documents.set(id, same.document);
      return;
    }
    texts.requests += 1;
    try {
      const { markdown } = await call(asking, endpoint, { ...params, pageId: id });
      if (typeof markdown === "string") texts.documents.set(id, file.document(markdown));
    } catch (error) {
      const { state, reason = "" } = stopOf(error);
      if (state === "unsettled") texts.gone += 1;
      else Object.assign(texts, { failed: texts.failed + 1, reason });
    }
  };
  const asked = await Promise.allSettled(pagesIn(content.pages).map(ask));
  for (const one of asked) if (one.status === "rejected") throw one.reason;
  return texts;
}

/** The endpoint of a page below a content: derived from the paths. */
function pageOf({ endpoints }: Asking, { endpoint }: Reading): AnyEndpoint {
  const path = `${endpoint.path}/page/{pageId}`;
  const found = Object.values(endpoints).find((one) => one.method === "GET" && one.path === path);
  if (!found) throw new Error(`no endpoint answers pages of ${endpoint.path}`);
  return found;
}

/** The parameters that a path has. */
function own(endpoint: AnyEndpoint, params: Params): Record<string, string> {
  return Object.fromEntries(endpoint.params.map((name: string) => [name, params[name] ?? ""]));
}

/** Pages of a tree that may have a text. */
function pagesIn(pages: unknown): Item[] {
  if (!Array.isArray(pages)) return [];
  return pages.flatMap((page: Item) => [...(TEXTLESS.has(page.type) ? [] : [page]), ...pagesIn(page.pages)]);
}
