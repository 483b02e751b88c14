import { getSpaceContent } from "../../../catalog/content.js";
import { Unknown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";
import { LEAN } from "../pages.js";

export default defineRule({
  id: "git-sync-behind",
  severity: "warning",
  tag: "content",
  summary: "The content of a space is newer than that of its repository",
  why: "Git sync has stopped, perhaps because a token has expired or a branch is protected, and the two sides diverge.",
  fix: "docs spaces view SPACE",
  example: "changed 3 days ago, after the last sync with tern/guide",
  of: "space",
  needs: [{ endpoint: getSpaceContent, when: "the space is synced with a repository" }],
  days: 1,
  async check(space, { facts, age, isOld }) {
    const { gitSync } = space.item;
    const synced = Date.parse(gitSync?.updatedAt ?? "");
    if (Number.isNaN(synced)) return [];
    // The time of the space changes with its settings, too: that of the revision counts.
    const { createdAt } = await facts.one(getSpaceContent, space.params, LEAN);
    if (Number.isNaN(Date.parse(createdAt ?? ""))) throw new Unknown("the content has no time of last change");
    if (!(Date.parse(createdAt ?? "") > synced) || !isOld(createdAt)) return [];
    const days = age(createdAt);
    return [
      {
        message: `changed ${days} ${days === 1 ? "day" : "days"} ago, after the last sync with ${gitSync?.repoName || "its repository"}`,
        since: createdAt,
        fix: { words: ["spaces", "view", space.thing.id] },
      },
    ];
  },
});
