/** Contents of what a request creates, as data: an undo removes the thing only with what its creation put there. */

/** Things inside: items of a list, a number that the thing shows of them, or both. */
interface Held {
  /** `member`; `many` if its plural is not with an s. */
  noun: string;
  many?: string;
  /** A list below the thing: `/members`. */
  list?: string;
  /** A list of the organization, and the member in which its items name the thing. */
  around?: { list: string; by: string };
  /** An array that the thing itself shows. */
  inside?: string;
  /** A number that the thing shows: a list with fewer items is not whole. */
  counter?: string;
  /** Paths in an item of what requests name it by. */
  keys?: readonly string[];
  /** Endpoints that each put one there without naming it, and the member of the body that asks for it. */
  unnamed?: Readonly<Record<string, string>>;
}

/** A field that the creation leaves with this value. */
interface Left {
  field: string;
  is: boolean;
  says: string;
}

/** A field that is still as the creation answered it. */
interface Answered {
  answered: string;
  says: string;
}

export type Content = Held | Left | Answered;

const REPLIES = { noun: "reply", many: "replies", counter: "replies", keys: ["id"] };

/** A source that is read for the first time becomes the first version; without one there is none. */
const VERSIONS: readonly Content[] = [
  { noun: "version", list: "/versions", unnamed: { createOpenapiSpec: "source", putOpenapiSpec: "source" } },
];

const CONTENT: Content = { answered: "revision", says: "its content was changed since" };

/** By the endpoint that creates the thing. What is not here holds nothing that is lost with it. */
const CONTENTS: Readonly<Record<string, readonly Content[]>> = {
  createTeam: [
    { noun: "member", list: "/members", counter: "members", keys: ["organization.id", "organization.user.email"] },
    { noun: "space", counter: "spaces" },
  ],
  createSite: [
    {
      noun: "site space",
      list: "/site-spaces",
      counter: "siteSpaces",
      keys: ["id", "space.id"],
      unnamed: { createSite: "newSpace" },
    },
    { noun: "section", list: "/sections", keys: ["id"] },
    { noun: "section group", list: "/section-groups", keys: ["id"] },
    { noun: "share link", list: "/share-links", keys: ["id"] },
    { field: "published", is: false, says: "it was published since" },
  ],
  createSiteSection: [{ noun: "site space", inside: "siteSpaces", keys: ["id", "space.id"] }],
  createSiteSectionGroup: [{ noun: "section", inside: "sections", keys: ["id"] }],
  createCollection: [
    { noun: "space", list: "/spaces", keys: ["id"] },
    { noun: "collection", around: { list: "collections", by: "parent" }, keys: ["id"] },
  ],
  duplicateSpace: [
    { noun: "change request", counter: "changeRequests" },
    { noun: "comment", counter: "comments" },
    CONTENT,
  ],
  restoreSpace: [CONTENT],
  createOpenapiSpec: VERSIONS,
  putOpenapiSpec: VERSIONS,
  // Replies in a space are in no list.
  createSpaceComment: [REPLIES],
  createChangeRequestComment: [{ ...REPLIES, list: "/replies" }],
};

export const contentsOf = (endpoint: string): readonly Content[] =>
  Object.hasOwn(CONTENTS, endpoint) ? (CONTENTS[endpoint] ?? []) : [];
