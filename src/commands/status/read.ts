/** What `docs status` reads, part by part: if one is refused, the others still show. */
import { listChangeRequests } from "../../catalog/change-requests.js";
import { listSites } from "../../catalog/sites.js";
import type { Api } from "../../cli/context.js";
import { Failure } from "../../errors.js";
import { count } from "../../shared/wrap.js";
import { allOf, spacesOf, WHOLE } from "../across-spaces.js";
import { failedSpecifications, failedTranslations } from "../failed-sources.js";

/** Spaces whose change requests are read. */
export const MOST_SPACES = 10;

interface NamedThing {
  id: string;
  title: string;
}

export interface LiveChangeRequest {
  space: NamedThing;
  number: number | null;
  subject: string;
  status: string;
  author: string;
  outdated: boolean;
  /** Open ones; null if the answer does not say. */
  comments: number | null;
  updatedAt: string | null;
  url: string | null;
}

export interface SpaceComments {
  space: NamedThing;
  /** Open ones on its content. */
  comments: number;
  /** Open ones on its open and draft change requests; null if these were not all read. */
  onChangeRequests: number | null;
}

export interface State {
  organization: string;
  /** The member whose change requests are `mine`; null if the profile names none. */
  me: string | null;
  /** Open ones, and the drafts of `me`; `mine` is null if `me` is not known. */
  changeRequests: { live: LiveChangeRequest[]; mine: LiveChangeRequest[] | null; outdated: LiveChangeRequest[] } | null;
  openComments: SpaceComments[] | null;
  failedSpecifications: { slug: string; error: string; updatedAt: string | null }[] | null;
  failedTranslations: { id: string; language: string; status: string; updatedAt: string | null }[] | null;
  unpublishedSites: (NamedThing & { visibility: string })[] | null;
  /** Spaces with live change requests that were not looked into. */
  spacesLeftOut: number;
  refused: { part: string; kind: string; status: number | null; message: string }[];
}

type Refusals = State["refused"];

/** @throws Failure the first one, if every part failed */
export async function readState(api: Api, organization: string, me: string | undefined): Promise<State> {
  const refused: Refusals = [];
  const failures: Failure[] = [];
  const params = { organizationId: organization };
  const part = async <T>(name: string, read: () => Promise<T>): Promise<T | null> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
      refused.push({ part: name, kind: error.kind, status: error.status ?? null, message: error.message });
      return null;
    }
  };
  const spaces = await part("spaces", () => spacesOf(api, organization));
  const busy = (spaces ?? []).filter(isBusy);
  busy.sort((a, b) => (b.updatedAt ?? "").localeCompare(a.updatedAt ?? ""));
  const [found, failedSpecs, failedLanguages, unpublishedSites] = await Promise.all([
    spaces && part("change requests", async () => ({ all: await readLive(api, busy.slice(0, MOST_SPACES), me) })),
    part("specifications", () => specifications(api, params)),
    part("translations", () => translations(api, params)),
    part("sites", () => sites(api, params)),
  ]);
  const [first] = failures;
  if (first && [spaces, failedSpecs, failedLanguages, unpublishedSites].every((found) => found === null)) {
    throw first;
  }
  return {
    organization,
    me: me ?? null,
    changeRequests: found && liveOnes(found.all, me),
    openComments: spaces && (await part("comments", async () => openComments(spaces, found?.all))),
    failedSpecifications: failedSpecs,
    failedTranslations: failedLanguages,
    unpublishedSites,
    spacesLeftOut: Math.max(0, busy.length - MOST_SPACES),
    refused,
  };
}

interface Space {
  id?: string | null | undefined;
  title?: string | null | undefined;
  comments?: number | null | undefined;
  changeRequestsOpen?: number | null | undefined;
  changeRequestsDraft?: number | null | undefined;
}

const toNamed = ({ id, title }: Pick<Space, "id" | "title">): NamedThing => ({ id: id ?? "", title: title ?? "" });

/** @throws Failure invalid-answer: a space without a number is not one without comments */
function openComments(spaces: readonly Space[], found: readonly InSpace[] | undefined): SpaceComments[] {
  const unknown = spaces.filter(({ comments }) => typeof comments !== "number").length;
  if (unknown > 0) {
    const were = `${count(unknown, "space")} ${unknown === 1 ? "was" : "were"}`;
    throw new Failure("invalid-answer", `${were} answered without a number of comments`);
  }
  const read = new Map(found?.map((one) => [one.space, commentsOn(one)]));
  return spaces
    .map((space) => ({
      space: toNamed(space),
      comments: space.comments ?? 0,
      onChangeRequests: isBusy(space) ? (read.get(space) ?? null) : 0,
    }))
    .filter((one) => commentsIn(one) > 0 || one.onChangeRequests === null)
    .sort((a, b) => commentsIn(b) - commentsIn(a));
}

/** Those that were read: at least so many. */
export const commentsIn = ({ comments, onChangeRequests }: SpaceComments): number => comments + (onChangeRequests ?? 0);

/** Null if a list or a number is missing. */
function commentsOn({ isWhole, found }: InSpace): number | null {
  if (!isWhole || found.some(({ change }) => change.comments === null)) return null;
  return found.reduce((sum, { change }) => sum + (change.comments ?? 0), 0);
}

const isBusy = (space: Space): boolean => space.changeRequestsOpen !== 0 || space.changeRequestsDraft !== 0;

interface InSpace {
  space: Space;
  found: OwnChange[];
  /** Drafts were read, too, or there are none. */
  isWhole: boolean;
}

/** Drafts concern only their authors: they are read only if `me` is known. */
const readLive = (api: Api, spaces: readonly Space[], me: string | undefined): Promise<InSpace[]> =>
  Promise.all(
    spaces.map(async (space) => {
      const readsDrafts = me !== undefined && space.changeRequestsDraft !== 0;
      const wanted = [
        ...(space.changeRequestsOpen === 0 ? [] : ["open" as const]),
        ...(readsDrafts ? ["draft" as const] : []),
      ];
      const lists = await Promise.all(wanted.map((status) => inSpace(api, space, status)));
      return { space, found: lists.flat(), isWhole: readsDrafts || space.changeRequestsDraft === 0 };
    }),
  );

function liveOnes(spaces: readonly InSpace[], me: string | undefined): State["changeRequests"] {
  const found = spaces.flatMap((one) => one.found);
  const sorted = found.sort((a, b) => (b.change.updatedAt ?? "").localeCompare(a.change.updatedAt ?? ""));
  // Other people's drafts do not need anybody's attention yet.
  const live = sorted.filter(({ change, authorId }) => change.status !== "draft" || authorId === me);
  return {
    live: live.map(({ change }) => change),
    mine: me === undefined ? null : live.filter(({ authorId }) => authorId === me).map(({ change }) => change),
    outdated: live.map(({ change }) => change).filter(({ outdated }) => outdated),
  };
}

interface OwnChange {
  change: LiveChangeRequest;
  authorId: string | undefined;
}

async function inSpace(api: Api, space: Space, status: "open" | "draft"): Promise<OwnChange[]> {
  const listing = api.list(listChangeRequests, { params: { spaceId: space.id ?? "" }, query: { status } }, WHOLE);
  return (await allOf(listing)).map((found) => ({
    change: {
      space: toNamed(space),
      number: found.number ?? null,
      subject: found.subject ?? "",
      status: found.status ?? status,
      author: found.createdBy?.displayName ?? "",
      outdated: found.outdated === true,
      comments: found.comments ?? null,
      updatedAt: found.updatedAt ?? null,
      url: found.urls?.app ?? null,
    },
    authorId: found.createdBy?.id ?? undefined,
  }));
}

interface OrgParams {
  organizationId: string;
}

const specifications = async (api: Api, params: OrgParams) =>
  (await failedSpecifications(api, params)).map(({ slug, lastProcessErrorCode, updatedAt }) => ({
    slug: slug ?? "",
    error: lastProcessErrorCode ?? "",
    updatedAt: updatedAt ?? null,
  }));

const translations = async (api: Api, params: OrgParams) =>
  (await failedTranslations(api, params)).map(({ id, language, status, updatedAt }) => ({
    id: id ?? "",
    language: language ?? "",
    status: status ?? "",
    updatedAt: updatedAt ?? null,
  }));

async function sites(api: Api, params: OrgParams) {
  const found = await allOf(api.list(listSites, { params, query: { published: false } }, WHOLE));
  // A service that does not know the filter returns all of them.
  return found
    .filter(({ published }) => published !== true)
    .map((site) => ({ ...toNamed(site), visibility: site.visibility ?? "" }));
}
