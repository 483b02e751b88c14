/** Tools that call reading endpoints and find them. */
import * as z from "zod/mini";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { matchPath } from "../../catalog/match-path.js";
import { Failure, usage } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import { LIST_INPUT, listPage, OFFSET, partOf, pick, shorten, THING, text } from "../lists.js";
import { defineTool } from "../types.js";

const MOST_FOUND = 20;
const MOST_CHANGING = 5;

/** Room for the schema of a body. */
const SCHEMA = { room: 4_000, text: 300 };

/** Every GET endpoint. */
export async function readingEndpoints(): Promise<readonly AnyEndpoint[]> {
  const { endpoints } = await import("../../catalog/index.js");
  return Object.values(endpoints).filter(({ method }) => method === "GET");
}

/** Every endpoint that changes something: for plans. */
export async function changingEndpoints(): Promise<readonly AnyEndpoint[]> {
  const [{ endpoints }, { isWriting }] = await Promise.all([
    import("../../catalog/index.js"),
    import("../../changes/endpoints.js"),
  ]);
  return Object.values(endpoints).filter(isWriting);
}

/** Query parameters that an endpoint takes. */
export const queryNames = ({ query }: AnyEndpoint): string[] =>
  query === undefined ? [] : Object.keys(query().def?.shape ?? {});

/** Things that people ask for, and that no endpoint does. */
const NO_PAGES =
  "no endpoint changes single pages or files: edit their titles, texts and positions in the app, in a change request, or in the repository of a synced space. Only the change request itself can be planned";

export const apiSearch = defineTool({
  name: "api_search",
  title: "Search the interface",
  description:
    "Search the reading endpoints of the service by words of their summary or path, for api_get. Use it only when no other tool answers the question. With changing: the endpoints that propose accepts, with the schema of their bodies.",
  input: () =>
    z.strictObject({
      text: text("words such as: saml, visitor, revision", 200),
      changing: z.optional(z.boolean().check(z.describe("for propose"))),
    }),
  endpoints: async () => [],
  async run({ text: wanted, changing = false }) {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = (await (changing ? changingEndpoints() : readingEndpoints()))
      .map((endpoint) => ({ endpoint, hits: words.filter((word) => wordsOf(endpoint).includes(word)).length }))
      .filter((one) => one.hits > 0)
      .sort((one, other) => other.hits - one.hits);
    return {
      endpoints: hits
        .slice(0, changing ? MOST_CHANGING : MOST_FOUND)
        .map(({ endpoint }) => (changing ? changeOf(endpoint) : readOf(endpoint))),
      count: hits.length,
      ...(changing && { not_possible: NO_PAGES }),
    };
  },
});

const readOf = (endpoint: AnyEndpoint) => ({
  path: endpoint.path,
  summary: endpoint.summary,
  query: queryNames(endpoint),
  ...(endpoint.items && { list: true }),
});

function changeOf({ method, path, summary, body }: AnyEndpoint) {
  if (!body) return { method, path, summary };
  const { $schema: _, ...schema } = z.toJSONSchema(body(), { io: "input", unrepresentable: "any" });
  return { method, path, summary, body: shorten(schema, SCHEMA) };
}

const wordsOf = ({ summary, path }: AnyEndpoint): string => `${summary} ${path}`.toLowerCase();

export const apiGet = defineTool({
  name: "api_get",
  title: "Read an endpoint",
  description:
    "Read one endpoint that api_search found, with ids in its path. Lists return at most 50 items with a cursor; fields picks members; with a single field that is a long text, offset continues in it.",
  input: () =>
    z.strictObject({
      path: text("such as /v1/orgs/<id>/saml"),
      query: z.optional(z.record(z.string(), z.union([z.string().check(z.maxLength(2000)), z.number(), z.boolean()]))),
      offset: OFFSET(),
      ...LIST_INPUT(),
    }),
  endpoints: readingEndpoints,
  async run({ path, query = {}, fields, limit, cursor, offset }, dependencies) {
    const found = matchPath(await readingEndpoints(), path);
    if (!found) throw new Failure("not-found", "no reading endpoint has this path", { hint: "api_search finds them" });
    const { endpoint, params } = found;
    const known = queryNames(endpoint).filter((name) => !["page", "limit"].includes(name) || !endpoint.paginated);
    const unknown = Object.keys(query).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      const names = known.length > 0 ? `parameters: ${known.join(", ")}` : "omit query";
      throw usage(`${endpoint.path} has no query parameter ${JSON.stringify(unknown)}`, names);
    }
    if (endpoint.items)
      return listPage(dependencies.client, endpoint, { params, query, fields: fields ?? ["*"], limit, cursor });
    // `matchPath` takes the parameters from the endpoint's own path.
    const answer: unknown = await dependencies.client.call(endpoint, { params, query });
    const [field, ...others] = fields ?? [];
    const value = field === undefined || others.length > 0 ? undefined : getPath(answer, field);
    if (typeof value === "string") return { field, ...partOf(value, offset) };
    return shorten(fields ? pick(answer, fields) : answer, THING);
  },
});
