/** Searchable lists of the things of a kind, fetched as needed. */
import { Failure } from "../../errors.js";
import type { Client } from "../../http/types.js";
import { checkAnsweredId } from "../../shared/ids.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import type { Kind } from "../kinds.js";
import { type Thing, thingsOf } from "../targets/listed-things.js";
import type { Ask, Choice, Remark } from "./ask.js";

/** With this many matches people keep typing: fetch no more pages. */
const ENOUGH = 50;
const LONGEST = 100;
const MORE: Remark = { name: "…", disabled: "(more: type to search)" };

/** Asks which thing of `kind` is meant and returns its id. `where` gives the contexts of the list. */
export async function pickFrom(
  kind: Kind,
  ask: Ask,
  client: () => Promise<Client>,
  where: (kind: Kind) => Promise<Record<string, string>>,
  question = `Which ${kind.name}?`,
  learned: (id: string, title: string) => void = () => {},
): Promise<string> {
  if (!kind.list) throw new Failure("usage", `the ${kind.name} is missing: pass its ${kind.called ?? "id"}`);
  const shelf = createShelf(thingsOf(kind, await where(kind), await client()));
  // Fetch the first page before asking: if the list is refused, there is nothing to ask.
  while (shelf.choices.length < ENOUGH && !shelf.complete()) await shelf.more();
  if (shelf.choices.length === 0) throw new Failure("usage", `there is no ${kind.name} to choose from`);
  const id = await ask.pick(question, async (term, signal) => {
    const wanted = term.toLowerCase();
    const matching = () => shelf.choices.filter(({ name }) => name.toLowerCase().includes(wanted));
    let found = matching();
    while (wanted !== "" && found.length < ENOUGH && !shelf.complete() && !signal?.aborted) {
      await shelf.more();
      found = matching();
    }
    return shelf.complete() ? found : [...found, MORE];
  });
  const title = shelf.titles.get(id);
  if (title) learned(id, title);
  return checkAnsweredId(kind.name, id);
}

interface Shelf {
  /** By id. */
  readonly titles: ReadonlyMap<string, string>;
  readonly choices: readonly Choice<string>[];
  complete(): boolean;
  /** Fetches the next page with items; a page already on its way is awaited, not requested twice. */
  more(): Promise<void>;
}

function createShelf(pages: AsyncGenerator<readonly Thing[]>): Shelf {
  const choices: Choice<string>[] = [];
  const titles = new Map<string, string>();
  let complete = false;
  let coming: Promise<void> | undefined;
  const fetch = async (): Promise<void> => {
    const before = choices.length;
    while (!complete && choices.length === before) {
      const page = await pages.next();
      if (page.done) complete = true;
      else choices.push(...page.value.map(asChoice));
      for (const thing of page.value ?? []) titles.set(thing.id, thing.titles[0] ?? "");
    }
  };
  return {
    titles,
    choices,
    complete: () => complete,
    more() {
      coming ??= fetch().finally(() => {
        coming = undefined;
      });
      return coming;
    },
  };
}

/** Title, id and a hint about the state, on one line. */
function asChoice({ id, titles, hints }: Thing): Choice<string> {
  const title = cut(sanitizeLine(titles.join(" · ")));
  const hint = hints.length > 0 ? ` [${sanitizeLine(hints.join(", "))}]` : "";
  return { name: title === "" ? `${sanitizeLine(id)}${hint}` : `${title} (${sanitizeLine(id)})${hint}`, value: id };
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : text;
}
