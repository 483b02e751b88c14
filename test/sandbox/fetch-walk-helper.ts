import type { ContractRow } from "../endpoints/all.js";
import type { ContractField } from "../endpoints/row.js";

/* A client of a served sandbox that knows the interface as data and nothing else: fetch, and ids out of answers. */

// Answers of every shape.
// biome-ignore lint/suspicious/noExplicitAny: each member is checked as it is read
type Json = any;

export interface Heard {
  status: number;
  type: string | null;
  text: string;
  json: Json;
}

export type Ask = (method: string, address: string, body?: unknown) => Promise<Heard>;

export function client(url: string, token: string): Ask {
  return async (method, address, body) => {
    const response = await fetch(url + address, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "*/*",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get("content-type");
    return {
      status: response.status,
      type,
      text,
      json: type?.startsWith("application/json") ? JSON.parse(text) : null,
    };
  };
}

/** So many things of each list are looked into. */
const FEW = 4;

const pagesOf = (pages: Json[]): Json[] => pages.flatMap((page) => [page, ...pagesOf(page.pages)]);

/** The list that has a parameter's values, from the path before it, and the values in its answer; default: ids of items. */
interface Source {
  list?: (before: string) => string;
  values?: (answer: Json) => string[];
}

const LISTS: Record<string, Source> = {
  spaceId: { list: () => "/v1/orgs/{organizationId}/spaces" },
  collectionId: { list: () => "/v1/orgs/{organizationId}/collections" },
  userId: {},
  pageId: { list: (before) => `${before}s`, values: ({ pages }) => pagesOf(pages).map(({ id }) => id) },
  specSlug: { values: ({ items }) => items.map(({ slug }: Json) => slug) },
  emailDomain: { list: () => "/v1/orgs", values: ({ items }) => items.flatMap((org: Json) => org.emailDomains) },
};

/** Addresses that a path of the interface has, as far as lists lead there. */
export async function addressesOf(ask: Ask, path: string): Promise<string[]> {
  const at = path.indexOf("{");
  if (at < 0) return [path];
  const [, before = "", name = "", rest = ""] = /^(.*?)\/\{(\w+)\}(.*)$/.exec(path) ?? [];
  const source: Source = LISTS[name] ?? {};
  const { list = (all: string) => all, values = ({ items }: Json) => items.map(({ id }: Json) => id) } = source;
  const found: string[] = [];
  for (const address of await addressesOf(ask, list(before))) {
    const { status, json } = await ask("GET", address);
    if (status === 200) found.push(...values(json).slice(0, FEW));
  }
  const all = await Promise.all(
    found.slice(0, 3 * FEW).map((value) => addressesOf(ask, `${before}/${encodeURIComponent(value)}${rest}`)),
  );
  return all.flat();
}

/** Values that a parameter of a query may have; empty for cursors, which lists give. */
export function valuesOf({ name, type, knownValues, enum: all, pagination }: ContractField): string[] {
  // Every search has one.
  if (name === "query") return [];
  if (name === "limit") return ["1", "1000"];
  if (pagination) return [];
  if (type === "boolean") return ["true", "false"];
  if (type === "Role") return ["admin", "read"];
  return knownValues ?? all ?? ["the"];
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === "string" && value !== "";
const isDate: Check = (value) => typeof value === "string" && DATE.test(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isFlag: Check = (value) => typeof value === "boolean";
const isObject: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isRole: Check = (value) =>
  value === null || ["admin", "create", "review", "edit", "comment", "read", "owner", "member"].includes(String(value));
const isUrl: Check = (value) => typeof value === "string" && URL.canParse(value);

const named = (names: string, check: Check) => names.split(/\s+/).map((name) => [name, check] as const);
/** What members are wherever they stand; those in `urls` are addresses. */
const TYPES = new Map<string, Check>([
  ...named("id object slug path hostname kind relation type status visibility editMode", isText),
  ...named("createdAt updatedAt deletedAt editedAt postedAt resolvedAt joinedAt lastSeenAt reactedAt", isDate),
  ...named("comments changeRequests changeRequestsOpen changeRequestsDraft replies size total number", isCount),
  ...named("disabled sso published default outdated hidden noIndex noRobotsIndex active ai inviteLinks", isFlag),
  ...named("user postedBy resolvedBy createdBy urls permissions", isObject),
  ...named("role permission defaultRole defaultLevel", isRole),
  ...named("location app downloadURL sourceURL startURL", isUrl),
]);
/** Their members are people's own. */
const FREE = new Set([
  "markdown",
  "document",
  "instructions",
  "jsonSchema",
  "filesystem",
  "customizations",
  "variables",
]);

/** `comments: "3"` for everything in an answer that is not what the interface says. */
export function* wrongTypes(value: unknown, where = ""): Generator<string> {
  if (Array.isArray(value)) {
    for (const one of value) yield* wrongTypes(one, where);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const check = where.endsWith("urls.") ? isUrl : TYPES.get(name);
    if (check && !check(member)) yield `${where}${name}: ${JSON.stringify(member)}`;
    if (!FREE.has(name)) yield* wrongTypes(member, `${where}${name}.`);
  }
}

/** What a list in pages may have at its top. */
const ENVELOPE = new Set(["next", "count", "items", "stats"]);

export function* wrongEnvelope({ response, query }: ContractRow, json: Json): Generator<string> {
  if (!response.list) return;
  if (!Array.isArray(json?.items)) yield "items is no list";
  if (!query.some(({ pagination }) => pagination)) return;
  for (const name of Object.keys(json)) if (!ENVELOPE.has(name)) yield `unknown ${name}`;
  if (!isCount(json.count)) yield "count is no number";
  if (json.next !== undefined && !isText(json.next?.page)) yield "next has no page";
}

/** A value for a field of a body; what names something that is there comes from `samples`. */
export function sampleOf(
  { name, type, knownValues, enum: all }: ContractField,
  samples: Record<string, unknown>,
): unknown {
  if (Object.hasOwn(samples, name)) return samples[name];
  return (knownValues ?? all)?.[0] ?? OF_TYPE[type];
}

const OF_TYPE: Record<string, unknown> = {
  boolean: true,
  string: "Some words",
  "string[]": [],
  Role: "read",
  TeamRole: "owner",
  uri: "https://pictures.example/a.png",
  CommentBody: { markdown: "Some words" },
  Document: { object: "document", data: {}, nodes: [] },
  "{enabled: boolean}": { enabled: true },
  "map user to {role: TeamRole}": {},
  "{record: string, definition: string}": { record: "a", definition: "b" },
};
