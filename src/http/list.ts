import type { AnyEndpoint } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import { isObject } from "../shared/values.js";
import { ForeignAnswer, type Note } from "./answer/decode.js";
import { otherThingIn, readJson } from "./answer/judge-answer.js";
import { createIds, createTrail, type Ids, idOf, type ListReading, type Trail } from "./answer/list-evidence.js";
import { checkAnswer, usableOf } from "./answer/validate.js";
import { LISTS } from "./defaults.js";
import { buildRequest, type ListCall, type LooseInput } from "./request.js";
import { type Core, createTimeBudget, exchange } from "./send/exchange.js";
import type { TimeBudget } from "./send/retry.js";
import { failureOfStop } from "./send/write-failures.js";
import type { Listing, ListOptions, Page, WireResponse } from "./types.js";

/** All pages of a list. The next page is fetched while the caller reads the current one. */
export function listing<T>(core: Core, endpoint: AnyEndpoint, input: LooseInput, options: ListOptions): Listing<T> {
  if (!endpoint.items) throw new TypeError(`${endpoint.path} is not a list`);
  return {
    pages() {
      checkOptions(options);
      return pages<T>(core, { endpoint, input, options });
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
  /** Items yielded so far. */
  items: number;
  /** How many of them had been seen before. */
  repeated: number;
  /** Consecutive pages without an item. */
  empty: number;
  cursor: string | undefined;
  ids: Ids;
  reading: ListReading;
  trail: Trail;
  /** The page after the one that is read: at most one is asked for ahead. */
  ahead: { cursor: string; page: Promise<Envelope> } | undefined;
}

async function* pages<T>(core: Core, asked: ListCall): AsyncGenerator<Page<T>> {
  const { options } = asked;
  const ended = new AbortController();
  const end = () => ended.abort(options.signal?.reason);
  if (options.signal?.aborted) end();
  options.signal?.addEventListener("abort", end, { once: true });
  const budget = createTimeBudget(core, { ...options, signal: ended.signal }, true);
  const trail = createTrail();
  const reading = core.evidence.read(asked);
  const ids = createIds();
  const state: State = { items: 0, repeated: 0, empty: 0, cursor: options.page, ids, reading, trail, ahead: undefined };
  if (options.page !== undefined) trail.visit(options.page);
  listings += 1;
  const listing = listings;
  const ask = (cursor: string | undefined): Promise<Envelope> =>
    silenceRejection(
      fetchPage(core, asked, budget, cursor, (response) => {
        const next = mayAskEarly(asked, state) ? cursorAtEnd(response) : undefined;
        if (next === undefined || trail.has(next)) return false;
        state.ahead = { cursor: next, page: ask(next) };
        return true;
      }),
    );
  try {
    for (let number = 1; ; number += 1) {
      const given = takeAhead(state) ?? ask(state.cursor);
      const envelope = await given.catch((error: unknown) => failWith(error, state, number));
      const most = (options.limit ?? Number.POSITIVE_INFINITY) - state.items;
      const next = envelope.items.length >= most ? undefined : envelope.next;
      const endless = next === undefined ? undefined : findEndless(envelope, state, number);
      if (next !== undefined && next !== state.ahead?.cursor && !endless && options.ahead !== false) {
        state.ahead = { cursor: next, page: ask(next) };
        // Lets the next request go out before this page is worked on, here and by the caller.
        await turn();
      }
      const page = acceptPage<T>(core, asked, envelope, { most, number, state });
      report(core, asked, listing, page);
      yield page;
      if (endless) failWith(endless, state, number);
      if (next === undefined) return noteEnd(core, envelope, state, page);
      state.cursor = next;
    }
  } finally {
    options.signal?.removeEventListener("abort", end);
    // If the caller stops early, this cancels the page being fetched ahead.
    ended.abort();
  }
}

/** The page that the caller wants now, if it was asked for; one that it does not want is dropped. */
function takeAhead(state: State): Promise<Envelope> | undefined {
  const { ahead, cursor } = state;
  state.ahead = undefined;
  return ahead?.cursor === cursor ? ahead?.page : undefined;
}

/** True if the next page may be asked for before this one was read. With a limit, only reading tells whether it is needed. */
function mayAskEarly({ endpoint, options }: ListCall, { ahead, empty }: State): boolean {
  const isFree = ahead === undefined && options.ahead !== false && options.limit === undefined;
  return isFree && endpoint.paginated === true && empty + 1 < LISTS.emptyPages;
}

/** How many there were in this process. */
let listings = 0;

function report(core: Core, { endpoint, input, options }: ListCall, listing: number, page: Page<unknown>): void {
  const filters = Object.values({ ...input.query, ...options.extra?.query });
  const narrowed = options.page !== undefined || filters.some((value) => value !== undefined);
  core.clientState.observe({ type: "page", endpoint, params: input.params, listing, narrowed, page });
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Silences the unhandled-rejection warning for a page that fails before it is awaited; awaiting it still throws. */
function silenceRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The input of the request for one page. Dry runs use it for the first page. */
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

async function fetchPage(
  core: Core,
  asked: ListCall,
  budget: TimeBudget,
  cursor: string | undefined,
  asksEarly: (response: WireResponse) => boolean,
): Promise<Envelope> {
  const { endpoint, input, options } = asked;
  const paged = pagedInput(endpoint, input, options, cursor);
  const built = buildRequest(core.options, endpoint, paged, options.extra);
  const read = async (response: WireResponse, note: Note): Promise<Envelope> => {
    if (response.gap !== undefined) options.onGap?.(response.gap);
    // Reading a page of 1,000 takes a quarter of the time that a service far away takes for it.
    if (asksEarly(response)) await turn();
    return readEnvelope(endpoint, response, core.maxBody, note);
  };
  const request = { ...built, retry: endpoint.retry, slow: endpoint.slow === true, read };
  const verdict = await exchange(core, request, budget);
  if (verdict.ok) return verdict.value;
  throw failureOfStop(verdict, request);
}

interface Place {
  /** Maximum number of items. */
  most: number;
  /** The number of the page. */
  number: number;
  state: State;
}

/** R29: the page that the caller gets. @throws Failure "invalid-answer" for items that cannot be used */
function acceptPage<T>(core: Core, asked: ListCall, envelope: Envelope, { most, number, state }: Place): Page<T> {
  const { endpoint, input, options } = asked;
  const { count, next, stats } = envelope;
  try {
    const { reading } = state;
    const usable = usableItems(endpoint, input.params, envelope.items, options.alone && reading.leaveOut);
    // T is the output of the endpoint's schema, which the items were checked against.
    const items = usable.slice(0, most) as readonly T[];
    const skipped = usable.length - items.length;
    // Whoever continues after a page that was cut gets the page again.
    const facts = { count, stats, next: skipped > 0 ? state.cursor : next, ...(skipped > 0 && { skipped }) };
    const page: Page<T> = { ...facts, items, repeated: state.ids.note(items.map(idOf)) };
    state.items += items.length;
    state.repeated += page.repeated ?? 0;
    for (const item of items) core.evidence.note(endpoint, input.params, item);
    reading.add(page);
    const leftOut = envelope.items.length - usable.length;
    const gap = leftOut > 0 || (page.next === undefined && skipped === 0) ? reading.gap() : undefined;
    return gap === undefined ? page : { ...page, gap, ...(leftOut > 0 && { leftOut }) };
  } catch (error) {
    return failWith(error, state, number);
  }
}

/** R24, R25: detects a list that would never end. Its last page is still yielded. */
function findEndless(envelope: Envelope, state: State, number: number): Failure | undefined {
  state.empty = envelope.items.length === 0 ? state.empty + 1 : 0;
  const endless = (why: string) => new Failure("invalid-answer", `the list does not end: ${why}`);
  if (state.empty >= LISTS.emptyPages) return endless(`${LISTS.emptyPages} empty pages in a row`);
  if (number >= LISTS.pages) return endless(`${LISTS.pages} pages`);
  return envelope.next !== undefined && !state.trail.visit(envelope.next)
    ? endless("the service repeated a cursor")
    : undefined;
}

/** R28: adds what was yielded before the failure, and where to continue. */
function failWith(error: unknown, state: State, number: number): never {
  if (!(error instanceof Failure)) throw error;
  const details = { itemsPrinted: state.items, ...(state.cursor !== undefined && { nextPage: state.cursor }) };
  const stale = number > 1 && [400, 404, 410].includes(error.status ?? 0);
  const words = stale && { message: `cursor no longer valid: ${error.message}`, hint: "start the list again" };
  throw error.with({ ...words, details });
}

/** R26, R27: notes at the end of a list. */
function noteEnd(core: Core, envelope: Envelope, state: State, page: Page<unknown>): void {
  const { repeated } = state;
  if (repeated > 0)
    core.clientState.observe({
      type: "note",
      message: `${repeated} ${repeated === 1 ? "object" : "objects"} were listed more than once`,
      debug: true,
    });
  const { count } = envelope;
  const complete = page.next === undefined && page.skipped === undefined;
  if (complete && count !== undefined && count !== state.items && count !== envelope.items.length) {
    core.clientState.observe({
      type: "note",
      message: `the service counted ${count} items and sent ${state.items}`,
      debug: true,
    });
  }
}

/** One answer of a list endpoint. */
interface Envelope {
  /** As received, not yet checked. */
  readonly items: readonly unknown[];
  readonly count: number | undefined;
  readonly next: string | undefined;
  readonly stats: Record<string, unknown> | undefined;
}

/** R21, R26. @throws Failure "invalid-answer" */
function readEnvelope(endpoint: AnyEndpoint, response: WireResponse, maxBody: number, note: Note): Envelope {
  const value = readJson(endpoint, response, { maxBody, note });
  if (!isObject(value)) throw new Failure("invalid-answer", "the list is not an object");
  const name: string = endpoint.items ?? "items";
  const items = value[name];
  if (!Array.isArray(items)) throw new Failure("invalid-answer", `the list has no array of ${name}`);
  return {
    items,
    count: typeof value.count === "number" ? value.count : undefined,
    next: endpoint.paginated ? nextCursor(value.next) : undefined,
    stats: isObject(value.stats) ? value.stats : undefined,
  };
}

/**
 * R31: the items, each of which can be used and is one of what was asked for.
 * @param leaveOut gets the reason for each item of another thing, which is left out
 * @throws Failure "invalid-answer"; without `leaveOut` for an item of another thing, too
 */
function usableItems(
  endpoint: AnyEndpoint,
  params: Record<string, string> | undefined,
  items: readonly unknown[],
  leaveOut?: (why: string) => void,
): readonly unknown[] {
  const schema = endpoint.response?.();
  const usable = schema && usableOf(schema);
  const foreign = new Set<number>();
  items.forEach((item, index) => {
    if (usable && !usable(item)) checkAnswer(schema, item, `${endpoint.items ?? "items"}.${index}`);
    const other = otherThingIn(endpoint, params, item);
    if (other === undefined) return;
    if (!leaveOut) throw new ForeignAnswer(other);
    leaveOut(other);
    foreign.add(index);
  });
  return foreign.size === 0 ? items : items.filter((_, index) => !foreign.has(index));
}

const invalidAnswer = (message: string) => new Failure("invalid-answer", message);

/** As most services end a list. In valid JSON nothing else can look like this. */
const END = /,"next":\{"page":("(?:[^"\\\x80-\xff]|\\.)+")\}(?:,"\w+":[^"{}[\],]*)*\}\s*$/;

/**
 * The cursor of the next page, seen without reading the list: to ask for that page early, never to rely on.
 * @returns undefined where the end has another form, or is compressed
 */
function cursorAtEnd({ status, headers, body }: WireResponse): string | undefined {
  if (status !== 200 || headers["content-encoding"] !== undefined) return undefined;
  const end = Buffer.from(body.buffer, body.byteOffset, body.byteLength).subarray(-2 * LISTS.maxCursor);
  const [, text] = END.exec(end.toString("latin1")) ?? [];
  try {
    return text === undefined ? undefined : nextCursor({ page: JSON.parse(text) });
  } catch {
    // The reader of the list tells of it.
    return undefined;
  }
}

/**
 * R21: the cursor of the next page; undefined at the end, which is `next` absent, null or `{}`, or its page absent, null
 * or "". It is opaque: never parsed, concatenated or used as a URL (R22).
 * @throws Failure "invalid-answer"
 */
function nextCursor(next: unknown): string | undefined {
  if (next === undefined || next === null) return undefined;
  if (typeof next !== "object" || Array.isArray(next)) throw invalidAnswer("the list's next is not an object");
  const page = "page" in next ? next.page : undefined;
  if (page === undefined || page === null || page === "") return undefined;
  if (typeof page !== "string") throw invalidAnswer("the list's next.page is not a string");
  if (Buffer.byteLength(page) > LISTS.maxCursor)
    throw invalidAnswer(`the list's cursor is longer than ${LISTS.maxCursor} bytes`);
  return page;
}
