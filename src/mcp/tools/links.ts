import * as z from "zod/mini";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { usage } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import { isObject } from "../../shared/values.js";
import { LIST_INPUT, placeOf } from "../input-schema.js";
import { listPage } from "../lists.js";
import { ITEM, shorten } from "../shorten.js";
import { defineTool } from "../types.js";

/** The most pages of links that one call reads to find broken ones. */
const MOST_PAGES = 20;

// Loaded when called, not at startup.
const catalog = async () => {
  const [{ listSpaceLinks }, pages] = await Promise.all([
    import("../../catalog/spaces.js"),
    import("../../catalog/pages.js"),
  ]);
  return {
    ofSpace: listSpaceLinks,
    ofPage: pages.listSpacePageLinks,
    inCr: pages.listChangeRequestPageLinks,
    toPage: pages.listSpacePageBacklinks,
  };
};

export const links = defineTool({
  name: "links",
  title: "Links and backlinks",
  description:
    "Links of a space, or of one page; broken: only those whose target does not exist; to: the pages that link to the page.",
  input: () =>
    z.strictObject({
      ...placeOf("space", "change_request", "page"),
      broken: z.optional(z.boolean().check(z.describe("only broken links"))),
      to: z.optional(z.boolean().check(z.describe("with page: what links to it"))),
      limit: LIST_INPUT().limit,
      cursor: LIST_INPUT().cursor,
    }),
  endpoints: async () => Object.values(await catalog()),
  async run({ broken = false, to = false, limit = 20, cursor, ...given }, dependencies) {
    const endpoint = endpointFor(await catalog(), given, to);
    const params = await dependencies.resolveParams(endpoint.params, given);
    const found: unknown[] = [];
    let incomplete: unknown;
    let at = cursor;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const listed = await listPage(dependencies, endpoint, { params, fields: ["*"], limit, cursor: at, whole: true });
      // `listPage` returns an array.
      const items = (listed.items as unknown[]).filter((item) => !broken || mayBeBroken(item));
      // The next call reads a page again that no longer fits.
      if (found.length + items.length > limit) break;
      found.push(...items);
      incomplete = listed.incomplete;
      at = typeof listed.next_cursor === "string" ? listed.next_cursor : undefined;
      if (!broken || at === undefined) break;
    }
    return {
      items: found.map(linkOf),
      ...(at !== undefined && { next_cursor: at }),
      ...(incomplete !== undefined && { incomplete }),
    };
  },
});

/** A link without a status is shown, so that nobody takes it for one that works. */
const mayBeBroken = (item: unknown): boolean => ["broken", undefined, null].includes(statusOf(item));

// Any other value is no status of a broken link.
const statusOf = (item: unknown) => getPath(item, "status") as string | undefined | null;

/** @throws Failure usage */
function endpointFor(
  { ofSpace, ofPage, inCr, toPage }: Awaited<ReturnType<typeof catalog>>,
  { page, change_request: change }: { page?: unknown; change_request?: unknown },
  to: boolean,
): AnyEndpoint {
  if (page === undefined) {
    if (to || change !== undefined) throw usage("page is missing: links to a page and of a change request need one");
    return ofSpace;
  }
  if (to) return toPage;
  return change === undefined ? ofPage : inCr;
}

/** References contain whole organizations and spaces: ids and names are enough. */
function linkOf(item: unknown): unknown {
  if (!isObject(item)) return item;
  const { status, targetReference, locationReferences } = item;
  const places = Array.isArray(locationReferences) ? locationReferences : [];
  if (targetReference === undefined) return shorten(referenceOf(item), ITEM);
  return shorten({ status, target: referenceOf(targetReference), in: places.map(referenceOf) }, ITEM);
}

function referenceOf(reference: unknown): unknown {
  if (!isObject(reference)) return reference;
  const { organization: _o, space: _s, versionContext: _v, ...rest } = reference;
  const space = getPath(reference, "space.title");
  return { ...rest, ...(typeof space === "string" && { space }) };
}
