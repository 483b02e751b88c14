/** Things that can wait for somebody, each as one item. */

import type { Column } from "../../cli/output/types.js";
import type { NamedSpace } from "../across-spaces.js";
import { markdownOf } from "../shared.js";

export const GROUPS = ["change requests", "replies", "comments", "failures"] as const;
export type Group = (typeof GROUPS)[number];

/** Headings for people. */
export const HEADINGS: Readonly<Record<Group, string>> = {
  "change requests": "Your change requests",
  replies: "Replies to your comments",
  comments: "Open comments in spaces that you administer",
  failures: "Failed specifications and translations",
};

/** The members of an item in JSON. */
export interface Item {
  group: Group;
  /** A subject, the first line of a comment, a slug or a language. */
  title: string;
  /** Why it waits. */
  reason: string;
  /** The person who wrote it; null if the service does not say. */
  author: string | null;
  authorId: string | null;
  space: NamedSpace | null;
  /** Number of the change request. */
  changeRequest: number | null;
  /** Id of the comment. */
  comment: string | null;
  /** When it was changed or written; of a reply, the last one if it is known. */
  at: string | null;
  url: string | null;
  /** The command to go on with. */
  command: string;
}

export const ITEM_FIELDS = [
  "group",
  "title",
  "reason",
  "author",
  "authorId",
  "space",
  "changeRequest",
  "comment",
  "at",
  "url",
  "command",
] as const satisfies readonly (keyof Item)[];

/** Columns for programs; people get a screen. */
export const COLUMNS: readonly Column<Item>[] = [
  { header: "Group", path: "group" },
  { header: "Title", path: "title" },
  { header: "Reason", path: "reason" },
  { header: "Author", path: "author" },
  { header: "Space", path: "space.title" },
  { header: "Change request", path: "changeRequest", as: "number" },
  { header: "Comment", path: "comment", as: "id" },
  { header: "At", path: "at", as: "time" },
];

interface Person {
  id?: string | null | undefined;
  displayName?: string | null | undefined;
}

export const authorOf = (user: Person | null | undefined): Pick<Item, "author" | "authorId"> => ({
  author: user?.displayName ?? null,
  authorId: user?.id ?? null,
});

/** A title has no more characters than these. */
const LONGEST_TITLE = 200;

/** The title of a comment: its first line with words. */
export function commentTitle(body: unknown): string {
  const line = (markdownOf(body) ?? "").split("\n", 100).find((one) => one.trim() !== "");
  return line === undefined ? "a comment without text" : line.trim().slice(0, LONGEST_TITLE);
}

/** The newest first in each group; without a time, last. */
export const inOrder = (items: readonly Item[]): Item[] =>
  [...items].sort(
    (a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || (b.at ?? "").localeCompare(a.at ?? ""),
  );

/** The flag with which a command finds the space of a thing, unless it is the default. */
export const spaceFlag = (space: string | undefined, { id }: NamedSpace): string[] =>
  id === space ? [] : ["--space", id];
