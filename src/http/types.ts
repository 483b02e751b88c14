import type { AnyEndpoint, InputOf, ResponseOf } from "../catalog/endpoint.js";
import type { Failure } from "../errors.js";

/**
 * The seam between the client and whatever answers it: the network (transport/node, transport/undici) or the sandbox.
 * A transport sends one request, never retries, never follows redirects and rejects with a TransportError only.
 */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

export interface WireRequest {
  method: string;
  /** Absolute URL, already safe: built by url.ts only. */
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  limits: WireLimits;
  /** Takes the parts of a 2xx body, which is then empty in the response. The sandbox may answer the whole body instead. */
  sink?: ((chunk: Uint8Array) => void) | undefined;
  /** Ends the request; the transport rejects with a TransportError of phase "aborted". */
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
  /** The body of a status from 400 on is cut here without an error: only its first words are shown. */
  maxError: number;
}

export interface WireResponse {
  status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  headers: Record<string, string>;
  /** The whole body as it came; a body cut short rejects with TransportError "cut" that carries the status. */
  body: Uint8Array;
}

/** Values that every command shares; built once in main.ts. All of them have defaults in defaults.ts. */
export interface ClientOptions {
  /** Without /v1 and without a trailing slash. */
  baseUrl: string;
  /** Read when the first request is made; never kept elsewhere. */
  token: () => Promise<string> | string;
  transport: Transport;
  /** Attempts after the first: 0 to 10. */
  retries?: number;
  /** Milliseconds that waits asked for by the service may take in all. */
  maxWait?: number;
  /** Milliseconds for one attempt. */
  timeout?: number;
  /** Milliseconds for the whole command. */
  deadline?: number;
  maxBody?: number;
  /** Requests at once; default 4 reads and 1 write. */
  concurrency?: number;
  retryUnsafe?: boolean;
  /** First Ctrl-C: reads and waits end at once, a write that is under way gets 5 seconds to finish (R36). */
  signal?: AbortSignal;
  /** Second Ctrl-C: writes end now too, their outcome is unknown. */
  abort?: AbortSignal;
  /** Why no token may be sent in this environment, and what to do about it (R17). */
  withheld?: { why: string; hint: string } | undefined;
  clock?: Clock;
  random?: () => number;
  userAgent?: string;
  /** Told of each request, response, wait and note; prints them under --debug or while waiting. */
  observe?: (event: ClientEvent) => void;
}

export interface Clock {
  /** Milliseconds since the epoch; never goes back and never jumps. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `path` is the path without its query (queries may hold secrets); `body` is for --debug-body only. */
export type ClientEvent =
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
  /** `debug`: of interest to --debug only. */
  | { type: "note"; message: string; debug?: true };

/** Additions of --query, --field and --raw-field: sent as they are, outside the endpoint's schemas. */
export interface Extra {
  query?: Record<string, string | string[]>;
  body?: Record<string, unknown>;
}

export interface CallOptions {
  extra?: Extra | undefined;
  /** Command that shows whether a write happened: the hint of an "outcome unknown" failure (R12). */
  tell?: string | undefined;
  /** Called when a DELETE was answered 404: the thing was absent already, and not by an attempt that was lost (R13). */
  onAbsent?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
  /**
   * An earlier run sent this very write and never learned its outcome (R44). What may be repeated is sent; a change of
   * state is looked up first; without a verdict, and for creations, `look` stops and `repeat` sends it again.
   */
  unsettled?: "look" | "repeat" | undefined;
  /** When it was sent, milliseconds since the epoch: soon after that the service may still be at work on it. */
  unsettledAt?: number | undefined;
}

export interface ListOptions extends CallOptions {
  /** Total number of items wanted. */
  limit?: number | undefined;
  /** 1 to 1000; items asked for per request. */
  pageSize?: number | undefined;
  /** Cursor to start from. */
  page?: string | undefined;
}

/** What a page tells beside its items. */
export interface PageFacts {
  readonly count?: number | undefined;
  /** Cursor of the next page; undefined at the end. */
  readonly next?: string | undefined;
  readonly stats?: Record<string, unknown> | undefined;
  /**
   * Items of this page that `limit` left out. Then `next` is the cursor of this very page (undefined: the first one),
   * so that going on from it repeats items but loses none.
   */
  readonly skipped?: number | undefined;
  /** How many items of this page have an id that is among the last 10,000 that came before in this listing. */
  readonly repeated?: number | undefined;
}

/** One page of a list. It has items or bytes, never both: whoever changes items cannot give on the old bytes with them. */
export interface Page<T> extends PageFacts {
  readonly items: readonly T[];
  readonly raw?: undefined;
}

/** One page as it came: its items were neither parsed nor held against the schema. */
export interface RawPage extends PageFacts {
  readonly items?: undefined;
  /**
   * The compact JSON between the brackets of the array of objects. It holds none of the characters that JSON output
   * escapes. Nobody writes into it.
   */
  readonly raw: Uint8Array;
  /** The offset of each item in it. */
  readonly starts: readonly number[];
}

/** As which the pages of a list are wanted: with items, or as bytes wherever that is possible. */
export type Form = "items" | "bytes";
export type PageOf<T, F extends Form> = F extends "bytes" ? Page<T> | RawPage : Page<T>;

/** A list that is fetched while it is read: the next page is requested while the current one is consumed. */
export interface Listing<T> {
  pages<F extends Form = "items">(form?: F): AsyncIterable<PageOf<T, F>>;
}

export interface Client {
  /**
   * One request with retries by the endpoint's class; answers the validated body.
   * @throws Failure of kind not-found, unauthorized, refused, network, unknown-outcome, invalid-answer, ...
   */
  call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<ResponseOf<E>>;
  /** The items of an endpoint that has `items`, all pages. Endpoints that do not page give one page. */
  list<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options?: ListOptions): Listing<ResponseOf<E>>;
  /**
   * A raw call for `docs api`: a path that starts with /v1/, any method. The answer is not checked: any status resolves,
   * and `failure` holds what `call` would have thrown for it.
   */
  raw(request: RawRequest): Promise<RawResponse>;
  /** What `call` would send, with `list` the first request of a list: for --dry-run. The token is not part of it. */
  plan<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, extra?: Extra, list?: ListOptions): PlannedRequest;
  /** The same for a raw call; the body is the text that was given. */
  planRaw(request: RawRequest): PlannedRequest;
}

export interface RawRequest {
  method: string;
  /** Path and query, starting with /v1/. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
}

export interface RawResponse extends WireResponse {
  /** Undefined for a body that is empty or no JSON. */
  json: unknown;
  failure?: Failure | undefined;
}

export interface PlannedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: unknown;
}
