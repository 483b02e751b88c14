import type { Store } from "./store/store.js";

/** The client's transport seen from the other side. Paths include their query; header names are lower case. */
export interface ServiceRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
}

export interface ServiceResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  /** The body in pieces, in place of `body`; only for callers that asked for it. */
  stream?: AsyncIterable<Uint8Array> | undefined;
}

/** Path parameters, parsed query and body of a request that matches the catalog's schemas. */
export interface HandlerInput {
  /** Path of the request without its query: cursors are only valid for it. */
  path?: string | undefined;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** The header Prefer, of requests in this process: over HTTP all get the same. */
  prefer?: string | undefined;
  /** Replaces the constant origin in the answer. Absent: the constant stays. */
  origin?: string | undefined;
}

/** Time and randomness, injected so that tests are exact. */
export interface Sources {
  /** Milliseconds since the epoch. */
  now(): number;
  bytes(size: number): Uint8Array;
  sleep(ms: number): Promise<void>;
}

/** The part of a handler's context that writing content needs; the sample and the importer pass the same. */
export interface ContentContext {
  store: Store;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A new id: letters and digits, never all digits. */
  id(): string;
}

/** The state and the services that a handler may use. Time and randomness are injected so that tests are exact. */
export interface HandlerContext extends ContentContext {
  /** Id of the member whose token makes the call. */
  actor: string;
  /** Origin of URLs in answers, no trailing slash. */
  origin: string;
  /** Reads change nothing, and answers are as stored: the state is a copy of another service. */
  frozen: boolean;
  /** The state was another service's: what was not read of it is not there, and its counters are as answered. */
  loaded: boolean;
  /** True inside `docs --sandbox`: `file:` sources may be read (R69). */
  local: boolean;
  /** Key for a route outside the interface: `${ORIGIN}/pdf/x?key=${sign("/pdf/x")}`. Such links need no token. */
  sign(path: string): string;
}

/**
 * JSON text, or its UTF-8 that already contains the request's origin: SQLite joins pages of stored objects, which are not
 * parsed and serialized again.
 */
export interface RawJson {
  json: string | Uint8Array;
  /** The text is already as the caller may see it. */
  seen?: true | undefined;
}

/** `undefined` answers 204. `status` overrides the endpoint's status (PUT of an existing specification answers 200). */
export type HandlerResult = undefined | RawJson | { status?: number; value: unknown };

export type Handler = (input: HandlerInput, context: HandlerContext) => HandlerResult | Promise<HandlerResult>;

/** Handlers by the export name of their endpoint in the catalog; every resource file exports one such record. */
export type Handlers = Record<string, Handler>;

/** A request to a route outside the interface (`/files/...`, `/pdf/...`): GET, without a token. */
export interface RouteInput {
  /** Decoded path segments after the route's name. */
  segments: string[];
  /** Path without the query, in the form that was signed. */
  path: string;
  query: URLSearchParams;
}

/** Runs work alone, in a read transaction of its own. */
export type Turns = <T>(work: () => T) => Promise<T>;

export interface RouteResult {
  contentType: string;
  /**
   * In text, the service's origin replaces the constant one, as in other answers. A function generates the body
   * piece by piece, after the request's turn.
   */
  body: Uint8Array | string | ((turn: Turns) => AsyncIterable<Uint8Array>);
  headers?: Record<string, string>;
}

/** Answers bytes; undefined means 404. Checks the key itself if its links are signed. */
export type RouteHandler = (
  input: RouteInput,
  context: HandlerContext,
) => RouteResult | undefined | Promise<RouteResult | undefined>;
