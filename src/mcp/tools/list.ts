import * as z from "zod/mini";
import { usage } from "../../errors.js";
import { loadList } from "../../resources/resource.js";
import { LIST_INPUT, placeOf } from "../input-schema.js";
import { endpointsOfKinds, FILTERS, KIND_NAMES, kindNamed } from "../kinds.js";
import { listPage } from "../lists.js";
import { defineTool } from "../types.js";

export const list = defineTool({
  name: "list",
  title: "List things",
  description:
    "List things of one kind, at most 50 at once, with a count and a cursor. Filters: status (change_request, comment), role and search (member), title and published (site), contributor (change_request), order (comment). For pages and comments of a change request, pass change_request.",
  input: () =>
    z.strictObject({
      kind: z.enum(KIND_NAMES).check(z.describe("what to list")),
      ...placeOf("org", "space", "site", "change_request", "member", "team", "spec", "comment"),
      filter: z.optional(
        z.record(z.string(), z.string().check(z.maxLength(200))).check(z.describe('such as {"status": "open"}')),
      ),
      ...LIST_INPUT(),
    }),
  endpoints: () => endpointsOfKinds(KIND_NAMES, "list"),
  async run({ kind: name, filter, fields, limit, cursor, ...given }, dependencies) {
    const kind = kindNamed(name);
    const filters = FILTERS[name] ?? [];
    const unknown = Object.keys(filter ?? {}).find((key) => !filters.includes(key));
    if (unknown !== undefined) {
      throw usage(
        `a list of kind ${name} has no filter ${JSON.stringify(unknown)}`,
        filters.length > 0 ? `filters: ${filters.join(", ")}` : "omit filter",
      );
    }
    const endpoint = await loadList(kind, given.change_request !== undefined);
    return listPage(dependencies, endpoint, {
      params: await dependencies.resolveParams(endpoint.params, given),
      query: filter,
      fields: fields ?? kind.fields,
      limit,
      cursor,
      below: kind.below,
    });
  },
});
