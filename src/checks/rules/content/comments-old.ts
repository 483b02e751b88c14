import { listSpaceComments } from "../../../catalog/comments.js";
import { requireKnown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";

/** Characters of a comment that serve as its title. */
const MOST_SHOWN = 60;

const titleOf = (markdown: string): string => {
  const line = markdown.replace(/\s+/g, " ").trim();
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN).trim()}…` : line;
};

export default defineRule({
  id: "comments-old",
  severity: "info",
  tag: "content",
  summary: "A comment on a space has been open for a long time",
  why: "Somebody asked and got no answer, or got one and nobody resolved the comment.",
  fix: "docs comments resolve COMMENT --space SPACE",
  planned: {
    consequence: "resolves the comment, whether or not it was answered",
    condition: "it is open, and as old as when the plan was made",
  },
  example: "open for 120 days",
  of: "space",
  needs: [{ endpoint: listSpaceComments, when: "the space has open comments" }],
  days: 90,
  async check({ item, thing, params }, { facts, isOld, age }) {
    if (item.comments === 0) return [];
    const open = await facts.list(listSpaceComments, params, { status: "open", format: "markdown" });
    return open
      .filter(
        ({ postedAt, status }) => status !== "resolved" && isOld(requireKnown(postedAt, "when a comment was posted")),
      )
      .map(({ id, postedAt, body, urls }) => {
        const commentId = id ?? "";
        return {
          message: `open for ${age(postedAt)} days`,
          thing: { kind: "comment", id: commentId, title: titleOf(body?.markdown ?? ""), url: urls?.location ?? null },
          key: commentId,
          since: postedAt,
          fix: {
            words: ["comments", "resolve", commentId, "--space", thing.id],
            change: {
              endpoint: "updateSpaceComment",
              params: { spaceId: thing.id, commentId },
              body: { resolved: true },
            },
          },
        };
      });
  },
});
