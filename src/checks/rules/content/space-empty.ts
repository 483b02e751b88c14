import { listChangeRequests } from "../../../catalog/change-requests.js";
import { listSpaceComments } from "../../../catalog/comments.js";
import { listSpacePages } from "../../../catalog/pages.js";
import { listSiteSpaces } from "../../../catalog/site-spaces.js";
import { listSites } from "../../../catalog/sites.js";
import { requireWholeView, VIEW } from "../../complete-view.js";
import type { Facts } from "../../data-source.js";
import { Unknown, withholdIf } from "../../not-evaluable.js";
import { defineRule, type Subject } from "../../types.js";
import { flatPages, hasText, treeOf } from "../pages.js";

/** Whether one of the lists has an item. */
const hasAny = async (
  facts: Facts,
  endpoint: Parameters<Facts["any"]>[0],
  params: Subject["params"],
  states: string[],
) => (await Promise.all(states.map((status) => facts.any(endpoint, params, { status })))).includes(true);

/** Why the space is not to be deleted, although it has no pages; undefined if nothing speaks against it. */
async function whyKept({ item, thing, params }: Subject<"space">, facts: Facts): Promise<string | undefined> {
  if (item.gitSync) return "it is synced with a repository";
  if (await hasAny(facts, listChangeRequests, params, ["open", "draft"]))
    return "it has an open or draft change request";
  if (await hasAny(facts, listSpaceComments, params, ["all"])) return "it has comments";
  const { subjects, unknown } = await facts.everywhere("site-space");
  if (subjects.some((one) => one.item.space?.id === thing.id)) return "it is on a site";
  const [hidden] = unknown;
  if (hidden) throw new Unknown(hidden.reason);
  await requireWholeView(facts);
  return undefined;
}

export default defineRule({
  id: "space-empty",
  severity: "info",
  tag: "content",
  summary: "A space has no pages",
  why: "It was created and never filled, or emptied and never deleted: people who find it learn nothing.",
  fix: "docs spaces delete SPACE",
  planned: {
    consequence: "deletes the space; it can be restored for 7 days",
    condition: "it has no page, no open or draft change request, no comment and no repository, and is on no site",
    risk: "removes",
  },
  example: "has no pages",
  of: "space",
  needs: [
    listSpacePages,
    { endpoint: listChangeRequests, when: "the space has no pages" },
    { endpoint: listSpaceComments, when: "the space has no pages" },
    { endpoint: listSites, when: "the space has no pages" },
    { endpoint: listSiteSpaces, when: "the space has no pages" },
    VIEW,
  ],
  async check(space, { facts }) {
    if (flatPages(await treeOf(facts, space)).some(hasText)) return [];
    // Generated pages are pages, too; only a space without others is asked for them.
    if (flatPages(await facts.list(listSpacePages, space.params)).some(hasText)) return [];
    const { id } = space.thing;
    const withheld = await withholdIf(whyKept(space, facts), "it could not be determined whether it is in use");
    return [
      {
        message: "has no pages",
        since: space.item.updatedAt,
        fix:
          withheld === undefined
            ? { words: ["spaces", "delete", id], change: { endpoint: "deleteSpace", params: { spaceId: id } } }
            : { words: ["spaces", "view", id], ...withheld },
      },
    ];
  },
});
