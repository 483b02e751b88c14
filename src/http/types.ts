import type { AnyEndpoint, InputOf, ResponseOf } from "../catalog/endpoint.js";
import type { Failure, Outcome } from "../errors.js";
import type { Clock } from "../system/clock.js";

/**
 * The boundary between the client and whatever answers it: the network (transport/node, transport/undici) or the sandbox.
 * A transport sends one request, never retries, never follows redirects and rejects with a TransportError only.
 */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

export interface WireRequest {
  method: string;
  /** Absolute URL, always built (and checked) by request.ts. */
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  limits: WireLimits;
  /** Receives a 2xx body in parts; the response's body is then empty. The sandbox may return the whole body instead. */
  sink?: ((chunk: Uint8Array) => void) | undefined;
  /** Aborts the request; the transport then rejects with a TransportError of phase "aborted". */
  signal?: AbortSignal | undefined;
}

/** Milliseconds, and bytes for `maxBody` and `maxError`. */
export interface WireLimits {
  connect: number;
  firstByte: number;
  idle: number;
  attempt: number;
  /** A longer body rejects with TransportError "too-large". */
  maxBody: number;
  /** Bodies of status 400 and above are cut here without an error: only their first words are shown. */
  maxError: number;
}

export interface WireResponse {
  status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  headers: Record<string, string>;
  /** The whole body as it came; a truncated body rejects with TransportError "cut", which carries the status. */
  body: Uint8Array;
  /** Why it may lack something, where a snapshot answers that was not read whole. */
  gap?: string | undefined;
}

/** Settings shared by every command; built once in main.ts. All of them have defaults in defaults.ts. */
export interface ClientOptions {
  /** Without /v1 and without a trailing slash. */
  baseUrl: string;
  /** Read when the first request is made; never kept elsewhere. */
  token: () => Promise<string> | string;
  transport: Transport;
  /** The service is in this process. */
  isLocal?: true;
  /** Attempts after the first: 0 to 10. */
  retries?: number;
  /** Milliseconds: total of the waits that the service may ask for. */
  maxWait?: number;
  /** Milliseconds: time limit for one attempt. */
  timeout?: number;
  /** Milliseconds: time limit for the whole command. */
  deadline?: number;
  maxBody?: number;
  /** Requests at once; default 4 reads and 1 write. */
  concurrency?: number;
  retryUnsafe?: boolean;
  /** First Ctrl-C: reads and waits end at once; a write in progress gets 5 seconds to finish (R36). */
  signal?: AbortSignal;
  /** Second Ctrl-C: writes end at once too, and their outcome is unknown. */
  abort?: AbortSignal;
  /** Why the token may not be sent in this environment, and what to do about it (R17). */
  withheld?: { why: string; hint: string } | undefined;
  /** True for a text with a token that this run knows: such a request is not sent (R105). */
  holdsSecret?: (text: string) => boolean;
  clock?: Clock;
  random?: () => number;
  userAgent?: string;
  /** All who listen to the client, in their order. What one throws before a request keeps it from being sent. */
  observers?: readonly Observer[];
}

export type Observer = (event: ClientEvent) => void;

/** Requests of the client and their results. */
export type ClientEvent = WireEvent | AnswerEvent;

/** Answers, in the context of the caller. */
type AnswerEvent =
  | PageEvent
  | { type: "answer"; endpoint: AnyEndpoint; params: Params | undefined; answer: unknown }
  /** How a write ended, as far as that is known. `name`: what messages call it. */
  | { type: "write"; name: string; outcome: Outcome };

type Params = Readonly<Record<string, string>>;

/** A page of a list, as it is handed out. */
export interface PageEvent {
  type: "page";
  endpoint: AnyEndpoint;
  params: Params | undefined;
  /** Number of the list, the same for all of its pages. */
  listing: number;
  /** The list has a filter or begins in its middle. */
  narrowed: boolean;
  page: Page<unknown>;
}

/** `path` is the path without its query (queries may hold secrets); `body` is for --debug-body only. */
export type WireEvent =
  | {
      type: "request";
      method: string;
      path: string;
      attempt: number;
      bytes: number;
      body?: string | Uint8Array | undefined;
    }
  | { type: "response"; method: string; path: string; status: number; ms: number; bytes: number; body?: Uint8Array }
  | { type: "failure"; method: string; path: string; message: string; ms: number }
  | { type: "wait"; method: string; path: string; ms: number; why: string; count: number; of: number }
  /** `debug`: shown under --debug only. `incomplete`: what was answered may lack something. */
  | { type: "note"; message: string; debug?: true; incomplete?: true };

/** Additions by --query, --field and --raw-field: sent unchanged and not checked against the endpoint's schemas. */
export interface Extra {
  query?: Record<string, string | string[]>;
  body?: Record<string, unknown>;
  /** The header Prefer, for a service in this process; others are sent none. */
  prefer?: string | undefined;
}

/** How a write is sent that may have been sent before. */
export interface Unsettled {
  /**
   * An earlier run sent this write and never learned its outcome (R44). Repeatable writes are sent again; state changes
   * are looked up first. If that settles nothing, and for creations, `look` stops and `repeat` sends the write again.
   */
  unsettled?: "check" | "repeat" | undefined;
  /** When it was sent, milliseconds since the epoch: shortly afterward the service may still be working on it. */
  unsettledAt?: number | undefined;
}

export interface CallOptions extends Unsettled {
  extra?: Extra | undefined;
  /** Command that shows whether a write happened: the hint of an "outcome unknown" failure (R12). */
  checkCommand?: string | undefined;
  /**
   * Called when a DELETE is answered 404 (R13): the object is absent, or out of sight. `wasAbsent`: no lost attempt, of
   * this run or the last, can be what deleted it.
   */
  onAbsent?: ((wasAbsent: boolean) => void) | undefined;
  /** Fields of what is changed as they were before, where they are known. */
  before?: Readonly<Record<string, unknown>> | undefined;
  /** Called with the reason when an answer may lack something (`WireResponse.gap`). */
  onGap?: ((why: string) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds: total of the waits that the service may ask for, where the client has no limit of its own. */
  maxWait?: number | undefined;
  /** No progress line of its own: the caller shows one for many calls. */
  silent?: true | undefined;
}

export interface ListOptions extends CallOptions {
  /** Total number of items wanted. */
  limit?: number | undefined;
  /** Items requested per page, 1 to 1000. */
  pageSize?: number | undefined;
  /** Cursor to start from. */
  page?: string | undefined;
  /** How many items the pages before it had: without it, nothing is known of what the list lacks. */
  listedBefore?: number | undefined;
  /**
   * For whoever compares it with other answers later: its `gap` says only what its own answers show, and items of other
   * things are left out as part of it. Else they make the answer invalid.
   */
  alone?: true | undefined;
  /** false: a page is requested when the caller asks for it, not while it reads the one before. */
  ahead?: false | undefined;
}

/** Facts beside the items of a page. */
interface PageFacts {
  readonly count?: number | undefined;
  /** Cursor of the next page; undefined at the end. */
  readonly next?: string | undefined;
  readonly stats?: Record<string, unknown> | undefined;
  /**
   * How many items of this page `limit` left out. `next` is then the cursor of this same page (undefined: the first),
   * so that continuing from it repeats items but loses none.
   */
  readonly skipped?: number | undefined;
  /** How many items of this page have an id that is among the last 10,000 of this listing. */
  readonly repeated?: number | undefined;
  /** How many items of other things are left out of it. */
  readonly leftOut?: number | undefined;
  /** Of the last page, and of one with items left out: why the list cannot be whole; undefined if nothing says so. */
  readonly gap?: string | undefined;
}

/** One page of a list. */
export interface Page<T> extends PageFacts {
  readonly items: readonly T[];
}

/** A list fetched while it is read: the next page is requested while the caller consumes the current one. */
export interface Listing<T> {
  /** The request that it answers, where that is known. */
  readonly of?: { path: string; params: Readonly<Record<string, string>>; query: Readonly<Record<string, unknown>> };
  pages(): AsyncIterable<Page<T>>;
}

/** A client that is only asked for what is there. */
export interface Reader {
  /**
   * One request, retried according to the endpoint's class; resolves to the validated body.
   * @throws Failure of kind not-found, unauthorized, refused, network, unknown-outcome, invalid-answer, ...
   */
  call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<ResponseOf<E>>;
  /** All pages of a list endpoint (one that has `items`). Endpoints without pagination give one page. */
  list<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options?: ListOptions): Listing<ResponseOf<E>>;
}

export interface Client extends Reader {
  /**
   * A raw call for `docs api`: any method, a path that starts with /v1/. The answer is not checked: any status resolves,
   * and `failure` holds what `call` would have thrown.
   */
  raw(request: RawRequest): Promise<RawResponse>;
  /** For --dry-run: what `call` would send or, with `list`, the first request of a list. Without the token. */
  plan<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, extra?: Extra, list?: ListOptions): PlannedRequest;
  /** The same for a raw call; the body is the given text. */
  planRaw(request: RawRequest): PlannedRequest;
}

export interface RawRequest {
  method: string;
  /** Path and query, starting with /v1/. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds: a kept answer to the same GET may be used up to this age. The client itself keeps no answers. */
  maxAge?: number;
}

export interface RawResponse extends WireResponse {
  /** Undefined if the body is empty or not JSON. */
  json: unknown;
  failure?: Failure | undefined;
  /** Why a write that was answered with 2xx may not have taken effect. */
  doubt?: string;
}

export interface PlannedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: unknown;
}
