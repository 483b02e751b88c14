/** Pages whose links a change request may break. */
import { listSpaceFileBacklinks } from "../../../catalog/files.js";
import { listSpacePageBacklinks } from "../../../catalog/pages.js";
import { listSpaceLinks } from "../../../catalog/spaces.js";
import { getPath } from "../../../shared/paths.js";
import type { Facts } from "../../data-source.js";
import type { Subject } from "../../types.js";
import type { Page } from "../pages.js";
import type { ContentChange } from "./changed-content.js";
import type { PageChange } from "./changed-pages.js";

type Cr = Subject<"change-request">;

/** The pages that it changes, by id: they exist after the merge. */
export const ownPages = (changes: readonly PageChange[]): Map<string, Page> =>
  new Map(changes.flatMap(({ change, page }) => (change === "removed" ? [] : [[page.id ?? "", page] as const])));

/** Pages that it leaves alone, and that link to something that it changes. */
export async function linkingPages(
  facts: Facts,
  cr: Cr,
  changes: readonly PageChange[],
  content: ContentChange | undefined,
): Promise<Map<string, Page>> {
  const targets = changes.filter(({ change }) => change !== "added").map(({ page }) => page.id ?? "");
  const lists = await Promise.all([
    ...targets.map((pageId) => facts.list(listSpacePageBacklinks, { ...cr.params, pageId })),
    ...(content?.files ?? []).map(({ file }) =>
      facts.list(listSpaceFileBacklinks, { ...cr.params, fileId: file.id ?? "" }),
    ),
  ]);
  const references = [...lists.flat(), ...(await includesOf(facts, cr, content?.lostReusables ?? []))];
  const own = new Set(changes.map(({ page }) => page.id));
  const linking = new Map<string, Page>();
  for (const reference of references) {
    const page = getPath(reference, "page");
    const id = getPath(page, "id");
    // A reference has a subset of the members that a list has of a page.
    if (typeof id === "string" && !own.has(id)) linking.set(id, page as Page);
  }
  return linking;
}

/** Nothing lists the pages that include a reusable content, except the links of the whole space. */
async function includesOf(facts: Facts, cr: Cr, ids: readonly string[]): Promise<unknown[]> {
  if (ids.length === 0) return [];
  const links = await facts.list(listSpaceLinks, cr.params);
  return links
    .filter(({ targetReference }) => ids.includes(String(getPath(targetReference, "reusableContent.id"))))
    .flatMap(({ locationReferences }) => (Array.isArray(locationReferences) ? locationReferences : []));
}
