/** Reads the page tree of a content and the texts of its pages. */
import type { AnyEndpoint } from "../../../catalog/endpoint.js";
import { Failure } from "../../../errors.js";
import { needsText, TEXTLESS } from "../../../shared/snapshots/gaps.js";
import { count } from "../../../shared/wrap.js";
import type { Item, Params } from "../../types.js";
import type { Reading } from "../reading-plan.js";
import {
  type Asker,
  type Asking,
  askOne,
  call,
  endpointAt,
  type Read,
  type ReadState,
  stopAtOnce,
  stopOf,
  TRIES,
} from "./ask.js";

/** Starts over if a page went or changed meanwhile, up to TRIES times. `owner`: the space or change request, as it was listed. */
export async function askContent(asking: Asking, reading: Reading, params: Params, owner: Item): Promise<Read> {
  const endpoint = endpointAt(asking.endpoints, `${reading.endpoint.path}/page/{pageId}`);
  let requests = 0;
  const fresh = new Map<string, string>();
  for (let tries = 1; ; tries += 1) {
    const tree = await askOne(asking, reading, params);
    const [content] = tree.items;
    requests += tree.requests;
    if (!content) return { ...tree, requests };
    if (content.id !== owner.revision && typeof owner.revision === "string") {
      const other = await describeOther(asking, reading, params, content);
      requests += 1;
      if (other !== undefined && tries < TRIES) continue;
      if (other !== undefined)
        return { ...tree, items: [], ...stopAtOnce({ state: "partial", reason: other }), requests };
    }
    const texts = await askTexts(asking, { endpoint, params, content, fresh });
    requests += texts.requests;
    const reason = describeMissing(texts);
    const isLast = reason !== undefined || texts.moved === 0 || tries === TRIES;
    const files = isLast ? await askFiles(asking, params.spaceId ?? "", content) : undefined;
    const read: Read = { ...tree, requests, documents: texts.documents, files };
    if (reason !== undefined) return { ...read, state: "partial", reason };
    if (texts.moved === 0) return read;
    if (tries === TRIES)
      return { ...read, state: "unsettled", reason: "pages were removed or changed while it was read" };
  }
}

/** Why a content is not that of its space or change request as it is now; undefined if it is, or if nothing tells. */
export async function describeOther(asking: Asker, { endpoint }: Reading, params: Params, { id }: Item) {
  const owner = endpointAt(asking.endpoints, endpoint.path.slice(0, endpoint.path.lastIndexOf("/")));
  const { items, reason } = await askOne(asking, { name: "owner", endpoint: owner }, params);
  const [now] = items;
  if (!now) return `it may be that of another revision: ${reason}`;
  return now.revision === id ? undefined : "the service answered with the content of another revision";
}

/** The most pages that are named. */
const NAMED = 5;

/** Describes the unreadable texts; undefined if nothing is missing. */
function describeMissing({ failed, reason, empty }: Texts): string | undefined {
  const were = (pages: number) => `${count(pages, "page")} ${pages === 1 ? "was" : "were"}`;
  const more = empty.length > NAMED ? ` and ${empty.length - NAMED} more` : "";
  const names = empty.slice(0, NAMED).map(({ id, title }) => `${JSON.stringify(String(title ?? ""))} (${id})`);
  const reasons = [
    failed > 0 && `${were(failed)} not answered: ${reason}`,
    empty.length > 0 && `${were(empty.length)} answered without a text: ${names.join(", ")}${more}`,
  ].filter((one) => one !== false);
  return reasons.length === 0 ? undefined : reasons.join("; ");
}

interface ContentRequest {
  endpoint: AnyEndpoint;
  params: Params;
  content: Item;
  /** Texts read by an earlier try, by `keyOf` their page. */
  fresh: Map<string, string>;
}

const keyOf = (id: unknown, updatedAt: unknown): string => `${id} ${updatedAt}`;

interface Texts {
  documents: Map<string, string>;
  requests: number;
  /** Number of pages that were gone, or newer than in the tree. */
  moved: number;
  /** Number of pages that were not answered, and why the last one was not. */
  failed: number;
  reason: string;
  /** Pages that were answered without a text, though they have one. */
  empty: Item[];
}

async function askTexts(asking: Asking, { endpoint, params, content, fresh }: ContentRequest): Promise<Texts> {
  const { file, estimate } = asking;
  const texts: Texts = { documents: new Map(), requests: 0, moved: 0, failed: 0, reason: "", empty: [] };
  const known = file.texts(params.spaceId ?? "");
  const ask = async (page: Item): Promise<void> => {
    const id = String(page.id);
    texts.requests += 1;
    try {
      const { markdown, updatedAt } = await call(asking, endpoint, { ...params, pageId: id });
      const document = typeof markdown === "string" ? file.document(markdown) : undefined;
      if (document !== undefined) texts.documents.set(id, document);
      if (updatedAt !== undefined && updatedAt !== page.updatedAt) texts.moved += 1;
      else if (document !== undefined) fresh.set(keyOf(id, page.updatedAt), document);
      else if (needsText(page)) texts.empty.push(page);
    } catch (error) {
      const { state, reason = "" } = stopOf(error);
      if (state === "unsettled") texts.moved += 1;
      else Object.assign(texts, { failed: texts.failed + 1, reason });
    } finally {
      estimate.texts(-1);
    }
  };
  const unknown = pagesIn(content.pages).filter((page) => {
    const document = fresh.get(keyOf(page.id, page.updatedAt)) ?? known(page);
    if (document !== undefined) texts.documents.set(String(page.id), document);
    return document === undefined;
  });
  estimate.texts(unknown.length);
  const asked = await Promise.allSettled(unknown.map(ask));
  for (const one of asked) if (one.status === "rejected") throw one.reason;
  return texts;
}

/** All pages of a tree that may have text. */
export function pagesIn(pages: unknown): Item[] {
  if (!Array.isArray(pages)) return [];
  return pages.flatMap((page: Item) => [...(TEXTLESS.has(page.type) ? [] : [page]), ...pagesIn(page.pages)]);
}

/** Failures that concern one file; files may be on another host than the service. */
const OF_ONE: ReadonlySet<string> = new Set(
  "forbidden not-found refused conflict redirect service invalid-answer too-large network tls timeout unauthorized".split(
    " ",
  ),
);

/**
 * Downloads the files of a content right after it was read: the links in it soon expire. Undefined if the bytes of files
 * were not requested.
 * @throws Failure if going on makes no sense
 */
async function askFiles(asking: Asking, space: string, content: Item): Promise<ReadState | undefined> {
  const { asked, download, file } = asking;
  const { filesUpTo } = asked;
  if (filesUpTo === undefined || !download) return undefined;
  const all = Array.isArray(content.files) ? content.files.filter((one: Item) => typeof one.id === "string") : [];
  const counts = { requests: 0, large: 0, failed: 0, why: "" };
  const ask = async (one: Item): Promise<void> => {
    const link = one.downloadURL;
    if (typeof link !== "string" || file.hasBytes(space, one)) return;
    if (Number(one.size ?? 0) > filesUpTo) {
      counts.large += 1;
      return;
    }
    counts.requests += 1;
    try {
      const bytes = await asking.lane(() => {
        asking.onRequest();
        return download(link, filesUpTo);
      });
      file.bytes(space, one, bytes);
    } catch (error) {
      if (!(error instanceof Failure) || !OF_ONE.has(error.kind)) throw error;
      if (error.kind === "too-large") counts.large += 1;
      else Object.assign(counts, { failed: counts.failed + 1, why: error.message });
    }
  };
  const ended = await Promise.allSettled(all.map(ask));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  const { requests, large, failed, why } = counts;
  const more = large > 0 ? `${large} of ${all.length} files are larger than ${filesUpTo} bytes` : undefined;
  if (failed === 0) return { state: "complete", reason: more, requests };
  return { state: "partial", reason: `${failed} of ${all.length} files could not be read: ${why}`, requests };
}
