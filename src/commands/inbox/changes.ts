/** Change requests that the person wrote or contributed to, and replies to their comments on any of them. */
import { listChangeRequests } from "../../catalog/change-requests.js";
import { listChangeRequestCommentReplies, listChangeRequestComments } from "../../catalog/comments.js";
import type { Api } from "../../cli/context.js";
import { count } from "../../shared/wrap.js";
import { allOf, type NamedSpace, nameOf, WHOLE } from "../across-spaces.js";
import { authorOf, commentTitle, type Item, spaceFlag } from "./items.js";
import type { InboxContext, InboxRequest, InboxSpace } from "./types.js";

/** An open change request, or a draft. */
export interface LiveChange {
  id: string;
  number: number | null;
  space: NamedSpace;
  /** Open comments, if the answer has their number. */
  comments: number | null | undefined;
  /** Its page in the app. */
  url: string | null;
}

/** One list for each status that the space counts, and one more where others' change requests may be contributed to. */
export async function changesIn(needs: InboxContext, { me }: InboxRequest, space: InboxSpace) {
  const spaceId = space.id ?? "";
  const wanted = [
    ...(space.changeRequestsOpen === 0 ? [] : ["open" as const]),
    ...(space.changeRequestsDraft === 0 ? [] : ["draft" as const]),
  ];
  const lists = await Promise.all(wanted.map((status) => inStatus(needs.api, spaceId, status, me)));
  const name = nameOf(space);
  const live = lists.flatMap(({ found }) => found);
  const mine = lists.flatMap(({ found, contributed }) =>
    found.filter((one) => one.createdBy?.id === me || contributed.has(one.id ?? "")),
  );
  return {
    items: mine.filter(needsAttention).map((one) => itemOf(needs, name, one, me)),
    live: live.map(
      ({ id, number, comments, urls }): LiveChange => ({
        id: id ?? "",
        number: number ?? null,
        space: name,
        comments,
        url: urls?.app ?? null,
      }),
    ),
  };
}

type OpenChange = Awaited<ReturnType<typeof inStatus>>["found"][number];

async function inStatus(api: Api, spaceId: string, status: "open" | "draft", me: string) {
  const list = (query: { contributor?: string }) =>
    allOf(api.list(listChangeRequests, { params: { spaceId }, query: { status, ...query } }, WHOLE));
  const found = await list({});
  const isDoubtful = found.some((one) => one.createdBy?.id !== me && needsAttention(one));
  const contributed = isDoubtful ? await list({ contributor: me }) : [];
  return { found, contributed: new Set(contributed.map(({ id }) => id ?? "")) };
}

const needsAttention = ({ comments, outdated }: Pick<OpenChange, "comments" | "outdated">): boolean =>
  (comments ?? 0) > 0 || outdated === true;

function itemOf({ next, settings }: InboxContext, space: NamedSpace, found: OpenChange, me: string): Item {
  const { number, comments, outdated, createdBy } = found;
  const reasons = [
    ...(comments ? [count(comments, "open comment")] : []),
    ...(outdated ? ["behind its space"] : []),
    ...(createdBy?.id === me ? [] : ["you contributed"]),
  ];
  const label = String(number ?? found.id ?? "");
  return {
    group: "change requests",
    title: found.subject || `change request ${label}`,
    reason: reasons.join(", "),
    ...authorOf(createdBy),
    space,
    changeRequest: number ?? null,
    comment: null,
    at: found.updatedAt ?? null,
    url: found.urls?.app ?? null,
    command: next("cr review", label, ...spaceFlag(settings, space)),
  };
}

/** Open comments of the person that somebody else answered last. */
export async function repliesOn(
  { api, next, settings }: InboxContext,
  { me }: InboxRequest,
  { id, number, space, url }: LiveChange,
) {
  const params = { spaceId: space.id, changeRequestId: id };
  const query = { status: "open" as const, authors: [me], format: "markdown" as const };
  const asked = await allOf(api.list(listChangeRequestComments, { params, query }, WHOLE));
  // A service that does not know the filter returns all of them.
  const own = asked.filter(({ postedBy, replies }) => postedBy?.id === me && replies !== 0);
  const items = await Promise.all(
    own.map(async (comment): Promise<Item[]> => {
      const at = { ...params, commentId: comment.id ?? "" };
      const replies = await allOf(
        api.list(listChangeRequestCommentReplies, { params: at, query: { format: "markdown" } }, WHOLE),
      );
      const last = replies.reduce<(typeof replies)[number] | undefined>(
        (latest, one) => ((one.postedAt ?? "") >= (latest?.postedAt ?? "") ? one : latest),
        undefined,
      );
      if (!last || last.postedBy?.id === me) return [];
      const label = String(number ?? id);
      return [
        {
          group: "replies",
          title: commentTitle(comment.body),
          reason: `answered: ${commentTitle(last.body)}`,
          ...authorOf(last.postedBy),
          space,
          changeRequest: number,
          comment: comment.id ?? null,
          at: last.postedAt ?? null,
          url,
          command: next("replies list", comment.id ?? "", "--cr", label, ...spaceFlag(settings, space)),
        },
      ];
    }),
  );
  return { items: items.flat() };
}
