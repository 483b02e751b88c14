/** Finds things whose names are close to what was typed. */

import { closestWord } from "../../shared/text/closest-word.js";
import type { Entry } from "../cache/entries.js";

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
