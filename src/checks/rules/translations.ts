/** Rules about translations. */
import { getSpace } from "../../catalog/spaces.js";
import { count } from "../../shared/wrap.js";
import { requireKnown } from "../not-evaluable.js";
import { defineRule } from "../types.js";

export const translationFailed = defineRule({
  id: "translation-failed",
  severity: "error",
  tag: "translations",
  summary: "A translation failed",
  why: "Readers of that language get an older text, or none.",
  fix: "docs translations view TRANSLATION",
  example: "the last run into fr failed",
  of: "translation",
  decidedBy: ["status"],
  needs: [],
  check({ item, thing }) {
    if (item.status !== "failed") return [];
    return [
      {
        message: `the last run into ${item.language || "an unnamed language"} failed`,
        since: item.updatedAt,
        fix: { words: ["translations", "view", thing.id] },
      },
    ];
  },
});

const BUSY = ["pending", "running"];

export const translationPendingLong = defineRule({
  id: "translation-pending-long",
  severity: "warning",
  tag: "translations",
  summary: "A translation has been running for a long time",
  why: "A run takes minutes to hours. One that takes days is stuck, and blocks later runs.",
  fix: "docs translations view TRANSLATION",
  example: "pending for 3 days",
  of: "translation",
  decidedBy: ["status", "updatedAt"],
  needs: [],
  days: 1,
  check({ item, thing }, { isOld, age }) {
    const status = item.status ?? "";
    if (!BUSY.includes(status) || !isOld(item.updatedAt)) return [];
    const days = age(item.updatedAt);
    return [
      {
        message: `${status} for ${count(days, "day")}`,
        since: item.updatedAt,
        fix: { words: ["translations", "view", thing.id] },
      },
    ];
  },
});

export const translationBehind = defineRule({
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
