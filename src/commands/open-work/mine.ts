/** The open work that waits for one person: their change requests, answers to their comments, comments for administrators, failures. */
import { listChangeRequests } from "../../catalog/change-requests.js";
import {
  listChangeRequestCommentReplies,
  listChangeRequestComments,
  listSpaceComments,
} from "../../catalog/comments.js";
import type { Api, Context } from "../../cli/context.js";
import { readAll, WHOLE } from "../../shared/list-gap.js";
import { count } from "../../shared/wrap.js";
import { nameOf, readSpaces, type Unread } from "../across-spaces.js";
import {
  authorOf,
  commentTitle,
  type Group,
  type Item,
  inOrder,
  type LiveChange,
  type OpenWork,
  type Space,
  type SpaceChanges,
  spaceFlag,
} from "./read.js";

interface Person {
  me: string;
  /** Only what belongs to this space. */
  spaceId: string | undefined;
  /** Only what is about the person's own change requests and comments. */
  mine: boolean;
  /** Only what this user wrote. */
  author: string | undefined;
}

export interface Inbox {
  items: Item[];
  /** By the names of their lists. */
  unread: Unread[];
  /** Groups that what was not read may have items for. */
  incomplete: ReadonlySet<Group>;
  /** Spaces that do not say whether the person administers them. */
  undecided: number;
  /** Left out by the author, as theirs is not known. */
  unknownAuthors: number;
}

/** One list to read; `title` is what messages call it. */
interface Part {
  title: string;
  /** Groups that it may have items for. */
  groups: readonly Group[];
  read: () => Promise<Item[]>;
}

type ReadParts = Awaited<ReturnType<typeof readSpaces<Part, Item[]>>>;

/** @throws Failure the first one, if the spaces or none of the lists could be read */
export async function readMine(context: Context, work: OpenWork, person: Person): Promise<Inbox> {
  const { spaces, changes, specifications, translations } = work;
  const parts = [
    ...changes.found.flatMap((one) => contributedPart(context, one, person)),
    ...spaces.found.flatMap((space) => contentPart(context, space, person)),
    ...changes.found.flatMap(({ space, live }) => live.flatMap((one) => changePart(context, space, one, person))),
  ];
  const own = await readSpaces<Part, Item[]>(parts, ({ read }) => read());
  refuseNothing(work, own);
  const items = [
    ...changes.found.flatMap(({ space, live }) =>
      live
        .filter((one) => isOwn(one, person) && needsAttention(one))
        .map((one) => changeItem(context, space, one, person)),
    ),
    ...own.found.flatMap(({ value }) => value),
    ...failureItems(context, work, person.spaceId),
  ];
  const names = new Set(own.unread.map(({ part }) => part));
  const wanted = (item: Item) => person.author === undefined || item.authorId === person.author;
  const unknown = items.filter(({ authorId, group }) => authorId === null && group !== "failures");
  return {
    items: inOrder(items.filter(wanted)),
    unread: [changes, specifications, translations, own].flatMap(({ unread }) => unread),
    incomplete: new Set([
      ...(changes.unread.length > 0 ? (["change requests", "replies", "comments"] as const) : []),
      ...(specifications.unread.length + translations.unread.length > 0 ? (["failures"] as const) : []),
      ...parts.filter(({ title }) => names.has(title)).flatMap(({ groups }) => groups),
    ]),
    undecided: person.mine ? 0 : spaces.found.filter(mayAdminister).length,
    unknownAuthors: person.author === undefined ? 0 : unknown.length,
  };
}

function refuseNothing({ spaces, changes, specifications, translations }: OpenWork, own: ReadParts): void {
  const [refused] = spaces.failures;
  if (refused) throw refused;
  const [failure] = [...changes.failures, ...own.failures];
  const answered = changes.answered + specifications.answered + translations.answered + own.found.length;
  if (failure && answered === 0) throw failure;
}

const mayAdminister = ({ permissions, comments }: Space): boolean => comments !== 0 && permissions?.admin === undefined;
const administers = ({ permissions }: Space, { mine }: Person): boolean => permissions?.admin === true && !mine;

const isOwn = ({ createdBy }: LiveChange, { me }: Person): boolean => createdBy?.id === me;
const needsAttention = ({ comments, outdated }: LiveChange): boolean => (comments ?? 0) > 0 || outdated === true;
const labelOf = ({ number, id }: LiveChange): string => String(number ?? id ?? "");

/** Change requests of others that the person contributed to: one more list where there may be any. */
function contributedPart(context: Context, { space, live }: SpaceChanges, person: Person): Part[] {
  const doubtful = live.filter((one) => !isOwn(one, person) && needsAttention(one));
  if (doubtful.length === 0) return [];
  const statuses = [...new Set(doubtful.map(({ status }) => status))];
  const read = async () => {
    const params = { spaceId: space.id ?? "" };
    const lists = statuses.map((status) =>
      readAll(context.api.list(listChangeRequests, { params, query: { status, contributor: person.me } }, WHOLE)),
    );
    const ids = new Set((await Promise.all(lists)).flat().map(({ id }) => id));
    return doubtful.filter(({ id }) => ids.has(id)).map((one) => changeItem(context, space, one, person));
  };
  return [{ title: `change requests in ${nameOf(space).title}`, groups: ["change requests"], read }];
}

function changeItem({ next, settings }: Context, space: Space, found: LiveChange, person: Person): Item {
  const { number, comments, outdated, createdBy } = found;
  const reasons = [
    ...(comments ? [count(comments, "open comment")] : []),
    ...(outdated ? ["behind its space"] : []),
    ...(isOwn(found, person) ? [] : ["you contributed"]),
  ];
  return {
    group: "change requests",
    title: found.subject || `change request ${labelOf(found)}`,
    reason: reasons.join(", "),
    ...authorOf(createdBy),
    space: nameOf(space),
    changeRequest: number ?? null,
    comment: null,
    at: found.updatedAt ?? null,
    url: found.urls?.app ?? null,
    command: next("cr review", labelOf(found), ...spaceFlag(settings.space, nameOf(space))),
  };
}

/** Open comments on the content: all of them for an administrator, one's own for anyone else. A space that counts none is not asked. */
function contentPart({ api, next, settings }: Context, space: Space, person: Person): Part[] {
  if (space.comments === 0) return [];
  const name = nameOf(space);
  const read = async () => {
    const found = await readAll(
      api.list(listSpaceComments, { params: { spaceId: name.id }, query: filterOf(space, person) }, WHOLE),
    );
    return found.flatMap((comment): Item[] => {
      const own = comment.postedBy?.id === person.me;
      // A service that does not know the filter returns all of them.
      if (own ? !comment.replies : !administers(space, person)) return [];
      const page = comment.target?.page?.title;
      const replies = comment.replies ? [`${comment.replies} ${comment.replies === 1 ? "reply" : "replies"}`] : [];
      return [
        {
          group: own ? "replies" : "comments",
          title: commentTitle(comment.body),
          reason: [page ? `on ${page}` : "on the space", ...replies].join(", "),
          // The service does not list who answered on a space.
          ...authorOf(own ? undefined : comment.postedBy),
          space: name,
          changeRequest: null,
          comment: comment.id ?? null,
          at: comment.postedAt ?? null,
          url: space.urls?.app ?? null,
          command: next("comments view", comment.id ?? "", ...spaceFlag(settings.space, name)),
        },
      ];
    });
  };
  return [{ title: `comments in ${name.title}`, groups: ["comments", "replies"], read }];
}

const filterOf = (space: Space, person: Person) => ({
  status: "open" as const,
  ...(!administers(space, person) && { authors: [person.me] }),
  format: "markdown" as const,
});

/** Open comments on a change request: of others for an administrator, and one's own that somebody else answered last. */
function changePart(context: Context, space: Space, change: LiveChange, person: Person): Part[] {
  if (change.comments === 0) return [];
  const { api, next, settings } = context;
  const params = { spaceId: space.id ?? "", changeRequestId: change.id ?? "" };
  const flags = ["--cr", labelOf(change), ...spaceFlag(settings.space, nameOf(space))];
  const place = { space: nameOf(space), changeRequest: change.number ?? null, url: change.urls?.app ?? null };
  const read = async () => {
    const query = filterOf(space, person);
    const found = await readAll(api.list(listChangeRequestComments, { params, query }, WHOLE));
    const items = found.map(async (comment): Promise<Item[]> => {
      const common = { ...place, title: commentTitle(comment.body), comment: comment.id ?? null };
      const id = comment.id ?? "";
      if (comment.postedBy?.id !== person.me) {
        if (!administers(space, person)) return [];
        const reason = `on change request #${labelOf(change)}`;
        const at = { ...authorOf(comment.postedBy), at: comment.postedAt ?? null };
        return [{ group: "comments", reason, ...common, ...at, command: next("comments view", id, ...flags) }];
      }
      const last = comment.replies === 0 ? undefined : await lastReply(api, { ...params, commentId: id });
      if (!last || last.postedBy?.id === person.me) return [];
      const reason = `answered: ${commentTitle(last.body)}`;
      const at = { ...authorOf(last.postedBy), at: last.postedAt ?? null };
      return [{ group: "replies", reason, ...common, ...at, command: next("replies list", id, ...flags) }];
    });
    return (await Promise.all(items)).flat();
  };
  return [{ title: `comments on #${labelOf(change)} in ${place.space.title}`, groups: ["comments", "replies"], read }];
}

async function lastReply(api: Api, params: { spaceId: string; changeRequestId: string; commentId: string }) {
  const replies = await readAll(
    api.list(listChangeRequestCommentReplies, { params, query: { format: "markdown" } }, WHOLE),
  );
  return replies.reduce<(typeof replies)[number] | undefined>(
    (latest, one) => ((one.postedAt ?? "") >= (latest?.postedAt ?? "") ? one : latest),
    undefined,
  );
}

/** Nobody wrote them, and they are in no space. */
const NOBODY = { ...authorOf(undefined), group: "failures", space: null, changeRequest: null, comment: null } as const;

interface WithPermissions {
  permissions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** An answer that does not say is not hidden. */
const isEditable = ({ permissions }: WithPermissions): boolean => permissions?.edit !== false;

const failureItems = ({ next }: Context, { specifications, translations }: OpenWork, spaceId?: string): Item[] => [
  ...specifications.found.filter(isEditable).map((one) => ({
    ...NOBODY,
    title: one.slug ?? "",
    reason: `specification: ${one.lastProcessErrorCode}`,
    at: one.updatedAt ?? null,
    url: one.urls?.app ?? null,
    command: next("openapi view", one.slug ?? ""),
  })),
  ...translations.found
    .filter(isEditable)
    .filter(({ source, result }) => spaceId === undefined || [source?.space, result?.space].includes(spaceId))
    .map((one) => ({
      ...NOBODY,
      title: one.language ?? one.id ?? "",
      reason: `translation: ${one.status}`,
      at: one.updatedAt ?? null,
      url: null,
      command: next("translations view", one.id ?? ""),
    })),
];
