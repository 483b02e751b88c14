/** Columns, flags and titles that more than one noun uses. */

import type { Globals } from "../cli/argv/globals.js";
import { text } from "../cli/flags.js";
import { ellipsis } from "../cli/output/text/color.js";
import type { Column, Terminal } from "../cli/output/types.js";
import { Failure, usage } from "../errors.js";
import { roleName } from "../shared/choices.js";
import { getPath } from "../shared/paths.js";
import { didYouMean } from "../shared/text/names.js";

export const MEMBER_COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Name", path: "user.displayName" },
  { header: "Email", path: "user.email", as: "email" },
  { header: "Role", path: "role", as: "state", value: ({ role }) => roleName(role), drop: 1 },
  { header: "SSO", path: "sso", as: "boolean", drop: 5 },
  { header: "Teams", path: "teams", as: "number", drop: 4 },
  { header: "Joined", path: "joinedAt", as: "time", drop: 3 },
  { header: "Last seen", path: "lastSeenAt", as: "time", drop: 2 },
];

/** Text of a comment or a reply. */
export const BODY_FLAG = text({
  describe: "text as Markdown; - reads standard input",
  value: "text",
  file: true,
  editor: true,
  required: true,
});

/** Flags of the reads of content: fields of several endpoints, in the same words. */
export const CONTENT_WORDS = { metadata: "include git metadata", computed: "include computed content" } as const;

/** Emoji with how many people used each. */
export const REACTIONS: Column = { header: "Reactions", path: "reactions", value: (item) => reactionsOf(item) };

function reactionsOf({ reactions }: Record<string, unknown>): string {
  const all: unknown[] = Array.isArray(reactions) ? reactions : [];
  return all.map((one) => `${getPath(one, "emoji") ?? ""} ${getPath(one, "count") ?? 0}`).join(", ");
}

export const COMMENT_DETAILS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Status", path: "status", as: "state" },
  { header: "Author", path: "postedBy", as: "user" },
  { header: "Posted", path: "postedAt", as: "time" },
  { header: "Edited", path: "editedAt", as: "time" },
  { header: "Page", path: "target.page.title" },
  { header: "Replies", path: "replies", as: "number" },
  REACTIONS,
  { header: "Resolved", path: "resolvedAt", as: "time" },
  { header: "Resolved by", path: "resolvedBy", as: "user" },
  { header: "Permissions", path: "permissions" },
  { header: "Comment", path: "body.markdown", as: "markdown" },
];

export const REFERENCE_COLUMNS: readonly Column[] = [
  { header: "Kind", path: "kind", as: "state" },
  { header: "Title", path: "page.title", value: (item) => getPath(item, "page.title") ?? getPath(item, "file.name") },
  { header: "Path", path: "page.path", drop: 1 },
  { header: "Space", path: "space.title" },
  {
    header: "Revision",
    path: "versionContext.revision",
    value: (item) => getPath(item, "versionContext.revision.id") ?? getPath(item, "versionContext.revision"),
    as: "id",
    drop: 2,
  },
];

/** Before the title on a terminal. */
export const EMOJI: Column = { header: "Emoji", path: "emoji", piped: true };

export const SPACE_COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title", lead: ["emoji"] },
  { header: "Visibility", path: "visibility", as: "state" },
  { header: "Edit mode", path: "editMode", as: "state", drop: 3 },
  { header: "Open CRs", path: "changeRequestsOpen", as: "number", drop: 4 },
  { header: "Comments", path: "comments", as: "number", drop: 5 },
  { header: "Parent", path: "parent", as: "id", names: "collectionId", drop: 6 },
  { header: "Updated", path: "updatedAt", as: "time", drop: 2 },
  EMOJI,
];

/** Refuses standard output for what it cannot take. @throws Failure usage */
export function checkOutputFile(path: string | undefined, terminal: Terminal, files = 1): void {
  if (path !== "-") return;
  if (terminal.stdoutIsTTY) {
    throw usage("a file cannot be written to the terminal", "redirect standard output, or name a path with -O");
  }
  if (files > 1) throw usage("only one file can be written to standard output", "name a folder with -O");
}

export const savedWords = ({ path, bytes }: { path: string; bytes: number }): string =>
  path === "-" ? `Wrote ${bytes} bytes to standard output` : `Wrote ${path} (${bytes} bytes)`;

/** A file that was written here. */
export const SAVED_COLUMNS = [
  { header: "Path", path: "path" },
  { header: "Bytes", path: "bytes", as: "number" },
] as const;

/** A text of an answer; undefined where it has none. */
export function textAt(item: unknown, path: string): string | undefined {
  const value = getPath(item, path);
  return typeof value === "string" ? value : undefined;
}

/** The text of a comment or a reply. */
export const markdownOf = (body: unknown): string | undefined => textAt(body, "markdown");

const LONGEST_TEXT = 60;

/** Identifies a comment or a reply for people: its first line, cut for questions; --confirm takes the whole line, too. */
export const CALLED_BY_TEXT = {
  title: ({ body }: Record<string, unknown>) => {
    const [line = "", ...more] = linesOf(body);
    const characters = [...line];
    if (characters.length <= LONGEST_TEXT) return more.length > 0 ? line + ellipsis : line;
    return (
      characters
        .slice(0, LONGEST_TEXT - 1)
        .join("")
        .trimEnd() + ellipsis
    );
  },
  alsoCalled: ({ body }: Record<string, unknown>) => linesOf(body).slice(0, 1),
};

const linesOf = (body: unknown): string[] => (markdownOf(body) ?? "").split("\n").filter((line) => line.trim() !== "");

/** Title of a thing for confirmations. */
export function titleOf(item: Record<string, unknown>): string | undefined {
  return typeof item.title === "string" && item.title !== "" ? item.title : undefined;
}

export const TEAM_COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Members", path: "members", as: "number" },
  { header: "Spaces", path: "spaces", as: "number", drop: 2 },
  { header: "Created", path: "createdAt", as: "time", drop: 1 },
];

// Removals of what is on this machine, by a name that nothing has.

interface AbsentName {
  what: string;
  name: string;
  /** The names that exist. */
  names: readonly string[];
  /** The command that lists it. */
  list: string;
}

/** @throws Failure not-found, unless --if-exists makes that no mistake */
export function reportAbsent(
  { what, name, names, list }: AbsentName,
  { ifExists }: Globals["safety"],
  note: (message: string) => void,
): void {
  if (ifExists) {
    note(`already absent: ${what} ${name}`);
    return;
  }
  const hint = didYouMean(name, names, `see: ${list}`);
  throw new Failure("not-found", `there is no ${what} ${JSON.stringify(name)}`, { outcome: "not_applied", hint });
}
