import { rawListEndpoint } from "../catalog/raw.js";
import { type ArgValues, defineCommand, defineNoun, word } from "../cli/command.js";
import type { Context, RawCall } from "../cli/context.js";
import { choice, list, only, text } from "../cli/flags.js";
import { rawAnswer } from "../cli/output/raw-answer.js";
import { usage } from "../errors.js";
import {
  bodyOf,
  durationOf,
  type FieldFlags,
  headersOf,
  pathOf,
  queryOf,
  splitQuery,
  withQuery,
} from "./api/fields.js";

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
  const full = method === "GET" ? withQuery(path, await queryOf(flags, files)) : path;
  if (flags.paginate) {
    const { plain, query } = splitQuery(full);
    const pages = api.list(rawListEndpoint(plain), { params: {} }, { extra: { query } });
    return flags.silent ? drain(pages) : out.list(pages, {});
  }
  const body = method === "GET" ? undefined : await bodyOf(flags, files);
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
  if (response.failure) throw response.failure;
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
