/** Reads what is open in an organization: `docs status` shows all of it, `docs inbox` what is one person's. */
import { listChangeRequests } from "../../catalog/change-requests.js";
import { listOpenapiSpecs } from "../../catalog/openapi.js";
import { listSites } from "../../catalog/sites.js";
import { getSpace } from "../../catalog/spaces.js";
import { listTranslations } from "../../catalog/translations.js";
import type { Api } from "../../cli/context.js";
import type { Column } from "../../cli/output/types.js";
import type { Failure } from "../../errors.js";
import { readAll, WHOLE } from "../../shared/list-gap.js";
import { hasLiveChanges } from "../../shared/open-comments.js";
import { loadSpaces, type NamedSpace, nameOf, readSpaces, type Unread } from "../across-spaces.js";
import { markdownOf } from "../shared.js";

interface Wanted {
  organizationId: string;
  /** One space in place of all. */
  spaceId?: string | undefined;
  /** The most spaces whose change requests are read: those that were changed last. */
  mostSpaces?: number;
  /** The lists of the organization that are read. */
  lists: readonly ("specifications" | "translations" | "sites")[];
}

/** `found` is all there is only if `unread` is empty. */
export interface Read<T> {
  found: T[];
  /** How many lists were. */
  answered: number;
  unread: Unread[];
  failures: Failure[];
}

export interface OpenWork {
  spaces: Read<Space>;
  changes: Read<SpaceChanges>;
  specifications: Read<Awaited<ReturnType<typeof failedSpecifications>>[number]>;
  translations: Read<Awaited<ReturnType<typeof failedTranslations>>[number]>;
  sites: Read<Awaited<ReturnType<typeof unpublishedSites>>[number]>;
  /** Spaces with open and draft change requests that were not looked into. */
  spacesLeftOut: number;
}

export type Space = Awaited<ReturnType<typeof loadSpaces>>[number];
/** An open change request, or a draft. */
export type LiveChange = Awaited<ReturnType<typeof liveIn>>[number];

/** The open and draft change requests of a space. */
export interface SpaceChanges {
  space: Space;
  live: LiveChange[];
}

/** Never throws for what could not be read: it is named. */
export async function readOpenWork(api: Api, wanted: Wanted): Promise<OpenWork> {
  const { organizationId, spaceId, mostSpaces = Number.POSITIVE_INFINITY, lists } = wanted;
  const params = { organizationId };
  const spaces = await readList("spaces", async () =>
    spaceId === undefined ? loadSpaces(api, organizationId) : [await api.call(getSpace, { params: { spaceId } })],
  );
  const busy = spaces.found.filter(hasLiveChanges);
  busy.sort((a, b) => (b.updatedAt ?? "").localeCompare(a.updatedAt ?? ""));
  const list = async <T>(name: Wanted["lists"][number], read: (api: Api, params: OrgParams) => Promise<T[]>) =>
    lists.includes(name)
      ? readList(name, () => read(api, params))
      : { found: [], answered: 0, unread: [], failures: [] };
  const [changes, specifications, translations, sites] = await Promise.all([
    readSpaces(
      busy.slice(0, mostSpaces).map((space) => ({ title: `change requests in ${nameOf(space).title}`, space })),
      async ({ space }) => ({ space, live: await liveIn(api, space) }),
    ),
    list("specifications", failedSpecifications),
    list("translations", failedTranslations),
    list("sites", unpublishedSites),
  ]);
  return {
    spaces,
    changes: { ...changes, found: changes.found.map(({ value }) => value), answered: changes.found.length },
    specifications,
    translations,
    sites,
    spacesLeftOut: Math.max(0, busy.length - mostSpaces),
  };
}

async function readList<T>(title: string, read: () => Promise<T[]>): Promise<Read<T>> {
  const { found, ...rest } = await readSpaces([{ title }], read);
  return { found: found.flatMap(({ value }) => value), answered: found.length, ...rest };
}

/** One list for each status that the space counts. */
async function liveIn(api: Api, space: Space) {
  const statuses = [
    ...(space.changeRequestsOpen === 0 ? [] : ["open" as const]),
    ...(space.changeRequestsDraft === 0 ? [] : ["draft" as const]),
  ];
  const lists = statuses.map(async (status) => {
    const found = await readAll(
      api.list(listChangeRequests, { params: { spaceId: space.id ?? "" }, query: { status } }, WHOLE),
    );
    return found.map((one) => ({ ...one, status: one.status ?? status }));
  });
  return (await Promise.all(lists)).flat();
}

interface OrgParams {
  organizationId: string;
}

async function failedSpecifications(api: Api, params: OrgParams) {
  const found = await readAll(api.list(listOpenapiSpecs, { params }, WHOLE));
  return found.filter(({ lastProcessErrorCode }) => Boolean(lastProcessErrorCode));
}

/** Statuses of translations without problems; all others are shown. */
const WELL = new Set(["pending", "running", "completed"]);

async function failedTranslations(api: Api, params: OrgParams) {
  const found = await readAll(api.list(listTranslations, { params }, WHOLE));
  return found.filter(({ status }) => Boolean(status) && !WELL.has(status ?? ""));
}

/** A service that does not know the filter returns all of them. */
async function unpublishedSites(api: Api, params: OrgParams) {
  const found = await readAll(api.list(listSites, { params, query: { published: false } }, WHOLE));
  return found.filter(({ published }) => published !== true);
}

// Things that can wait for somebody, each as one item.

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
