import type * as z from "zod/mini";

/** A function that calls `make` at most once and always returns that first result. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * The reaction to a lost answer: `safe` and `idempotent` requests are sent again, the outcome of a `verify` request
 * is looked up with one GET, an `unsafe` one (it creates something) is never sent twice.
 */
export type RetryClass = "safe" | "idempotent" | "verify" | "unsafe";

type Schema = z.ZodMiniType;

/** Names between braces in a path: `/v1/spaces/{spaceId}` gives `"spaceId"`. */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/**
 * The value that a field must have: `set`/`unset`: present / absent. `true`: true. `{ value }`: that text. `{ body }`: equal to that
 * field of the request's body (proves nothing if the body lacks it). `{ contains }`: an array with an object whose id is
 * that field.
 */
export interface Proof {
  field: string;
  is: "set" | "unset" | true | { value: string } | { body: string } | { contains: string };
}

/** The GET that shows whether a write took effect: read `get` with the same path parameters, then check `proof`. */
export interface Verification {
  get: AnyEndpoint;
  /** Field of the request's body that the proof does not cover: if the request had it, there is no verdict. */
  unless?: string;
  /** `get` answers 404 until the change is applied: 404 means that it was not. */
  absent?: true;
  /** Maps fields of the answer to their names in the object that was read: `{ revision: "revisionMerged" }`. */
  answer?: Record<string, string>;
  /** `get` is a list: look at the item whose id is this path parameter (no verdict if there is none). */
  item?: string;
  /** Of a creation: the path parameter of `get`, or the `item`, that is the id in the answer. */
  made?: string;
  /** Absent: the fields that were sent. */
  proof?: Proof;
}

/** A boolean that shows as a text: `true` is this one, `false` any other. */
export interface ShownAs {
  field: string;
  true: string;
}

interface Definition<
  Path extends string,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  Response extends Schema | undefined,
> {
  path: Path;
  summary: string;
  /** Query parameters as one object schema; every member is optional. Schemas are created on first use. */
  query?: () => Query;
  body?: () => Body;
  /** Schema of the answer, or of one item if `items` is given. Absent: the answer is 204 and has no body. */
  response?: () => Response;
  /** Success status, as documented or as the sandbox answers. Default: 200, or 204 without a response. */
  status?: number;
  /** The answer is a list envelope with `next.page`; `page` and `limit` are its query parameters. */
  paginated?: true;
  /** Member of the answer that holds the array of items: `items` (the default where it is paginated), `pages` or `organizations`. */
  items?: string;
  /** The list envelope carries a `stats` object: its `field` counts the items with this status, which are called `what`. */
  stats?: { field: string; status: string; what: string };
  /** Of each item of a list, or of the answer: fields with the id of something else, and the path of the list that has it. */
  names?: Readonly<Record<string, string>>;
  /** The list has at least one item: whoever asks. */
  least?: true;
  /** The service may take up to two minutes for the first byte. */
  slow?: true;
  deprecated?: true;
  /** Fields of the answer, or of each item of a list, that name what a path parameter names; see `aboutOf`. */
  about?: Readonly<Record<string, string>>;
  /** Field of the answer that says whether the write took effect; absent: the fields that were sent. */
  confirmedBy?: Proof;
  /** Fields of the body that the service shows under another name: `{ spaceId: "space.id" }`. */
  shownAs?: Readonly<Record<string, string | ShownAs>>;
  /** An answer with `error` is one of the service: it says why the write was done in part. */
  explains?: true;
  verify?: Verification;
}

interface Request {
  method: Method;
  retry: RetryClass;
}

/** A GET is safe; a write says how it is sent again. */
type DefinedRequest = { method: "GET" } | (Request & { method: Exclude<Method, "GET"> });

interface Endpoint<
  Path extends string = string,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema | undefined = Schema | undefined,
> extends Definition<Path, Query, Body, Response>,
    Request {
  /** Names of the path parameters, in order. */
  params: readonly ParamNames<Path>[];
  status: number;
}

// biome-ignore lint/suspicious/noExplicitAny: the only way to say "an endpoint of any shape" in a constraint
export type AnyEndpoint = Endpoint<any, any, any, any>;

/** The input of an endpoint: every path parameter, a query and a body that its schemas accept. */
export type InputOf<E extends AnyEndpoint> =
  E extends Endpoint<infer Path, infer Query, infer Body, Schema | undefined>
    ? ([ParamNames<Path>] extends [never] ? { params?: undefined } : { params: Record<ParamNames<Path>, string> }) &
        (Query extends Schema ? { query?: z.input<Query> | undefined } : { query?: undefined }) &
        (Body extends Schema
          ? Record<string, never> extends z.input<Body>
            ? { body?: z.input<Body> | undefined }
            : { body: z.input<Body> }
          : { body?: undefined })
    : never;

/** The parsed answer of an endpoint (for lists: one item). `undefined` if the answer has no body. */
export type ResponseOf<E extends AnyEndpoint> =
  E extends Endpoint<string, Schema | undefined, Schema | undefined, infer Response>
    ? Response extends Schema
      ? z.output<Response>
      : undefined
    : never;

/** Defines one endpoint as data, with schemas created once: the client, the sandbox, help and tests all read it. */
export function endpoint<
  const Path extends string,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Response extends Schema | undefined = undefined,
>(definition: Definition<Path, Query, Body, Response> & DefinedRequest): Endpoint<Path, Query, Body, Response> {
  return complete({ ...definition, retry: definition.method === "GET" ? "safe" : definition.retry });
}

function complete<
  const Path extends string,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  Response extends Schema | undefined,
>(definition: Definition<Path, Query, Body, Response> & Request): Endpoint<Path, Query, Body, Response> {
  const { query, body, response } = definition;
  const names = [...definition.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  return {
    ...(definition.paginated && { items: "items" }),
    ...definition,
    ...(query && { query: once(query) }),
    ...(body && { body: once(body) }),
    ...(response && { response: once(response) }),
    status: definition.status ?? (response ? 200 : 204),
    // ParamNames finds the same names as this expression, but TypeScript cannot infer that from matchAll.
    params: names as ParamNames<Path>[],
  };
}

const SPACE = "/v1/spaces/{spaceId}/";
const CHANGE_REQUEST = `${SPACE}change-requests/{changeRequestId}/` as const;

type PathInCr<Path extends string> = Path extends `${typeof SPACE}${infer Rest}`
  ? `${typeof CHANGE_REQUEST}${Rest}`
  : never;

/** The same endpoint below a change request. */
export function inChangeRequest<
  Path extends string,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  Response extends Schema | undefined,
>(
  { path, summary, params: _, ...rest }: Endpoint<Path, Query, Body, Response>,
  differs: { verify?: Verification } = {},
): Endpoint<PathInCr<Path>, Query, Body, Response> {
  return complete({
    ...rest,
    // The type says the same of texts that TypeScript does not follow.
    path: path.replace(SPACE, CHANGE_REQUEST) as PathInCr<Path>,
    summary: summary.replace(" a space", " a change request"),
    ...differs,
  });
}
