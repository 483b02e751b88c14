/** What pages get from the reusable contents that they include. */
import { getSpacePage } from "../../../catalog/pages.js";
import { listSpaceLinks } from "../../../catalog/spaces.js";
import { getPath } from "../../../shared/paths.js";
import type { Facts } from "../../data-source.js";
import { requireKnown, Unknown } from "../../not-evaluable.js";
import { readText } from "../../page-text.js";
import type { Need, Subject } from "../../types.js";
import { addedLinks } from "../change-requests/texts/link-names.js";

/** The most reusable contents whose links are read. */
const MOST = 200;

/** What `includedLinks` reads. */
export const READS_INCLUDES: readonly Need[] = [
  { endpoint: listSpaceLinks },
  { endpoint: getSpacePage, when: "the page includes a reusable content", most: 2 * MOST },
];

interface Include {
  id: string;
  title: string;
}

interface Included {
  pageId: string;
  /** All that this page stands for. */
  includes: readonly [Include, ...Include[]];
  /** Undefined if the service does not show what the page includes. */
  links: readonly string[] | undefined;
}

/** A page for each reusable content, with all that it stands for. */
async function includesOf(facts: Facts, { params }: Subject<"space">): Promise<Map<string, [Include, ...Include[]]>> {
  const links = await facts.list(listSpaceLinks, params);
  const byPage = new Map<string, [Include, ...Include[]]>();
  for (const { targetReference, locationReferences } of links) {
    const id = getPath(targetReference, "reusableContent.id");
    const title = getPath(targetReference, "reusableContent.title");
    if (typeof id !== "string") continue;
    const pageId = requireKnown(getPath(locationReferences?.[0], "page.id"), "which page includes a reusable content");
    if (typeof pageId !== "string") continue;
    const one = { id, title: typeof title === "string" && title !== "" ? title : id };
    const [first, ...others] = byPage.get(pageId) ?? [];
    byPage.set(pageId, first ? [first, ...others, one] : [one]);
  }
  return byPage;
}

/** The links of reusable contents. The service lists them nowhere: they show in a page that includes them. @throws Unknown */
export async function includedLinks(facts: Facts, space: Subject<"space">): Promise<Included[]> {
  const includes = await includesOf(facts, space);
  if (includes.size > MOST) throw new Unknown(`it has more than ${MOST} reusable contents`);
  const pages = [...includes].map(async ([pageId, all]): Promise<Included> => {
    const params = { ...space.params, pageId };
    const written = await readText(facts, getSpacePage, params, false);
    const read = await readText(facts, getSpacePage, params, true);
    return { pageId, includes: all, links: read === written ? undefined : addedLinks(written, read) };
  });
  return Promise.all(pages);
}

/** `"One" or "Two"` */
export const titlesOf = (includes: readonly Pick<Include, "title">[]): string =>
  includes.map(({ title }) => JSON.stringify(title)).join(" or ");
