import * as z from "zod/mini";
import { getPath } from "../../shared/paths.js";
import { isObject } from "../../shared/values.js";
import { LIST_INPUT, placeOf, text } from "../input-schema.js";
import { listPage } from "../lists.js";
import { ITEM, shorten } from "../shorten.js";
import { defineTool } from "../types.js";

/** The most sections shown of one page. */
const SECTIONS = 3;

// Loaded when called, not at startup.
const catalog = async () => {
  const [{ searchOrg }, { searchSpace }] = await Promise.all([
    import("../../catalog/organizations.js"),
    import("../../catalog/spaces.js"),
  ]);
  return { searchOrg, searchSpace };
};

export const search = defineTool({
  name: "search",
  title: "Search in pages",
  description:
    "Search the text of pages: in one space, or without space in the whole organization. Returns pages with the sections that match; read_page reads one.",
  input: () =>
    z.strictObject({
      text: text("words that the page has", 256),
      ...placeOf("org", "space"),
      limit: LIST_INPUT().limit,
      cursor: LIST_INPUT().cursor,
    }),
  async endpoints() {
    const { searchOrg, searchSpace } = await catalog();
    return [searchOrg, searchSpace];
  },
  async run({ text: query, limit = 10, cursor, ...given }, dependencies) {
    const { searchOrg, searchSpace } = await catalog();
    const endpoint = given.space === undefined ? searchOrg : searchSpace;
    const params = await dependencies.resolveParams(endpoint.params, given);
    const listed = await listPage(dependencies, endpoint, {
      params,
      query: { query },
      fields: ["*"],
      limit,
      cursor,
      whole: true,
    });
    const items = (listed.items as unknown[]).map((item) =>
      given.space === undefined
        ? {
            space: { id: getPath(item, "id"), title: getPath(item, "title") },
            pages: listOf(item, "pages").map(pageOf),
          }
        : pageOf(item),
    );
    return { ...listed, items };
  },
});

function listOf(item: unknown, name: string): unknown[] {
  const value = isObject(item) ? item[name] : undefined;
  return Array.isArray(value) ? value : [];
}

const moreSections = (page: unknown): number => listOf(page, "sections").length - SECTIONS;

const pageOf = (page: unknown): unknown =>
  shorten(
    {
      id: getPath(page, "id"),
      title: getPath(page, "title"),
      path: getPath(page, "path"),
      ...(moreSections(page) > 0 && { more_sections: moreSections(page) }),
      sections: listOf(page, "sections")
        .slice(0, SECTIONS)
        .map((section) => ({ title: getPath(section, "title"), text: getPath(section, "body") })),
    },
    ITEM,
  );
