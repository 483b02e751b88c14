/** Kinds of rows that the files beside this one have: all that tests expect of an endpoint, in one place. */

export interface ContractField {
  name: string;
  type: string;
  required?: "Y" | "N" | "-";
  max?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  enum?: string[];
  nullable?: boolean;
  knownValues?: string[];
  default?: string | boolean;
  positionType?: string;
  positionReference?: string;
  pagination?: boolean;
  /** Optional in the contract; no command sends a request without it. */
  alwaysSent?: true;
}

/** What is known of an endpoint, written from the service's contract and independent of the catalog. */
interface Entry {
  /** Method and path. */
  request: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /v1/${string}`;
  query?: ContractField[];
  body?: ContractField[];
  status?: number;
  /** The contract does not give the status. */
  assumedStatus?: number;
  response: { resource: string | null; list: boolean; name?: string; stats?: boolean };
  deprecated?: boolean;
  retry: "safe" | "idempotent" | "verify" | "unsafe";
  /** The read that shows whether a lost write happened: by a field of it, or by the fields that were sent. */
  proof?: { get: string; made?: true; item?: string; field?: string; is?: unknown };
  /**
   * The lowest level that may make the successful call of a write, in the space, the collection, the team or the
   * organization of its path, and where two are named the one in the collection or organization that the thing goes to.
   * The comments of the sample are an admin's, so only admins change them.
   */
  role?: string;
  /** The kind of thing that a write changes, as people call it. */
  thing?: string;
  /** Fields of the answer by which its thing is told from others, or the reason why there is none. */
  about: Record<string, string> | string;
  /** Conditions that the contract names; each has a row in `sandbox/coverage/errors.ts`. */
  errors?: string[];
}

/** Endpoints of one resource, by name. */
export type Contract = Record<string, Entry>;

/**
 * Members of answers: `object=space` must have this value, `emoji?` is there only when something happened, was chosen or
 * exists (an empty one would say something else), `space:Space` is, or holds, an answer of another shape.
 */
export type Shapes = Record<string, string>;

export const PAGES: ContractField[] = [
  { name: "page", type: "string", pagination: true },
  { name: "limit", type: "number", max: 1000, pagination: true },
];

/** What a person types, and what must go over the wire. */
export interface WireRow {
  line: string;
  /** Method, path and query exactly as they are sent, but for the order of the query parameters. */
  sent: string;
  /** What the JSON text of the request's body must hold. Undefined: no body at all. */
  body?: object;
  status: number;
  /** Body of the answer; undefined for none. */
  answer?: object;
  /** What `--json` must print; undefined for nothing. */
  result?: unknown;
}

export const read = (line: string, sent: string, answer: object): WireRow => ({
  line,
  sent,
  status: 200,
  answer,
  result: answer,
});

/** A list, or a page of it: the items are what must be printed. */
export const list = (
  line: string,
  sent: string,
  items: object[],
  answer: object = { count: items.length, items },
): WireRow => ({
  line,
  sent,
  status: 200,
  answer,
  result: items,
});

/** What is answered agrees with what was sent. Without a thing the answer is empty. */
export function write(line: string, sent: string, body: object | undefined, status: number, thing?: object): WireRow {
  const taken = Object.entries(body ?? {}).filter(
    ([name, value]) => isPlain(value) && isPlain(Reflect.get(thing ?? {}, name)),
  );
  const answer = thing && { ...thing, ...Object.fromEntries(taken) };
  return { line, sent, status, ...(body && { body }), ...(answer && { answer, result: answer }) };
}

const isPlain = (value: unknown): boolean =>
  value === null ||
  ["string", "boolean"].includes(typeof value) ||
  (Array.isArray(value) && value.every((one) => typeof one === "string"));

/** The cursor holds what a URL would swallow: it must be encoded. */
export const PAGED = "--page c/2+= --page-size 25";

export const ROLES = ["admin", "create", "review", "edit", "comment", "read"];

/** One request to the embedded service, and what must come back. */
export interface Exchange {
  /** Method and path, as on the request line. */
  send: string;
  body?: unknown;
  status: number;
  /** What matters in the answer: members that must be there with these values. */
  answer?: object;
}

export interface Row extends Exchange {
  /** Requests that come first; they must succeed. */
  before?: readonly { send: string; body?: unknown }[];
  /** What must be true afterwards. */
  after?: readonly Exchange[];
  /** The state is damaged before the request. */
  damaged?: true;
}

/** The successful call of each endpoint of a resource. */
export type Successes = Record<string, Row>;
