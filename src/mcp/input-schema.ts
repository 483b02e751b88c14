/** Input members that say where something is, with the path parameters they stand for. */
import * as z from "zod/mini";

const WORDS = {
  org: "organizationId",
  space: "spaceId",
  site: "siteId",
  change_request: "changeRequestId",
  page: "pageId",
  file: "fileId",
  comment: "commentId",
  collection: "collectionId",
  member: "userId",
  team: "teamId",
  spec: "specSlug",
  section: "siteSectionId",
  translation: "translationId",
} as const;

type Word = keyof typeof WORDS;

const DESCRIBED: Record<Word, string> = {
  org: "organization: id, title or URL; default: the one in use",
  space: "space: id, title or URL; default: the one in use",
  site: "site: id, title or URL; default: the one in use",
  change_request: "change request: number, id, subject or URL; without it: the space's own content",
  page: "page: id, path, title or URL",
  file: "file: id or name",
  comment: "comment: id",
  collection: "collection: id or title",
  member: "member: id, email or name; @me is the owner of the token, if known",
  team: "team: id or title",
  spec: "OpenAPI specification: slug",
  section: "site section: id or title",
  translation: "translation: id",
};

/** An optional name. Names are no longer than titles. */
const name = (describe: string) =>
  z.optional(z.string().check(z.minLength(1), z.maxLength(2000), z.describe(describe)));

/** Optional input members for these words. */
export const placeOf = <W extends Word>(...words: readonly W[]) =>
  // There is one member for each word.
  Object.fromEntries(words.map((word) => [word, name(DESCRIBED[word])])) as Record<W, ReturnType<typeof name>>;

/** The word for a path parameter; the parameter itself if there is none. */
export const wordOf = (param: string): string => Object.entries(WORDS).find(([, own]) => own === param)?.[0] ?? param;

export const text = (describe: string, longest = 2000) =>
  z.string().check(z.minLength(1), z.maxLength(longest), z.describe(describe));

export const LIST_INPUT = () => ({
  fields: z.optional(
    z
      .array(text("dotted path", 200))
      .check(z.maxLength(30), z.describe('members to show, such as "user.email"; ["*"]: all')),
  ),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(50), z.describe("items to return, at most 50; default 20"))),
  cursor: z.optional(text("next_cursor of the previous answer, to continue")),
});

export const OFFSET = () =>
  z.optional(z.int().check(z.minimum(0), z.describe("next_offset of the previous answer, to continue")));
