import { listSpacePages } from "../../../catalog/pages.js";
import { listOrgSpaces } from "../../../catalog/spaces.js";
import { getPath } from "../../../shared/paths.js";
import { requireWholeView, VIEW } from "../../complete-view.js";
import type { Facts } from "../../data-source.js";
import { defineRule } from "../../types.js";

/** Specifications that pages of a space are generated from, by id or slug. */
async function readUsedSpecs(facts: Facts, params: Readonly<Record<string, string>>): Promise<Set<string>> {
  const used = new Set<string>();
  const waiting: unknown[] = [...(await facts.list(listSpacePages, params))];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    const spec = getPath(page, "computed.dependencies.spec.ref.spec");
    if (typeof spec === "string") used.add(spec);
    const below = getPath(page, "pages");
    if (Array.isArray(below)) waiting.push(...below);
  }
  return used;
}

export default defineRule({
  id: "spec-unused",
  severity: "info",
  tag: "specs",
  summary: "No space has pages generated from a specification",
  why: "It is still read from its source regularly, but nobody uses it.",
  fix: "docs openapi delete SLUG",
  example: "no page uses it",
  of: "specification",
  needs: [listOrgSpaces, { endpoint: listSpacePages, when: "for every space, once" }, VIEW],
  off: "the text of a page may contain its operations, which no list shows",
  async check({ item, thing }, { facts }) {
    const { subjects } = await facts.subjects("space");
    const used = await Promise.all(subjects.map(({ params }) => readUsedSpecs(facts, params)));
    const names = [item.id, item.slug].filter((name) => name != null);
    if (used.some((one) => names.some((name) => one.has(name)))) return [];
    await requireWholeView(facts);
    return [{ message: "no page uses it", fix: { words: ["openapi", "view", item.slug ?? thing.id] } }];
  },
});
