import * as z from "zod/mini";
import { endpoint, inChangeRequest, once } from "./endpoint.js";
import { Reference } from "./files.js";
import { bool, computed, flag, format, many, metadata, num, page, text } from "./shared.js";
import { LINK_STATISTICS, LinkItem } from "./spaces.js";

const Layout = once(() =>
  z.looseObject({
    width: text(),
    cover: bool(),
    coverSize: text(),
    title: bool(),
    description: bool(),
    tableOfContents: bool(),
    outline: bool(),
    pagination: bool(),
    metadata: bool(),
  }),
);

/** A content reference in an answer: its `kind` may be one that the contract does not document. */
const AnsweredReference = once(() => z.nullish(z.looseObject({ kind: text(), file: text(), spec: text() })));

const Computed = once(() =>
  z.looseObject({
    type: text(),
    dependencies: z.nullish(z.looseObject({ spec: z.nullish(z.looseObject({ ref: AnsweredReference() })) })),
    props: z.nullish(z.looseObject({ doc: z.optional(z.unknown()) })),
  }),
);

/** Contract, "Revision, Page, File (content)": Page. There is no `git` with `metadata=false`. */
export const Page = once(() =>
  z.looseObject({
    id: text(),
    title: text(),
    emoji: text(),
    icon: text(),
    createdAt: text(),
    updatedAt: text(),
    markdown: text(),
    type: text(),
    urls: z.nullish(z.looseObject({ app: text() })),
    slug: text(),
    path: text(),
    description: text(),
    get pages() {
      return many(Page());
    },
    git: z.nullish(z.looseObject({ oid: text(), path: text() })),
    layout: z.nullish(Layout()),
    cover: z.nullish(z.looseObject({ ref: AnsweredReference(), refDark: AnsweredReference(), yPos: num() })),
    variables: z.nullish(z.record(z.string(), text())),
    hidden: bool(),
    noIndex: bool(),
    noRobotsIndex: bool(),
    computed: z.nullish(Computed()),
    computedSeed: text(),
  }),
);

const treeQuery = once(() => z.object({ metadata: metadata(), computed: computed() }));
const pageQuery = once(() =>
  z.object({
    format: format(),
    evaluated: z.optional(flag(false)),
    metadata: metadata(),
    computed: computed(),
  }),
);

/** Answers all of `{pages}` at once: no `next`, no `count`. */
export const listSpacePages = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/content/pages",
  summary: "List the pages of a space",
  query: treeQuery,
  response: Page,
  items: "pages",
});

export const getSpacePage = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/content/page/{pageId}",
  summary: "Get a page of a space",
  query: pageQuery,
  response: Page,
});

export const listSpacePageLinks = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/content/page/{pageId}/links",
  summary: "List the links of a page of a space",
  query: () => z.object(page()),
  response: LinkItem,
  paginated: true,
  stats: LINK_STATISTICS,
});

/** Exists for spaces only. */
export const listSpacePageBacklinks = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/content/page/{pageId}/backlinks",
  summary: "List what links to a page of a space",
  query: () => z.object(page()),
  response: Reference,
  paginated: true,
});

/** Answers all of `{pages}` at once: no `next`, no `count`. */
export const listChangeRequestPages = inChangeRequest(listSpacePages);
export const getChangeRequestPage = inChangeRequest(getSpacePage);
export const listChangeRequestPageLinks = inChangeRequest(listSpacePageLinks);
