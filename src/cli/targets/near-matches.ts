/** Finds things whose names are close to what was typed. */

import { withArticle } from "../../shared/schema-issues.js";
import { shellWord } from "../../shared/shell-words.js";
import { closestWord } from "../../shared/text/closest-word.js";
import { foldTitle } from "../../shared/text/names.js";
import { BETWEEN, type Entry } from "../cache/entries.js";
import { type Kind, LISTED } from "../kinds.js";
import { hasNames } from "./target-shape.js";

const MOST = 3;

/** The entries whose id, name or title is closest to the text; none if nothing is close. */
export function nearEntries(text: string, entries: readonly Entry[]): Entry[] {
  const names = entries.flatMap(({ id, name, title }) => [id, name, title].filter((one) => one !== ""));
  const like = closestWord(text, names);
  if (like === undefined) return [];
  // The same thing may appear in several lists, such as that of a space and that of a change request.
  const near = new Map(
    entries.filter(({ id, name, title }) => [id, name, title].includes(like)).map((entry) => [entry.id, entry]),
  );
  return [...near.values()].slice(0, MOST);
}

/** "did you mean: ..."; undefined if there is nothing to suggest. */
export function nearHint(near: readonly { id: string; title: string }[], all = near.length): string | undefined {
  if (near.length === 0) return undefined;
  const more = all > near.length ? ` and ${all - near.length} more` : "";
  return `did you mean: ${near.map(({ id, title }) => (title === "" || title === id ? id : `${title} (${id})`)).join(", ")}${more}`;
}

/** `"Charging" is a page: docs pages view Charging`; undefined if no other kind was listed with the name. */
export async function otherKindHint(
  name: string,
  kinds: readonly Kind[],
  recall: (kind: Kind) => Promise<readonly Entry[]>,
  toLine: (command: string) => string,
): Promise<string | undefined> {
  const folded = foldTitle(name);
  // A title is remembered with what tells it apart: a person's email, the status of a change request.
  const isCalled = (entry: Entry): boolean =>
    [entry.id, entry.name].includes(name) || foldTitle(entry.title.split(BETWEEN, 1).join()) === folded;
  for (const kind of LISTED) {
    if (!hasNames(kind) || kinds.some(({ noun }) => noun === kind.noun)) continue;
    if (!(await recall(kind)).some(isCalled)) continue;
    const next = UNVIEWED.has(kind.noun) ? `${kind.noun} list` : `${kind.noun} view ${shellWord(name)}`;
    return `${JSON.stringify(name)} is ${withArticle(kind.name)}: ${toLine(next)}`;
  }
  return undefined;
}

/** Nouns whose things no command shows one by one. */
const UNVIEWED: ReadonlySet<string> = new Set(["sections", "section-groups", "site-spaces", "share-links"]);
