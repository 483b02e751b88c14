/** What a change request does to the content of its space beside the pages: files, reusable contents, variables. */
import { getChangeRequestContent, getSpaceContent } from "../../../catalog/content.js";
import type { ResponseOf } from "../../../catalog/endpoint.js";
import { listChangeRequestPages, listSpacePages } from "../../../catalog/pages.js";
import { count } from "../../../shared/wrap.js";
import type { Facts } from "../../data-source.js";
import { Unknown } from "../../not-evaluable.js";
import type { Need, Subject } from "../../types.js";
import { flatPages } from "../pages.js";
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

/** The changes follow from the lists of pages. @throws Unknown if one lacks a page that the content has */
function requireListed({ pages }: Revision, listed: ReadonlyMap<string, unknown>): void {
  const missing = flatPages(listOf(pages)).filter(({ id }) => !listed.has(id ?? "")).length;
  if (missing > 0) throw new Unknown(`the list of pages lacks ${count(missing, "page")} that the content has`);
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
