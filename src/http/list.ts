import type { AnyEndpoint } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import { createTrail, likelyNext, type Trail } from "./cursor.js";
import { LISTS } from "./defaults.js";
import { type Envelope, readEnvelope } from "./envelope.js";
import { type Core, createScope, exchange } from "./exchange.js";
import { createIds, type Ids } from "./ids.js";
import { buildRequest, type LooseInput } from "./request.js";
import type { Scope } from "./run.js";
import { createScanners, type Room, type Scanner } from "./scan.js";
import { failureOfStop } from "./settle.js";
import { readSpliced } from "./splice.js";
import type { Listing, ListOptions, Page, WireResponse } from "./types.js";

/** All pages of a list. The next page is fetched while the caller reads the current one. */
export function listing<T>(core: Core, endpoint: AnyEndpoint, input: LooseInput, options: ListOptions): Listing<T> {
  if (!endpoint.items) throw new TypeError(`${endpoint.path} is not a list`);
  return {
    pages: () => {
      checkOptions(options);
      return pages<T>(core, endpoint, input, options);
    },
  };
}

/** R23. */
function checkOptions({ pageSize, limit }: ListOptions): void {
  const whole = (field: string, value: number | undefined, most: number) => {
    if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return;
    const range = most === Number.POSITIVE_INFINITY ? "of 1 or more" : `from 1 to ${most}`;
    throw new Failure("invalid-input", `${field}: must be a whole number ${range}`, { details: { field } });
  };
  whole("pageSize", pageSize, 1000);
  whole("limit", limit, Number.POSITIVE_INFINITY);
}

interface State {
  /** Items given out. */
  items: number;
  /** Pages in a row without an item. */
  empty: number;
  cursor: string | undefined;
  /** Number of the page that was given out last, from 1. */
  page: number;
  ids: Ids;
}

async function* pages<T>(
  core: Core,
  endpoint: AnyEndpoint,
  input: LooseInput,
  options: ListOptions,
): AsyncGenerator<Page<T>> {
  const ended = new AbortController();
  const end = () => ended.abort(options.signal?.reason);
  if (options.signal?.aborted) end();
  options.signal?.addEventListener("abort", end, { once: true });
  const scope = createScope(core, ended.signal, true);
  let scanners = createScanners();
  const trail = createTrail();
  // The page that is waited for, and the one behind it when that was asked for already.
  let awaited = 0;
  let early: { cursor: string; page: Promise<Envelope> } | undefined;
  const get = (cursor: string | undefined, number: number) =>
    ahead(
      fetchPage(core, endpoint, input, options, scope, cursor, {
        ...scanners(number),
        arrived: (body) => arrived(body, number),
      }),
    );
  // A long page names the next one before it is read; what it names is compared with what is read then.
  const arrived = (body: Uint8Array, number: number): Promise<void> | undefined => {
    if (early || awaited !== number || options.limit !== undefined || body.length < LISTS.long) return undefined;
    const cursor = endpoint.paginated ? likelyNext(body) : undefined;
    if (cursor === undefined || trail.knows(cursor)) return undefined;
    early = { cursor, page: get(cursor, number + 1) };
    return turn();
  };
  const state: State = { items: 0, empty: 0, cursor: options.page, page: 0, ids: createIds(options.unique === true) };
  if (options.page !== undefined) trail.visit(options.page);
  try {
    let pending = get(state.cursor, 1);
    for (let number = 1; ; number += 1) {
      awaited = number;
      const { envelope, page } = await pending
        .then((given) => ({ envelope: given, page: pageOf<T>(given, state, options, number) }))
        .catch((error: unknown) => fail(error, state, number));
      const next = page.skipped || state.items === options.limit ? undefined : envelope.next;
      const endless = next === undefined ? undefined : trouble(envelope, state, number, trail);
      if (next !== undefined && !endless) {
        if (early?.cursor === next) pending = early.page;
        else {
          // A page that nobody wants may still come in: its memory is left to it.
          if (early) scanners = createScanners();
          pending = get(next, number + 1);
          // The request leaves before the caller is busy with this page.
          await turn();
        }
      }
      early = undefined;
      state.page = number;
      yield page;
      if (endless) fail(endless, state, number);
      if (next === undefined) return finish(core, envelope, state, page);
      state.cursor = next;
    }
  } finally {
    options.signal?.removeEventListener("abort", end);
    // The page that was fetched ahead is no longer wanted when the caller stops early.
    ended.abort();
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A page fetched ahead may fail before it is awaited; the failure is reported when it is. */
function ahead<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The input of one page's request; of the first one for a dry run. */
export function pagedInput(
  endpoint: AnyEndpoint,
  input: LooseInput,
  { pageSize = LISTS.pageSize, limit = LISTS.pageSize }: ListOptions,
  cursor: string | undefined,
): LooseInput {
  if (!endpoint.paginated) return { ...input, paged: input.query };
  const page = cursor !== undefined && { page: cursor };
  return { ...input, paged: { limit: Math.min(pageSize, limit), ...input.query, ...page } };
}

/** Where a page goes, and who hears of its body before it is read. */
interface Place {
  room: Room | undefined;
  scan: Scanner["scan"];
  arrived(body: Uint8Array): Promise<void> | undefined;
}

async function fetchPage(
  core: Core,
  endpoint: AnyEndpoint,
  input: LooseInput,
  options: ListOptions,
  scope: Scope,
  cursor: string | undefined,
  place: Place,
): Promise<Envelope> {
  const paged = pagedInput(endpoint, input, options, cursor);
  const built = buildRequest(core.options, endpoint, paged, options.extra);
  const { room, scan } = place;
  const how = { maxBody: core.maxBody, scan, values: options.bytes === "values" };
  const read = async (response: WireResponse) => {
    await place.arrived(response.body);
    const spliced = options.bytes && !options.unique ? readSpliced(endpoint, response, how) : undefined;
    return spliced ?? readEnvelope(endpoint, response, core.maxBody);
  };
  const request = { ...built, body: built.text, room, retry: endpoint.retry, slow: endpoint.slow === true, read };
  const verdict = await exchange(core, request, scope);
  if (verdict.ok) return verdict.value;
  throw failureOfStop(verdict, { ...built, retry: endpoint.retry, tell: undefined });
}

/** R29: what of an answer is given out. */
function pageOf<T>(envelope: Envelope, state: State, options: ListOptions, number: number): Page<T> {
  const wanted = (options.limit ?? Number.POSITIVE_INFINITY) - state.items;
  if (options.bytes && envelope.raw && envelope.length <= wanted) return rawPage<T>(envelope, state, number);
  const before = state.ids.repeated;
  const all = options.unique ? state.ids.filter(envelope.items()) : envelope.items();
  const skipped = Math.max(0, all.length - wanted);
  // The items passed the endpoint's schema, whose output T is.
  const items = (skipped > 0 ? all.slice(0, wanted) : all) as readonly T[];
  if (envelope.ids && skipped === 0) state.ids.note(envelope.ids);
  else if (!options.unique) state.ids.filter(items);
  state.items += items.length;
  const { count, stats } = envelope;
  const next = skipped > 0 ? state.cursor : envelope.next;
  return { items, count, next, stats, repeated: state.ids.repeated - before, ...(skipped > 0 && { skipped }) };
}

/** A page whose items are parsed only if somebody reads them. */
function rawPage<T>(envelope: Envelope, state: State, number: number): Page<T> {
  const before = state.ids.repeated;
  if (envelope.ids) state.ids.note(envelope.ids);
  state.items += envelope.length;
  const { count, next, stats, raw, lines, starts, table } = envelope;
  return {
    get items() {
      if (number > 1 && state.page > number) throw new TypeError(`the memory of page ${number} is in use again`);
      // The items passed the endpoint's schema, whose output T is.
      return envelope.items() as readonly T[];
    },
    count,
    next,
    stats,
    raw,
    lines,
    starts,
    table,
    repeated: state.ids.repeated - before,
  };
}

/** R24, R25: a list that would never end. Its last page is still given out. */
function trouble(envelope: Envelope, state: State, number: number, trail: Trail): Failure | undefined {
  state.empty = envelope.length === 0 ? state.empty + 1 : 0;
  const endless = (why: string) => new Failure("invalid-answer", `the list does not end: ${why}`);
  if (state.empty >= LISTS.emptyPages) return endless(`${LISTS.emptyPages} empty pages in a row`);
  if (number >= LISTS.pages) return endless(`${LISTS.pages} pages`);
  return envelope.next !== undefined && !trail.visit(envelope.next)
    ? endless("a cursor came a second time")
    : undefined;
}

/** R28: what was given out before the failure, and where to go on. */
function fail(error: unknown, state: State, number: number): never {
  if (!(error instanceof Failure)) throw error;
  const details = {
    ...error.details,
    itemsPrinted: state.items,
    ...(state.cursor !== undefined && { nextPage: state.cursor }),
  };
  const stale = number > 1 && [400, 404, 410].includes(error.status ?? 0);
  const message = stale ? `cursor no longer valid: ${error.message}` : error.message;
  const hint = stale ? "start the list again" : error.hint;
  throw new Failure(error.kind, message, { hint, status: error.status, outcome: error.outcome, details, cause: error });
}

/** R26, R27: notes at the end of a list. */
function finish<T>(core: Core, envelope: Envelope, state: State, page: Page<T>): void {
  const { repeated } = state.ids;
  if (repeated > 0)
    core.run.observe({
      type: "note",
      message: `${repeated} ${repeated === 1 ? "object" : "objects"} came more than once`,
      debug: true,
    });
  const { count } = envelope;
  const complete = page.next === undefined && page.skipped === undefined;
  if (complete && count !== undefined && count !== state.items && count !== envelope.length) {
    core.run.observe({ type: "note", message: `the service counts ${count}, ${state.items} came`, debug: true });
  }
}
