import { listChangeRequests } from "../../../catalog/change-requests.js";
import { getChangeRequestPage, getSpacePage, listChangeRequestPages, listSpacePages } from "../../../catalog/pages.js";
import { count } from "../../../shared/wrap.js";
import type { Facts } from "../../data-source.js";
import { requireKnown, Unknown } from "../../not-evaluable.js";
import { defineRule, type Subject } from "../../types.js";
import type { Page } from "../pages.js";
import { changedPages, type PageChange } from "./changed-pages.js";
import { command } from "./cr-fixes.js";

type Cr = Subject<"change-request">;

/** Other open and draft change requests of the space: the earlier ones, so that a pair is reported once; all, if only one is checked. */
async function otherChangeRequests(facts: Facts, cr: Cr): Promise<Cr[]> {
  const one = facts.scope.changeRequest !== undefined;
  const { spaceId = "" } = cr.params;
  if (one) {
    const lists = ["open", "draft"].map((status) => facts.list(listChangeRequests, { spaceId }, { status }));
    return (await Promise.all(lists))
      .flat()
      .filter(({ id }) => id !== cr.thing.id)
      .map((item) => ({
        item,
        thing: { kind: "change-request", id: item.id ?? "", title: `#${item.number ?? "?"}`, url: null },
        params: { ...cr.params, changeRequestId: item.id ?? "" },
      }));
  }
  const { subjects } = await facts.subjects("change-request");
  const numberOf = ({ item }: Cr): number => requireKnown(item.number, "the numbers of change requests");
  return subjects.filter((other) => other.params.spaceId === spaceId && numberOf(other) < numberOf(cr));
}

/** Whether a page really differs: one with a later time may still have the same text. */
async function isOther(facts: Facts, { params }: Cr, { page, change }: PageChange): Promise<boolean> {
  if (change !== "changed") return true;
  const at = { ...params, pageId: page.id ?? "" };
  const [own, main] = await Promise.all([facts.one(getChangeRequestPage, at), facts.one(getSpacePage, at)]);
  if ([own, main].some(({ type, markdown }) => type === "document" && typeof markdown !== "string")) {
    throw new Unknown("the answer lacks the text of the page");
  }
  const shown = ({ title, description, emoji, icon, hidden, markdown, path }: Page) =>
    JSON.stringify([title, description, emoji, icon, hidden, markdown, path]);
  return shown(own) !== shown(main);
}

/** "guide/setup and 2 other pages". */
const formatNames = ([first = "", ...rest]: readonly string[]): string =>
  rest.length === 0 ? first : `${first} and ${count(rest.length, "other page")}`;

export default defineRule({
  id: "cr-overlap",
  severity: "info",
  tag: "change-requests",
  summary: "Two open or draft change requests change the same page",
  why: "The one that is merged second may conflict. Only an update shows whether it does.",
  fix: "docs cr diff CR --space SPACE",
  example: "#43 changes guide/setup, too: they may conflict",
  of: "change-request",
  off: "the changes of an outdated one are known only from the times of its pages",
  needs: [
    listSpacePages,
    listChangeRequestPages,
    { endpoint: getChangeRequestPage, when: "both have a later time of the page" },
    { endpoint: getSpacePage, when: "both have a later time of the page" },
  ],
  async check(cr, { facts }) {
    const rivals = await otherChangeRequests(facts, cr);
    if (rivals.length === 0) return [];
    const own = await changedPages(facts, cr);
    if (own.length === 0) return [];
    const found = rivals.map(async (rival) => {
      const theirs = new Map((await changedPages(facts, rival)).map((change) => [change.page.id, change]));
      const both: string[] = [];
      for (const change of own) {
        const other = theirs.get(change.page.id);
        if (!other || !(await isOther(facts, cr, change)) || !(await isOther(facts, rival, other))) continue;
        both.push(change.page.path ?? change.page.id ?? "");
      }
      if (both.length === 0) return [];
      const [number = ""] = rival.thing.title.split(" ");
      return [
        {
          message: `${number} changes ${formatNames(both)}, too: they may conflict`,
          key: rival.thing.id,
          fix: command(cr, "cr", "diff", "<cr>"),
        },
      ];
    });
    return (await Promise.all(found)).flat();
  },
});
