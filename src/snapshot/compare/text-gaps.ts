/** Pages without their text in contents that count as complete, as earlier versions of this tool wrote them. */
import { lacksText } from "../../shared/snapshots/page-texts.js";
import { count } from "../../shared/wrap.js";
import type { Side } from "./side.js";
import type { Sides } from "./things.js";
import type { Gap } from "./types.js";

interface Page {
  type?: unknown;
  document?: string;
  pages: Page[];
}

const lacking = (pages: readonly Page[]): number =>
  pages.reduce((sum, page) => sum + (lacksText(page) ? 1 : 0) + lacking(page.pages), 0);

/** A row for each side that lacks texts. */
export function textGaps(sides: Sides): Gap[] {
  return (["before", "after"] as const).flatMap((side): Gap[] => {
    const counts = countsOf(sides[side]);
    if (counts.length === 0) return [];
    const pages = counts.reduce((sum, one) => sum + one, 0);
    const reason = `${count(pages, "page")} without a text`;
    return [{ kind: "pages", side, state: "partial", reason, scopes: counts.length }];
  });
}

/** For each space whose content is complete and lacks texts: of how many pages. */
function countsOf({ snapshot: { db, store }, stateOf }: Side): number[] {
  const spaces = db.all("SELECT id, json_extract(json, '$.revision') AS revision FROM objects WHERE kind = 'space'");
  return spaces.flatMap(({ id, revision }) => {
    if (revision === null || stateOf(`spaces/${id}/content`) !== "complete") return [];
    return lacking(store.get<{ pages: Page[] }>("revision", String(revision))?.pages ?? []) || [];
  });
}
