/** Reads the links of pages, and what they include. */
import type { ResponseOf } from "../../catalog/endpoint.js";
import type { listSpaceFiles } from "../../catalog/files.js";
import { getSpacePage } from "../../catalog/pages.js";
import { listSpaceLinks } from "../../catalog/spaces.js";
import { decodeSegment } from "../../shared/ids.js";
import { relativePath } from "../../shared/markdown/elements.js";
import { getPath } from "../../shared/paths.js";
import { foldText } from "../../shared/text/names.js";
import type { Facts } from "../data-source.js";
import { requireKnown, Unknown } from "../not-evaluable.js";
import { mayBeBroken } from "../reader.js";
import type { ExternalAnswer, Need, RuleFinding, Subject } from "../types.js";
import { type Page, readText } from "./read-pages.js";

// Links as the service lists them: one item for each target, with the pages that link to it.

export interface Link {
  status: string;
  /** The target as the service writes it. */
  target: string;
  /** Identifies the target, wherever it is moved: by id, where it has one. */
  key: string;
  /** The target is named by its path alone, which a relative link changes when its page is moved. */
  isPath: boolean;
  /** The missing part, if it is broken. */
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

/** The requests of `brokenLinks`. */
export const BROKEN_LINKS: readonly Need[] = [
  { endpoint: listSpaceLinks, first: true },
  { endpoint: listSpaceLinks, when: "the statistics count broken links" },
];

/** All links of a space. */
export async function readLinks(facts: Facts, { params }: Subject<"space">): Promise<Link[]> {
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
    return selectBroken(await readLinks(facts, space), stats);
  }
  return selectBroken(await readLinks(facts, space));
}

/** Includes are links to reusable contents. */
export const isInclude = ({ target }: Link): boolean => /(^|\/)\.gitbook\/includes\//.test(target);

/** Leads out of the folder that a space was imported from: every other path starts at its root. */
export const isOutside = ({ target }: Link): boolean => target.startsWith("../");

/** A link as its page writes it, which stays the same when the page is moved; undefined if moving changes no target. */
export function relativeTo({ git, path }: Page, link: Link): string | undefined {
  if (!link.isPath) return undefined;
  return isOutside(link) ? link.target : relativePath(git?.path ?? path ?? "", link.target);
}

export const placeOf = ({ pages: [page], target }: Link) => (page ? { place: { path: page.path, text: target } } : {});

// Links to other servers, which are asked whether they are there.

interface CheckedLink {
  link: Link;
  answer: ExternalAnswer;
}

/** Why both rules are off. */
export const ASKS_OTHERS = "it sends requests to other servers: --external runs it";

/** The links of a space with what came of them. @throws Unknown where nothing may be asked */
export async function askedLinks(facts: Facts, space: Subject<"space">): Promise<CheckedLink[]> {
  const links = await readLinks(facts, space);
  const answerOf = await facts.external(readLinks);
  return links.flatMap((link) => {
    const answer = answerOf(link.target);
    return answer ? [{ link, answer }] : [];
  });
}

export const ofState = (asked: readonly CheckedLink[], state: ExternalAnswer["state"]): CheckedLink[] =>
  asked.filter(({ answer }) => answer.state === state);

/** Neither there nor gone, as far as this is known: once for each address. */
export const unknownIn = (asked: readonly CheckedLink[], { thing }: Subject<"space">): RuleFinding[] =>
  ofState(asked, "unknown").map(({ link, answer }) => ({
    message: `${link.target}: ${answer.why}`,
    isUnknown: true,
    key: link.key,
    fix: { words: ["spaces", "links", "--space", thing.id] },
  }));

// Compares links in texts with pages and files by names alone: what may lead to one is taken for a link to it.

type File = ResponseOf<typeof listSpaceFiles>;

const FORMS = [
  // [text](target "title"), [text](<target>), and pictures.
  /\]\(\s{0,9}(?:<([^<>\n]{0,999})>|((?:[^\s()]|\([^\s()]{0,99}\)){0,999}))/g,
  // [label]: target
  /^ {0,3}\[[^\]\n]{1,99}\]:\s{0,9}<?([^\s>]{1,999})/gm,
  /<(https?:[^\s<>]{1,999})>/g,
  /\b(?:href|url|src)\s{0,9}=\s{0,9}(?:"([^"\n]{0,999})"|'([^'\n]{0,999})'|([^\s"'<>]{1,999}))/gi,
];

const INCLUDES = [/\{%\s{0,9}include\s{1,9}"([^"\n]{1,300})"/g];

const matchesOf = (text: string, forms: readonly RegExp[]): string[] =>
  forms
    .flatMap((form) => [...text.matchAll(form)])
    .map(([, ...parts]) => parts.find((part) => part !== undefined) ?? "");

/** Finds texts that are in one list more often than in another: each as many times as it is added. */
function findAdded(before: readonly string[], after: readonly string[]): string[] {
  const known = new Map<string, number>();
  for (const one of before) known.set(one, (known.get(one) ?? 0) + 1);
  return after.filter((one) => {
    const left = known.get(one) ?? 0;
    known.set(one, left - 1);
    return left <= 0;
  });
}

/** Links that readers get, and that the page itself does not have. */
export const addedLinks = (written: string, read: string): string[] =>
  findAdded(matchesOf(written, FORMS), matchesOf(read, FORMS));

/** Names of what a reusable content includes, and readers do not get. */
export const leftIncludes = (written: string, read: string): string[] =>
  findAdded(matchesOf(written, INCLUDES), matchesOf(read, INCLUDES));

export const anchorOf = (link: string): string => link.split("#").slice(1).join("#");

/** Of a path: its last segment without extension; of an index, the folder, too. Nothing is left of the root. */
function namesOfPath(path: string): string[] {
  const segments = path.split("/").filter((part) => part !== "." && part !== "..");
  const last = (segments.at(-1) ?? "").replace(/\.(md|markdown|html)$/i, "");
  const isIndex = /^(readme|index)?$/i.test(last);
  return [last, ...(isIndex ? [segments.at(-2) ?? ""] : [])].map(foldText);
}

/** A link that has an anchor only leads to the page that it is read in. */
export function namesOfLink(link: string, readIn: ReadonlySet<string>): string[] {
  const path = link.split(/[#?]/)[0] ?? "";
  if (path === "") return [...readIn].map(foldText);
  return namesOfPath(decodeSegment(path.replaceAll("\\", "")));
}

export const namesOfPage = ({ id, slug, path, git }: Page): string[] => [
  ...[id, slug].flatMap((name) => (name ? [foldText(name)] : [])),
  ...[path, git?.path].flatMap((place) => (typeof place === "string" ? namesOfPath(place) : [])),
];

export const namesOfFile = ({ id, name, git }: File): string[] =>
  [id, name, git?.path].flatMap((place) => (place ? namesOfPath(place) : []));

// Links that pages get from the reusable contents that they include.

/** The most reusable contents whose links are read. */
const MOST = 200;

/** The requests of `includedLinks`. */
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
async function readIncludes(facts: Facts, { params }: Subject<"space">): Promise<Map<string, [Include, ...Include[]]>> {
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
  const includes = await readIncludes(facts, space);
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
export const titlesOf = (includes: readonly { title: string }[]): string =>
  includes.map(({ title }) => JSON.stringify(title)).join(" or ");
