/** Reads what a change request changes: its pages beside those of the space, with their texts, and what is beside the pages. */
import { getChangeRequestContent, getSpaceContent } from "../../catalog/content.js";
import type { ResponseOf } from "../../catalog/endpoint.js";
import { getChangeRequestPage, getSpacePage, listChangeRequestPages, listSpacePages } from "../../catalog/pages.js";
import type { Target } from "../../cli/command.js";
import type { Api, Context } from "../../cli/context.js";
import type { changeRequest } from "../../cli/kinds.js";
import { diffLines } from "../../cli/output/text/diff.js";
import { Failure } from "../../errors.js";
import type { Listing } from "../../http/types.js";
import { readAll } from "../../shared/list-gap.js";
import {
  findChange,
  flatPages,
  isUntouched,
  LEAN,
  type ListedPage,
  type PageChange,
  type Pair,
  pairPages,
} from "../../shared/page-changes.js";

/** Pages read at once, each on both sides. */
const AT_ONCE = 4;

export type Cr = Target<typeof changeRequest>;

export interface ReadChange {
  change: PageChange;
  /** Markdown on both sides; empty where the page is not there. */
  before: string;
  after: string;
}

/** `found` is what the service says about it. In the order of `cr diff`. @throws Failure cannot-tell for a merged one */
export async function readChanges(needs: Context, cr: Cr, found: Standing, all: boolean): Promise<ReadChange[]> {
  const { api, out } = needs;
  refuseMerged(cr, found);
  const { spaceId } = cr.params;
  const [before, after] = await Promise.all([
    collect(api.list(listSpacePages, { params: { spaceId }, query: LEAN })),
    collect(api.list(listChangeRequestPages, { params: cr.params, query: LEAN })),
  ]);
  const pairs = pairPages(before, after).filter((pair) => all || !isUntouched(pair));
  const changes: ReadChange[] = [];
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    out.progress.start(`Comparing pages: ${at} of ${pairs.length}…`);
    const some = await Promise.all(pairs.slice(at, at + AT_ONCE).map((pair) => compare(needs, cr, pair)));
    changes.push(...some.filter((change) => change !== undefined));
  }
  out.progress.stop();
  return changes;
}

interface Standing {
  status?: string | null | undefined;
  revisionInitial?: string | null | undefined;
  revisionMerged?: string | null | undefined;
}

/**
 * Its pages are compared with those of the space, which has them since the merge: whatever differs now came later.
 * @throws Failure cannot-tell
 */
function refuseMerged({ label, params }: Cr, { status, revisionInitial, revisionMerged }: Standing): void {
  if (status !== "merged") return;
  throw new Failure(
    "cannot-tell",
    `what change request ${label} changed cannot be read: it is merged, and the service shows no revision from before the merge`,
    {
      hint: `with a snapshot from before the merge: docs --snapshot BEFORE.docs cr diff ${label} --space ${params.spaceId}`,
      details: { revisionInitial: revisionInitial ?? null, revisionMerged: revisionMerged ?? null },
    },
  );
}

type Content = ResponseOf<typeof getSpaceContent>;

export interface OtherChanges {
  changes: PageChange[];
  /** Parts that may differ, too, as the service does not show them. */
  untold: string[];
}

/** The things of one kind in a content; undefined where the answer has no list of them. */
const OTHERS: readonly {
  kind: PageChange["kind"];
  words: string;
  listOf: (content: Content) => ListedPage[] | null | undefined;
}[] = [
  {
    kind: "variable",
    words: "variables",
    listOf: ({ variables }) =>
      variables &&
      Object.entries(variables).map(([id, text]) => ({
        id,
        title: id,
        path: `variables/${id}`,
        text: `${text ?? ""}\n`,
      })),
  },
  {
    kind: "reusable-content",
    words: "reusable contents",
    listOf: ({ reusableContents }) =>
      reusableContents?.map(({ id, title, git }) => ({
        id,
        title,
        path: git?.path ?? title,
        version: git?.oid ?? undefined,
      })),
  },
  {
    kind: "file",
    words: "files",
    listOf: ({ files }) =>
      files?.map(({ id, name, size, git }) => ({
        id,
        title: name,
        path: git?.path ?? name,
        version: [...(git?.oid ? [git.oid] : []), `${size ?? "?"} bytes`].join(", "),
      })),
  },
];

/** Reads its changes beside the pages. */
export async function readOtherChanges(api: Api, { params }: Cr): Promise<OtherChanges> {
  // With `git`, which tells versions of reusable contents apart.
  const query = { computed: false } as const;
  const [main, own] = await Promise.all([
    api.call(getSpaceContent, { params: { spaceId: params.spaceId }, query }),
    api.call(getChangeRequestContent, { params, query }),
  ]);
  const each = OTHERS.map(async ({ kind, words, listOf }): Promise<OtherChanges> => {
    const [before, after] = [listOf(main), listOf(own)];
    if (!before || !after) return { changes: [], untold: [words] };
    const changes = pairPages(before, after).map(async (pair) =>
      findChange(pair, await diffLines(pair.before?.text ?? "", pair.after?.text ?? ""), kind),
    );
    const unversioned = after.filter((one) => kind === "reusable-content" && one.version === undefined);
    return {
      changes: (await Promise.all(changes)).filter((change) => change !== undefined),
      untold: main.id === own.id ? [] : unversioned.map(({ title }) => `the text of ${JSON.stringify(title ?? "")}`),
    };
  });
  const all = await Promise.all(each);
  return { changes: all.flatMap(({ changes }) => changes), untold: all.flatMap(({ untold }) => untold) };
}

const collect = async (listing: Listing<ListedPage>): Promise<ListedPage[]> => flatPages(await readAll(listing));

async function compare({ api }: Context, { params }: Cr, pair: Pair): Promise<ReadChange | undefined> {
  const query = { format: "markdown", ...LEAN } as const;
  const { spaceId } = params;
  const [before, after] = await Promise.all([
    pair.before && api.call(getSpacePage, { params: { spaceId, pageId: pair.before.id ?? "" }, query }),
    pair.after && api.call(getChangeRequestPage, { params: { ...params, pageId: pair.after.id ?? "" }, query }),
  ]);
  const texts = { before: before?.markdown ?? "", after: after?.markdown ?? "" };
  const change = findChange(pair, await diffLines(texts.before, texts.after));
  return change && { change, ...texts };
}
