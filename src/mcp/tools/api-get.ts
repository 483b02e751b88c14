import * as z from "zod/mini";
import { matchPath } from "../../catalog/match-path.js";
import { Failure, usage } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import { LIST_INPUT, OFFSET, text } from "../input-schema.js";
import { listPage, pick } from "../lists.js";
import { partOf, shorten, THING } from "../shorten.js";
import { defineTool } from "../types.js";
import { queryNames, readingEndpoints } from "./api-search.js";

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
      return listPage(dependencies, endpoint, { params, query, fields: fields ?? ["*"], limit, cursor });
    // `matchPath` takes the parameters from the endpoint's own path.
    const answer: unknown = await dependencies.client.call(endpoint, { params, query } as never);
    const [field, ...others] = fields ?? [];
    const value = field === undefined || others.length > 0 ? undefined : getPath(answer, field);
    if (typeof value === "string") return { field, ...partOf(value, offset) };
    return shorten(fields ? pick(answer, fields) : answer, THING);
  },
});
