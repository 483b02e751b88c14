import { listChangeRequests } from "../catalog/change-requests.js";
import { listChangeRequestCommentReplies, listChangeRequestComments, listSpaceComments } from "../catalog/comments.js";
import { listOpenapiSpecs } from "../catalog/openapi.js";
import { getSpace, listOrgSpaces } from "../catalog/spaces.js";
import { listTranslations } from "../catalog/translations.js";
import { defineCommand, defineNoun } from "../cli/command.js";
import type { Api, Context } from "../cli/context.js";
import { only, text } from "../cli/flags.js";
import { relativeTime } from "../cli/output/text/cell.js";
import { cut, widthOf } from "../cli/output/text/fit.js";
import type { ScreenView } from "../cli/output/types.js";
import { usage } from "../errors.js";
import { readAll, WHOLE } from "../shared/list-gap.js";
import { titleWord } from "../shared/text/names.js";
import { sanitizeLine } from "../shared/text/sanitize.js";
import { count, wrap } from "../shared/wrap.js";
import { nameOf, readSpaces, refuseUnread, type Unread } from "./across-spaces.js";
import {
  authorOf,
  COLUMNS,
  commentTitle,
  GROUPS,
  type Group,
  HEADINGS,
  ITEM_FIELDS,
  type Item,
  inOrder,
  type LiveChange,
  type OpenWork,
  readOpenWork,
  type Space,
  type SpaceChanges,
  spaceFlag,
} from "./open-work/read.js";

// The open work that waits for one person: their change requests, answers to their comments, comments for administrators, failures.

interface Person {
  me: string;
  /** Only what belongs to this space. */
  spaceId: string | undefined;
  /** Only what is about the person's own change requests and comments. */
  mine: boolean;
  /** Only what this user wrote. */
  author: string | undefined;
}

interface Inbox {
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
async function readMine(context: Context, work: OpenWork, person: Person): Promise<Inbox> {
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

const inbox = defineCommand({
  name: "inbox",
  summary: "Show what waits for you, across spaces",
  description: [
    "Change requests that you wrote or contributed to, with open comments or behind their space; replies to your open comments; open comments of others in spaces",
    "that you administer, on their content and their change requests; failed specifications and translations that you may edit. Newest first. You are the member",
    "named with docs config set me. docs status shows all open work, also of other people.",
    "The service has no reviewers, and it does not list replies to comments on the content of a space: their number is shown.",
    "Requests: one for the list of spaces; up to four for each space with open or draft change requests; one for each space and each such change request that has",
    "comments; one for each comment of yours there that was answered; two for failures. What cannot be read is named, and the exit code is 9.",
  ].join("\n"),
  endpoints: [],
  uses: [
    listOrgSpaces,
    getSpace,
    listChangeRequests,
    listSpaceComments,
    listChangeRequestComments,
    listChangeRequestCommentReplies,
    listOpenapiSpecs,
    listTranslations,
  ],
  composite: true,
  unbounded: true,
  within: ["org"],
  optionalContexts: ["space"],
  flags: {
    mine: only("only your own change requests and comments"),
    author: text({ describe: "only what this user wrote", value: "user", id: "userId" }),
  },
  answer: ITEM_FIELDS,
  examples: [
    "docs inbox",
    "docs inbox --mine --space 'Tern User Guide'",
    "docs inbox --json -q '.[] | select(.group == \"comments\") | .title'",
  ],
  run: async (input) => {
    const { scope, optionalParams, flags, settings } = input;
    const { me } = settings;
    if (me === undefined) {
      throw usage("@me is not set", "set it with: docs config set me EMAIL");
    }
    const { spaceId } = optionalParams;
    const mine = flags.mine === true;
    const work = await readOpenWork(input.api, {
      organizationId: scope.organizationId,
      spaceId,
      // Failures belong to the organization, and specifications to no space.
      lists: mine ? [] : spaceId === undefined ? ["specifications", "translations"] : ["translations"],
    });
    const found = await readMine(input, work, { me, spaceId, mine, author: flags.author });
    await show(input, found, mine ? GROUPS.slice(0, 2) : GROUPS);
    refuseUnread(found.unread, "list");
  },
});

async function show(needs: Context, found: Inbox, groups: readonly Group[]): Promise<void> {
  const { items, undecided, unknownAuthors } = found;
  const { out, now, globals } = needs;
  if (out.format === "table" && globals.output.fields === undefined)
    await out.screen((view) => makeScreen(found, groups, view, now()));
  else await out.list(items, { columns: COLUMNS });
  if (undecided > 0) {
    const which = `${count(undecided, "space")} ${undecided === 1 ? "does" : "do"} not say whether you administer`;
    out.note(`${which} ${undecided === 1 ? "it" : "them"}: comments of others there are omitted`);
  }
  if (unknownAuthors > 0) out.note(`omitted ${count(unknownAuthors, "item")} without a known author`);
}

/** A paragraph for each group, and for each item what, why and where to go on; `now` in milliseconds since the epoch. */
function makeScreen({ items, incomplete }: Inbox, groups: readonly Group[], view: ScreenView, now: number): string[] {
  return GROUPS.filter((group) => groups.includes(group)).flatMap((group, at) => {
    const own = items.filter((item) => item.group === group);
    const [none, more] = incomplete.has(group)
      ? ["could not be read in full", ", could not be read in full"]
      : ["none", ""];
    const heading = `${HEADINGS[group]}: ${own.length === 0 ? none : `${own.length}${more}`}`;
    return [
      ...(at === 0 ? [] : [""]),
      view.paint("bold", cut(heading, view.width)),
      ...own.flatMap((item) => itemLines(item, view, now)),
    ];
  });
}

/** The command is never cut: it is there to be copied. */
function itemLines(item: Item, { width, paint }: ScreenView, now: number): string[] {
  return [
    `  ${cut(titleLine(item), width - 2)}`,
    ...wrap(aboutLine(item, now), Math.max(20, width - 4), widthOf).map((line) => `    ${line}`),
    `    ${paint("dim", sanitizeLine(typedCommand(item)))}`,
  ];
}

/** With the title of the space, where programs get its id. */
const typedCommand = ({ command, space }: Item): string =>
  space ? command.replace(`--space ${space.id}`, () => `--space ${titleWord(space)}`) : command;

/** The title of an item in one line, for a change that is announced. */
const titleLine = ({ changeRequest, title, group }: Item): string =>
  sanitizeLine(group === "change requests" && changeRequest !== null ? `#${changeRequest} ${title}` : title);

/** The most important part comes first. */
function aboutLine({ group, reason, author, space, changeRequest, at }: Item, now: number): string {
  const isReply = group === "replies";
  const isText = isReply || group === "comments";
  const where = isReply && changeRequest !== null ? `#${changeRequest} in ${space?.title}` : space?.title;
  const when = at === null ? undefined : relativeTime(at, now);
  const parts = isText ? [author, when, where, reason] : [when, reason, where];
  return parts
    .filter((part) => part !== undefined && part !== null && part !== "")
    .map((part) => sanitizeLine(String(part)))
    .join(" · ");
}

export default defineNoun(inbox);
