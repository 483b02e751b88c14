import type { Store } from "./store/store.js";

/** The same seam as the client's, seen from the other side. Paths carry their query; header names are lower case. */
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
  /** The body in pieces, in place of `body`; only for who asked for it. */
  stream?: AsyncIterable<Uint8Array> | undefined;
}

/** Path parameters, parsed query and body of a request that passed the catalog's schemas. */
export interface HandlerInput {
  /** Path of the request, without its query: cursors are good for it only. */
  path?: string | undefined;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** What stands for the constant origin in the answer. Absent: the constant one. */
  origin?: string | undefined;
}

/** Time and randomness, injected so that tests are exact. */
export interface Sources {
  /** Milliseconds since the epoch. */
  now(): number;
  bytes(size: number): Uint8Array;
  sleep(ms: number): Promise<void>;
}

/** What a handler may touch. Time and randomness are injected so that tests are exact. */
export interface HandlerContext {
  store: Store;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A new id: letters and digits, never all digits. */
  id(): string;
  /** Id of the member whose token calls. */
  actor: string;
  /** Origin of URLs in answers, no trailing slash. */
  origin: string;
  /** Reads change nothing, and answers are what is stored: the state is a copy of another service's. */
  frozen: boolean;
  /** True inside `docs --sandbox`: `file:` sources may be read (R69). */
  local: boolean;
  /** Key that opens a route outside the interface: `${ORIGIN}/pdf/x?key=${sign("/pdf/x")}`. Such links carry no token. */
  sign(path: string): string;
}

/**
 * JSON text, or its UTF-8 with the origin of the request in it: pages of stored objects are joined by SQLite, not parsed
 * and serialized again.
 */
export interface RawJson {
  json: string | Uint8Array;
}

/** `undefined` answers 204. `status` overrides the endpoint's status (PUT of a spec that existed answers 200). */
export type HandlerResult = undefined | RawJson | { status?: number; value: unknown };

export type Handler = (input: HandlerInput, context: HandlerContext) => HandlerResult | Promise<HandlerResult>;

/** Handlers by the export name of their endpoint in the catalog; every resource file exports such a record. */
export type Handlers = Record<string, Handler>;

/** A request to a route outside the interface (`/files/...`, `/pdf/...`): GET, without a token. */
export interface RouteInput {
  /** Decoded path segments after the route's name. */
  segments: string[];
  /** Path without the query, as it was signed. */
  path: string;
  query: URLSearchParams;
}

/** Runs work alone, in a read transaction of its own. */
export type Turns = <T>(work: () => T) => Promise<T>;

export interface RouteResult {
  contentType: string;
  /**
   * In a text the service's origin takes the place of the constant one, as in other answers. A function makes the body
   * piece by piece, after the turn of the request.
   */
  body: Uint8Array | string | ((turn: Turns) => AsyncIterable<Uint8Array>);
  headers?: Record<string, string>;
}

/** Answers bytes; undefined is 404. Checks the key itself where its links are signed. */
export type RouteHandler = (
  input: RouteInput,
  context: HandlerContext,
) => RouteResult | undefined | Promise<RouteResult | undefined>;
