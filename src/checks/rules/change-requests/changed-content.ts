/** What a change request does to the content of its space beside the pages: files, reusable contents, variables. */
import { getChangeRequestContent, getSpaceContent } from "../../../catalog/content.js";
import type { ResponseOf } from "../../../catalog/endpoint.js";
import { listChangeRequestPages, listSpacePages } from "../../../catalog/pages.js";
import { count } from "../../../shared/wrap.js";
import type { Facts } from "../../data-source.js";
import { Unknown } from "../../not-evaluable.js";
import type { Need, Subject } from "../../types.js";
import { flatPages, isSameVersion, type Page } from "../pages.js";
import { type Variables, variablesOf } from "../variables.js";
import { treesOf } from "./changed-pages.js";

type Revision = ResponseOf<typeof getSpaceContent>;
type Reusable = NonNullable<Revision["reusableContents"]>[number];
type File = NonNullable<Revision["files"]>[number];

/** What `changedPages` and `changedContent` read. */
export const READS_OF_CHANGE: readonly Need[] = [
  { endpoint: listSpacePages },
  { endpoint: listChangeRequestPages },
  { endpoint: getSpaceContent, when: "it is up to date with its space" },
  { endpoint: getChangeRequestContent, when: "it is up to date with its space" },
];

export interface ReusableContent {
  id: string;
  title: string;
  /** Its file in a repository. */
  path: string | undefined;
  /** Whether a change of its text would be seen. */
  hasTextHash: boolean;
}

export interface ContentChange {
  /** Files, as they were, that links may no longer find. */
  files: readonly { file: File; change: "removed" | "moved" }[];
  /** All files after the merge. */
  filesAfter: readonly File[];
  /** Ids of reusable contents that were removed, renamed or moved. */
  lostReusables: readonly string[];
  /** Titles of reusable contents whose text is new or changed. */
  rewritten: readonly string[];
  /** Reusable contents after the merge. */
  reusablesAfter: readonly ReusableContent[];
  variables: { before: Variables; after: Variables };
}

/** With `metadata`, for the paths in a repository; nothing is generated. */
const QUERY = { computed: false } as const;

export async function changedContent(facts: Facts, cr: Subject<"change-request">): Promise<ContentChange> {
  const { params } = cr;
  const [main, own, trees] = await Promise.all([
    facts.one(getSpaceContent, params, QUERY),
    facts.one(getChangeRequestContent, params, QUERY),
    treesOf(facts, cr),
  ]);
  requireRevision(main, await revisionOfSpace(facts, cr), "the space");
  requireRevision(own, cr.item.revision, "the change request");
  requireListed(main, trees.before);
  requireListed(own, trees.after);
  const reusables = { before: listOf(main.reusableContents), after: listOf(own.reusableContents) };
  const files = { before: listOf(main.files), after: listOf(own.files) };
  const left = new Set(files.after.map(({ id }) => id));
  const lostFiles = findLost(files.before, files.after, ({ name, git }) => [name, git?.path]);
  const lostReusables = findLost(reusables.before, reusables.after, ({ title, git }) => [title, git?.path]);
  return {
    files: lostFiles.map((file) => ({ file, change: left.has(file.id) ? "moved" : "removed" })),
    filesAfter: files.after,
    lostReusables: lostReusables.map(({ id }) => id ?? ""),
    rewritten: rewrittenIn(reusables.before, reusables.after),
    reusablesAfter: reusables.after.map(toReusableContent),
    variables: { before: variablesOf(main), after: variablesOf(own) },
  };
}

const toReusableContent = ({ id, title, git }: Reusable): ReusableContent => ({
  id: id ?? "",
  title: title || id || "",
  path: git?.path ?? undefined,
  hasTextHash: !!git?.oid,
});

/** The revision that its space has now. */
export async function revisionOfSpace(
  facts: Facts,
  { params }: Subject<"change-request">,
): Promise<string | null | undefined> {
  const { subjects } = await facts.subjects("space");
  return subjects.find(({ thing }) => thing.id === params.spaceId)?.item.revision;
}

/** @throws Unknown for content of an older revision, or of another thing */
function requireRevision({ id }: Revision, revision: string | null | undefined, what: string): void {
  if (!id || !revision) throw new Unknown(`the service does not show which revision the content of ${what} is`);
  if (id !== revision) throw new Unknown(`the content of ${what} is that of another revision`);
}

/** The changes follow from the lists of pages, which name no revision. @throws Unknown if one differs from the content */
function requireListed({ pages }: Revision, listed: ReadonlyMap<string, Page>): void {
  const inContent = new Map(flatPages(listOf(pages)).map((page) => [page.id ?? "", page]));
  const missing = [...inContent.keys()].filter((id) => !listed.has(id)).length;
  if (missing > 0) throw new Unknown(`the list of pages lacks ${count(missing, "page")} that the content has`);
  for (const [id, page] of listed) {
    const same = inContent.get(id);
    // The content is read without what is generated.
    if (!same && page.type !== "computed") throw new Unknown(`the content lacks the page ${page.path ?? id}`);
    if (same && !isSameVersion(page, same)) {
      throw new Unknown(`the list of pages has another version of ${page.path ?? id} than the content`);
    }
  }
}

/** A list that is not in the answer is not an empty one. */
function listOf<T>(list: readonly T[] | null | undefined): readonly T[] {
  if (!list) throw new Unknown("the content has no list of its pages, files or reusable contents");
  return list;
}

interface Identified {
  id?: string | null | undefined;
}

function findLost<T extends Identified>(
  before: readonly T[],
  after: readonly T[],
  namesOf: (thing: T) => unknown[],
): T[] {
  const kept = new Map(after.map((thing) => [thing.id, JSON.stringify(namesOf(thing))]));
  return before.filter((thing) => kept.get(thing.id) !== JSON.stringify(namesOf(thing)));
}

function rewrittenIn(before: readonly Reusable[], after: readonly Reusable[]): string[] {
  const known = new Map(before.map(({ id, git }) => [id, git?.oid]));
  return after
    .filter(({ id, git }) => !known.has(id) || known.get(id) !== git?.oid)
    .map(({ id, title }) => title || id || "");
}
