/** What the tools show and filter by is in the contract: a misspelled member would only be missing. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { queryNames } from "../../src/mcp/tools/endpoints.js";
import { FILTERS, FINDABLE, KINDS } from "../../src/mcp/tools/things.js";
import { loadEndpoints } from "../../src/resources/resource.js";
import { getPath } from "../../src/shared/paths.js";
import { isObject } from "../../src/shared/values.js";

/** Whether a JSON schema has a member at this path; items and alternatives are looked into. */
function has(schema: unknown, root: unknown, path: readonly string[]): boolean {
  if (path.length === 0) return true;
  if (!isObject(schema)) return false;
  const { $ref, anyOf, items, properties } = schema;
  if (typeof $ref === "string") return has(getPath(root, $ref.slice(2).replaceAll("/", ".")), root, path);
  const below = [...(Array.isArray(anyOf) ? anyOf : []), ...(items === undefined ? [] : [items])];
  if (below.some((one) => has(one, root, path))) return true;
  const [name = "", ...rest] = path;
  return isObject(properties) && Object.hasOwn(properties, name) && has(properties[name], root, rest);
}

function schemaOf({ path, response }: AnyEndpoint): unknown {
  if (!response) throw new Error(`${path} answers nothing`);
  return z.toJSONSchema(response(), { io: "input", unrepresentable: "any" });
}

test.each(Object.entries(KINDS))("%s has only members and filters of the contract", async (name, kind) => {
  const { fields, title, below, param, get } = kind;
  const filters = FILTERS[name] ?? [];
  for (const endpoint of await loadEndpoints(kind, "list")) {
    const schema = schemaOf(endpoint);
    const names = [...fields, ...(param === undefined ? [] : title), ...(below === undefined ? [] : [below])];
    expect(names.filter((path) => !has(schema, schema, path.split(".")))).toEqual([]);
    expect(filters.filter((name) => !queryNames(endpoint).includes(name))).toEqual([]);
  }
  // A tool that takes one is given what a list shows; the id of a share link is the key to what it shares.
  if (name !== "share_link") expect(fields.some((path) => /(^|\.)(id|slug|number)$/.test(path))).toBe(true);
  if (FINDABLE.includes(name)) expect(fields).toEqual(expect.arrayContaining([...title]));
  const views = await loadEndpoints(kind, "get");
  expect(views).toHaveLength(get === undefined ? 0 : kind.inCr ? 2 : 1);
  for (const endpoint of views) expect(endpoint.params.at(-1)).toBe(param);
});
