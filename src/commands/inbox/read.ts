/** Reads what waits, space by space. What could not be read is named: it is not taken for nothing. */
import { getSpace } from "../../catalog/spaces.js";
import { nameOf, readSpaces, spacesOf, type Unread } from "../across-spaces.js";
import { changesIn, type LiveChange, repliesOn } from "./changes.js";
import { commentsIn } from "./comments.js";
import { failuresOf } from "./failures.js";
import { type Group, type Item, inOrder } from "./items.js";
import type { InboxContext, InboxRequest, InboxSpace } from "./types.js";

export interface Inbox {
  items: Item[];
  /** By the names of their parts. */
  unread: Unread[];
  /** Groups that what was not read may have items for. */
  incomplete: ReadonlySet<Group>;
  /** Spaces that do not say whether the person administers them. */
  undecided: number;
  /** Left out by the author, as theirs is not known. */
  unknownAuthors: number;
}

interface Read {
  items: Item[];
  live?: LiveChange[];
}

/** One list to read; `title` is what messages call it. */
interface Part {
  title: string;
  /** What it may have items for. */
  groups: readonly Group[];
  read: () => Promise<Read>;
}

/** @throws Failure the first one, if no list of any space could be read */
export async function readInbox(needs: InboxContext, wanted: InboxRequest): Promise<Inbox> {
  const { api } = needs;
  const spaces =
    wanted.spaceId === undefined
      ? await spacesOf(api, wanted.organizationId)
      : [await api.call(getSpace, { params: { spaceId: wanted.spaceId } })];
  const ofSpaces = spaces.flatMap((space) => partsOf(needs, wanted, space));
  // Failures belong to the organization, and to nobody.
  const ofAll = wanted.mine ? [] : failuresOf(needs, wanted).map((part) => ({ ...part, groups: FAILURES }));
  const first = await readSpaces<Part, Read>([...ofSpaces, ...ofAll], ({ read }) => read());
  const [failure] = first.failures;
  if (failure && first.found.length === 0 && ofSpaces.length > 0) throw failure;
  const live = first.found.flatMap(({ value }) => value.live ?? []);
  const ofChanges = live.flatMap((one) => repliesPart(needs, wanted, one));
  const second = await readSpaces<Part, Read>(ofChanges, ({ read }) => read());
  const unread = [...first.unread, ...second.unread];
  const names = new Set(unread.map(({ part }) => part));
  const all = [...ofSpaces, ...ofAll, ...ofChanges];
  return {
    ...collectInbox(wanted, [first, second]),
    unread,
    incomplete: new Set(all.filter(({ title }) => names.has(title)).flatMap(({ groups }) => groups)),
    undecided: countUndecided(spaces, wanted),
  };
}

const FAILURES = ["failures"] as const;

type ReadParts = Awaited<ReturnType<typeof readSpaces<Part, Read>>>;

function collectInbox({ author }: InboxRequest, reads: readonly ReadParts[]): Pick<Inbox, "items" | "unknownAuthors"> {
  const found = reads.flatMap((one) => one.found);
  const items = found.flatMap(({ value }) => value.items);
  return {
    items: inOrder(items.filter(({ authorId }) => author === undefined || authorId === author)),
    unknownAuthors:
      author === undefined
        ? 0
        : items.filter(({ authorId, group }) => authorId === null && group !== "failures").length,
  };
}

/** A space that counts none is not asked. */
function partsOf(needs: InboxContext, wanted: InboxRequest, space: InboxSpace): Part[] {
  const { title } = nameOf(space);
  const parts: Part[] = [];
  if (space.changeRequestsOpen !== 0 || space.changeRequestsDraft !== 0)
    parts.push({
      title: `change requests in ${title}`,
      // The replies are on the change requests that this list names.
      groups: ["change requests", "replies"],
      read: () => changesIn(needs, wanted, space),
    });
  if (space.comments !== 0)
    parts.push({
      title: `comments in ${title}`,
      groups: ["comments", "replies"],
      read: () => commentsIn(needs, wanted, space),
    });
  return parts;
}

function repliesPart(needs: InboxContext, wanted: InboxRequest, one: LiveChange): Part[] {
  if (one.comments === 0) return [];
  const title = `comments on #${one.number ?? one.id} in ${one.space.title}`;
  return [{ title, groups: ["replies"], read: () => repliesOn(needs, wanted, one) }];
}

const countUndecided = (spaces: readonly InboxSpace[], { mine }: InboxRequest): number =>
  mine ? 0 : spaces.filter(({ permissions, comments }) => comments !== 0 && permissions?.admin === undefined).length;
