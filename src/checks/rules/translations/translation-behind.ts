import { getSpace } from "../../../catalog/spaces.js";
import { requireKnown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "translation-behind",
  severity: "info",
  tag: "translations",
  summary: "The source of a translation was changed long after its last run",
  why: "Readers of that language follow outdated instructions.",
  fix: "docs translations view TRANSLATION",
  example: "its source was changed 20 days after the last run into fr",
  of: "translation",
  decidedBy: ["status", "updatedAt", "source.space"],
  needs: [{ endpoint: getSpace, when: "the translation is complete" }],
  days: 7,
  async check({ item, thing }, { facts, days }) {
    const source = item.source?.space;
    if (!source || !["complete", "completed"].includes(item.status ?? "")) return [];
    const space = await facts.one(getSpace, { spaceId: source });
    const gap = Math.floor(
      (Date.parse(requireKnown(space.updatedAt, "when the source was changed")) - Date.parse(item.updatedAt ?? "")) /
        86_400_000,
    );
    // NaN if a time is missing.
    if (!(gap > days)) return [];
    return [
      {
        message: `its source was changed ${gap} days after the last run into ${item.language || "an unnamed language"}`,
        since: space.updatedAt,
        fix: { words: ["translations", "view", thing.id] },
      },
    ];
  },
});
