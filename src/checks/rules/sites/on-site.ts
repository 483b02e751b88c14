/** Sections and site spaces with conditions, for the rules about these. */
import { listSiteSections } from "../../../catalog/sections.js";
import { listSiteSpaces } from "../../../catalog/site-spaces.js";
import type { Facts } from "../../data-source.js";
import type { Subject, Thing } from "../../types.js";

interface Conditional {
  thing: Thing;
  condition: string;
  /** The command that changes the condition, without its value. */
  edit: readonly string[];
}

export const CONDITIONAL = [listSiteSections, listSiteSpaces] as const;

/** Sections first, each in the order of the site. */
export async function conditionalOf(facts: Facts, site: Subject<"site">): Promise<Conditional[]> {
  const [sections, spaces] = await Promise.all([
    facts.list(listSiteSections, site.params),
    facts.list(listSiteSpaces, site.params),
  ]);
  const at = ["--site", site.thing.id];
  const url = site.thing.url;
  return [
    ...sections.flatMap(({ id, title, condition }) =>
      condition && id
        ? [
            {
              thing: { kind: "section", id, title: title ?? id, url },
              condition,
              edit: ["sections", "edit", id, ...at],
            },
          ]
        : [],
    ),
    ...spaces.flatMap(({ id, title, space, condition }) =>
      condition && id
        ? [
            {
              thing: { kind: "site-space", id, title: title ?? space?.title ?? id, url },
              condition,
              edit: ["site-spaces", "edit", id, ...at],
            },
          ]
        : [],
    ),
  ];
}
