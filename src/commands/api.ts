import { rawListEndpoint } from "../catalog/shared.js";
import { assign, groupRepeated, parseTypedValue, refuseDeep, split } from "../cli/argv/request-additions.js";
import { type ArgValues, defineCommand, defineNoun, word } from "../cli/command.js";
import type { Context, Files, RawCall } from "../cli/context.js";
import { choice, list, only, text } from "../cli/flags.js";
import { usage } from "../errors.js";
import type { RawResponse } from "../http/types.js";
import { OWN_HEADERS } from "../shared/headers.js";
import { maskUrl } from "../shared/secret-places.js";

// The answer to a raw call: JSON as JSON, anything else as text.

interface RawAnswer {
  /** Status line and headers. */
  head: readonly string[];
  json: unknown;
  text: string;
}

/** `json` is undefined if the body is empty or not JSON. */
export function rawAnswer(response: RawResponse): RawAnswer {
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  const text = new TextDecoder().decode(response.body);
  return { head: [`HTTP ${response.status}`, ...headers, ""], json: response.json, text };
}

// Turns the arguments of `docs api` into a path, a query, a body, headers.

interface FieldFlags {
  field?: string[];
  rawField?: string[];
  input?: string;
}

type FieldContext = Readonly<Record<string, string | undefined>>;

/**
 * The path with `{org}`, `{space}` and `{site}` filled in; `/v1` is put before one that has no version.
 * @throws Failure usage
 */
function pathOf(given: string, context: FieldContext): string {
  if (/^[a-z][\w+.-]*:/i.test(given) || given.startsWith("//")) {
    const path = /\/v1(\/[\w.~/-]*)?/.exec(given)?.[0];
    throw usage(
      `docs api takes a path of the service, not the URL ${JSON.stringify(maskUrl(given))}`,
      path === undefined ? "example: /v1/orgs" : `did you mean: docs api ${path}`,
    );
  }
  const filled = given.replace(/\{(org|space|site)\}/g, (_, name: string) => {
    const id = context[name];
    if (id === undefined) throw usage(`{${name}} in the path needs --${name}`);
    return encodeURIComponent(id);
  });
  const path = `/${filled.replace(/^\//, "")}`;
  return /^\/v1(?=[/?]|$)/.test(path) ? path : `/v1${path}`;
}

/** `-F key=@file` (`@-` for standard input) is the text of the file; `-f` takes every value as it is. */
async function fieldValue(text: string, files: Files): Promise<unknown> {
  return text.startsWith("@") && text.length > 1 ? files.read(text.slice(1)) : parseTypedValue(text);
}

async function readEntries({ field = [], rawField = [] }: FieldFlags, files: Files): Promise<[string, unknown][]> {
  const entries: [string, unknown][] = [];
  for (const entry of field) {
    const [key, value] = split(entry, "-F");
    entries.push([key, await fieldValue(value, files)]);
  }
  for (const entry of rawField) entries.push(split(entry, "-f"));
  return entries;
}

/** The body, as text. Undefined where nothing was given. @throws Failure usage, io */
async function readBody(flags: FieldFlags, files: Files): Promise<string | undefined> {
  const hasFields = flags.field !== undefined || flags.rawField !== undefined;
  if (flags.input !== undefined && hasFields) {
    throw usage("--input is the whole body: it cannot be combined with -F or -f");
  }
  if (flags.input !== undefined) return files.read(flags.input);
  if (!hasFields) return undefined;
  const body: Record<string, unknown> = {};
  for (const [key, value] of await readEntries(flags, files)) assign(body, key, value);
  refuseDeep(body, "-F: the body");
  return JSON.stringify(body);
}

/** The fields of a request that has no body, as its query. Names stay as they were typed, brackets included. */
async function readQuery(flags: FieldFlags, files: Files): Promise<[string, string][]> {
  const asText = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));
  return (await readEntries(flags, files)).map(([key, value]) => [key, asText(value)]);
}

/** `path` with more in its query. */
function withQuery(path: string, entries: readonly (readonly [string, string])[]): string {
  if (entries.length === 0) return path;
  const more = entries.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  return `${path}${path.includes("?") ? "&" : "?"}${more}`;
}

/** A path apart from its query, as a list wants them. */
function splitQuery(path: string): { plain: string; query: Record<string, string | string[]> } {
  const at = path.indexOf("?");
  const [plain, search] = at < 0 ? [path, ""] : [path.slice(0, at), path.slice(at + 1)];
  return { plain, query: groupRepeated([...new URLSearchParams(search)]) };
}

/** @throws Failure usage */
function headersOf(given: readonly string[] | undefined): Record<string, string> {
  const headers = new Map<string, string>();
  for (const line of given ?? []) {
    const at = line.indexOf(":");
    const name = line.slice(0, at).trim().toLowerCase();
    // The words after the first may be a secret.
    if (at < 1) throw usage(`-H takes "name: value", not ${JSON.stringify(line.replace(/\s.*/s, "…"))}`);
    if (OWN_HEADERS.includes(name)) throw usage(`-H cannot set ${name}`);
    headers.set(name, line.slice(at + 1).trim());
  }
  return Object.fromEntries(headers);
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** No answer is kept longer, in milliseconds: 30 days. */
const LONGEST = 30 * 86_400_000;

/** Milliseconds of `90s`, `60m`, `1h30m` or `2d`. @throws Failure usage */
function durationOf(flag: string, text: string): number {
  const parts = [...text.matchAll(/(\d+)([smhd])/g)];
  const length = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join("") === text;
  if (!isWhole || length < 1 || length > LONGEST) {
    throw usage(`${flag} takes a time up to 30d such as 90s, 60m or 1h, not ${JSON.stringify(text)}`);
  }
  return length;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

interface Flags extends FieldFlags {
  method?: (typeof METHODS)[number];
  header?: string[];
  include?: boolean;
  paginate?: boolean;
  silent?: boolean;
  cache?: string;
}

const ARGS = { path: word("path, such as /v1/orgs (/v1 is optional)") };

const call = defineCommand({
  name: "api",
  summary: "Call an endpoint of the service directly",
  description: [
    "Without -X the method is GET, or POST with fields or an input. The fields of a GET (-X GET, --paginate) become its query.",
    "{org}, {space} and {site} in the path are replaced by the context. A field key[sub]=value (or key.sub=value) nests, key[]=value makes a list.",
    "-F parses true, false, null, numbers and JSON, and reads @file or @- from a file or standard input; -f sends every value as text.",
  ].join("\n"),
  endpoints: [],
  asksAnything: true,
  output: "json",
  args: ARGS,
  flags: {
    method: choice(METHODS, { describe: "HTTP method", short: "X", value: "method" }),
    field: list({ describe: "typed field; @file reads one", short: "F", value: "key=value", whole: true }),
    rawField: list({ describe: "field whose value is text", short: "f", value: "key=value", whole: true }),
    header: list({ describe: "request header", short: "H", value: "name: value", whole: true }),
    include: only({ describe: "print status and headers too", short: "i" }),
    input: text({ describe: "file with the body; - reads standard input", value: "path" }),
    paginate: only("follow next.page and print the items of all pages"),
    silent: only("do not print the answer"),
    cache: text({ describe: "reuse a cached answer that is newer than this: 60m, 1h", value: "time" }),
  },
  examples: [
    "docs api orgs",
    "docs api /v1/orgs/{org}/members --paginate -q '.[].user.email'",
    "docs api -X PATCH /v1/spaces/{space} -f title='User guide'",
    "docs api -X GET /v1/orgs/{org}/teams -f title=support --cache 1h",
  ],
  run: (input) => runCall(input),
});

type Input = Context & { args: ArgValues<typeof ARGS>; flags: Flags };

async function runCall({ args, flags, settings, globals, files, api, out }: Input): Promise<void> {
  const path = pathOf(args.path, {
    org: settings.org,
    space: settings.space,
    site: settings.site,
  });
  const method = methodOf(flags);
  refuseContradictions(flags, method);
  if (method === "GET" && globals.safety.plan !== undefined)
    throw usage("--plan is only for requests that change something");
  const full = method === "GET" ? withQuery(path, await readQuery(flags, files)) : path;
  if (flags.paginate) {
    const { plain, query } = splitQuery(full);
    const pages = api.list(rawListEndpoint(plain), { params: {} }, { extra: { query } });
    return flags.silent ? drain(pages) : out.list(pages, {});
  }
  const body = method === "GET" ? undefined : await readBody(flags, files);
  const request: RawCall = {
    method,
    path: full,
    headers: headersOf(flags.header),
    ...(flags.cache !== undefined && { maxAge: durationOf("--cache", flags.cache) }),
  };
  const response = await api.raw(body === undefined ? request : { ...request, body });
  const answer = rawAnswer(response);
  if (flags.include) await out.lines(answer.head);
  if (!flags.silent && answer.json !== undefined) await out.item(answer.json, {});
  else if (!flags.silent && answer.text !== "") await out.text(answer.text);
  const { failure } = response;
  if (failure)
    throw failure.status === 404 ? failure.with({ hint: failure.hint ?? "paths: docs help endpoints" }) : failure;
}

function methodOf({ method, paginate, field, rawField, input }: Flags): (typeof METHODS)[number] {
  const hasBody = (field ?? rawField ?? input) !== undefined;
  return method ?? (hasBody && !paginate ? "POST" : "GET");
}

function refuseContradictions({ paginate, input, cache }: Flags, method: string): void {
  if (method === "GET" && input !== undefined) {
    throw usage(
      paginate
        ? "--paginate reads lists: it works only with GET and without a body"
        : "a GET has no body: with --input, pass another method with -X",
    );
  }
  if (paginate && method !== "GET") throw usage("--paginate reads lists: it works only with GET and without a body");
  if (cache === undefined) return;
  if (method !== "GET") throw usage(`--cache works only with GET: a ${method} is always sent`);
  if (paginate) throw usage("--cache stores single answers: it cannot be combined with --paginate");
}

async function drain(listing: { pages(): AsyncIterable<unknown> }): Promise<void> {
  for await (const _ of listing.pages()) {
    // Nobody wants to see them.
  }
}

export default defineNoun(call);
