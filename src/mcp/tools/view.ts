import * as z from "zod/mini";
import { loadEndpoints } from "../../resources/resource.js";
import { getPath } from "../../shared/paths.js";
import { LIST_INPUT, OFFSET, placeOf, text, wordOf } from "../input-schema.js";
import { endpointsOfKinds, KINDS, kindNamed } from "../kinds.js";
import { pick } from "../lists.js";
import { partOf, shorten, THING } from "../shorten.js";
import { defineTool } from "../types.js";

const VIEWABLE = Object.entries(KINDS).flatMap(([name, { get }]) => (get === undefined ? [] : [name]));

export const view = defineTool({
  name: "view",
  title: "View a thing",
  description:
    "View one thing in full, or the members named in fields. With a single field that is a long text, offset continues in it. For the text of a page use read_page.",
  input: () =>
    z.strictObject({
      kind: z.enum(VIEWABLE).check(z.describe("what it is")),
      id: text("id, title, number, email or web address"),
      ...placeOf("org", "space", "site", "change_request"),
      fields: LIST_INPUT().fields,
      offset: OFFSET(),
    }),
  endpoints: () => endpointsOfKinds(VIEWABLE, "get"),
  async run({ kind: name, id, fields, offset, ...given }, dependencies) {
    const kind = kindNamed(name);
    const [own, inCr] = await loadEndpoints(kind, "get");
    const endpoint = given.change_request !== undefined && inCr ? inCr : own;
    if (!endpoint || kind.param === undefined) throw new TypeError(`no view of ${name}`);
    const params = await dependencies.resolveParams(endpoint.params, { ...given, [wordOf(kind.param)]: id });
    // `place` returns the endpoint's own parameters.
    const thing: unknown = await dependencies.client.call(endpoint, { params } as never);
    const [field, ...others] = fields ?? [];
    const value = field === undefined || others.length > 0 ? undefined : getPath(thing, field);
    if (typeof value === "string") return { field, ...partOf(value, offset) };
    return shorten(fields ? pick(thing, fields) : thing, THING);
  },
});
