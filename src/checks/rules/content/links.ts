/** Links as the service lists them: one item for each target, with the pages that link to it. */

import { listSpaceLinks } from "../../../catalog/spaces.js";
import { getPath } from "../../../shared/paths.js";
import { relativePath } from "../../../shared/text/hrefs.js";
import type { Facts } from "../../data-source.js";
import { Unknown } from "../../not-evaluable.js";
import { mayBeBroken } from "../../slim-links.js";
import type { Need, Subject } from "../../types.js";
import type { Page } from "../pages.js";

export interface Link {
  status: string;
  /** The target as the service writes it. */
  target: string;
  /** Identifies the target, wherever it is moved: by id, where it has one. */
  key: string;
  /** The target is named by its path alone, which a relative link changes when its page is moved. */
  isPath: boolean;
  /** What there is not, if it is broken. */
  missing: "page" | "file" | "section";
  anchor: string;
  /** The page that has no such section. */
  targetPage?: LinkPage;
  /** Pages that link to it. */
  pages: readonly LinkPage[];
}

export interface LinkPage {
  id: string;
  title: string;
  path: string;
}

/** Members of a reference that may name its target, best first. */
const NAMES = ["url", "href", "path", "page.path", "file.name", "reusableContent.title", "page", "file", "space.title"];

function textOf(value: unknown, paths: readonly string[]): string {
  if (typeof value === "string") return value;
  for (const path of paths) {
    const found = getPath(value, path);
    if (typeof found === "string" && found !== "") return found;
  }
  return "";
}

function targetOf(reference: unknown): string {
  const name = textOf(reference, NAMES);
  const anchor = textOf(reference, ["anchor"]);
  return typeof reference !== "string" && anchor !== "" ? `${name}#${anchor}` : name;
}

/** Members with the id of a target. */
const IDS = ["page.id", "file.id", "reusableContent.id"];

const keyOf = (reference: unknown): string => {
  const id = typeof reference === "string" ? "" : textOf(reference, IDS);
  return id === "" ? targetOf(reference) : `${id}#${textOf(reference, ["anchor"])}`;
};

export function linkOf(item: { status?: unknown; targetReference?: unknown; locationReferences?: unknown }): Link {
  const places: unknown[] = Array.isArray(item.locationReferences) ? item.locationReferences : [];
  const pages = places.flatMap((place) => pageIn(place) ?? []);
  const { status, targetReference: to } = item;
  if (typeof status !== "string") throw new Unknown("the links have no status");
  const anchor = typeof to === "string" ? "" : textOf(to, ["anchor"]);
  const targetPage = anchor === "" ? undefined : pageIn(to);
  const isPath = typeof getPath(to, "path") === "string";
  const missing = targetPage ? "section" : textOf(to, ["kind"]) === "file" ? "file" : "page";
  const named = { target: targetOf(to), key: keyOf(to), isPath };
  return { status, ...named, missing, anchor, ...(targetPage && { targetPage }), pages };
}

/** The page of a reference, if it has one. */
function pageIn(reference: unknown): LinkPage | undefined {
  const page = getPath(reference, "page");
  const id = textOf(page, ["id"]);
  const path = textOf(page, ["path", "id"]);
  return id === "" && path === "" ? undefined : { id, path, title: textOf(page, ["title", "path", "id"]) };
}

/** What `brokenLinks` reads. */
export const BROKEN_LINKS: readonly Need[] = [
  { endpoint: listSpaceLinks, first: true },
  { endpoint: listSpaceLinks, when: "the statistics count broken links" },
];

/** All links of a space. */
export async function linksOf(facts: Facts, { params }: Subject<"space">): Promise<Link[]> {
  return (await facts.list(listSpaceLinks, params)).map(linkOf);
}

export const isBroken = ({ status }: Link): boolean => status === "broken";

/** A link that may be broken, but is not said to be. */
export const whyUnknown = ({ status, target }: Link): string =>
  `the link to ${target} has the unknown status ${JSON.stringify(status)}`;

/** Those that may be broken. @throws Unknown if the statistics count more that are */
export function selectBroken(links: readonly Link[], stats?: object): Link[] {
  const broken = links.filter(({ status }) => mayBeBroken(status));
  const total = getPath(stats, "broken.total");
  if (typeof total !== "number" || total <= broken.length) return broken;
  throw new Unknown(`only ${broken.length} of ${total} broken links were listed`);
}

/**
 * Each place of a link names its page and its revision, as far as a service shows them.
 * @throws Unknown for links of another page, or of another revision
 */
export function requireLinksOf(
  links: readonly { locationReferences?: unknown }[],
  { pageId, revision }: { pageId: string; revision: string | null | undefined },
): void {
  for (const { locationReferences } of links) {
    const places: unknown[] = Array.isArray(locationReferences) ? locationReferences : [];
    const pages = places.map((place) => getPath(place, "page.id")).filter((id) => id !== undefined);
    if (pages.length > 0 && !pages.includes(pageId)) throw new Unknown("the links are those of another page");
    const versions = places.map(
      (place) => getPath(place, "versionContext.revision.id") ?? getPath(place, "versionContext.revision"),
    );
    if (versions.some((id) => typeof id === "string" && id !== revision)) {
      throw new Unknown("the links are those of another revision");
    }
  }
}

/** Links of a space that may be broken. Unless all links are read anyway, the statistics are asked first whether there are any. */
export async function brokenLinks(facts: Facts, space: Subject<"space">): Promise<Link[]> {
  if (!facts.readsWhole(listSpaceLinks)) {
    const stats = await facts.stats(listSpaceLinks, space.params);
    if (getPath(stats, "broken.total") === 0) return [];
    return selectBroken(await linksOf(facts, space), stats);
  }
  return selectBroken(await linksOf(facts, space));
}

/** Includes are links to reusable contents. */
export const isInclude = ({ target }: Link): boolean => /(^|\/)\.gitbook\/includes\//.test(target);

/** Leads out of the folder that a space was imported from: every other path starts at its root. */
export const isOutside = ({ target }: Link): boolean => target.startsWith("../");

/** A link as its page writes it, which stays the same when the page is moved; undefined if moving changes no target. */
export function relativeTo({ git, path }: Pick<Page, "git" | "path">, link: Link): string | undefined {
  if (!link.isPath) return undefined;
  return isOutside(link) ? link.target : relativePath(git?.path ?? path ?? "", link.target);
}

export const placeOf = ({ pages: [page], target }: Link) => (page ? { place: { path: page.path, text: target } } : {});
