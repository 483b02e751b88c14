/** Searchable lists of the things of a kind, fetched as needed. */
import { Failure } from "../../errors.js";
import type { Client } from "../../http/types.js";
import { checkAnsweredId } from "../../shared/ids.js";
import { foldText } from "../../shared/text/names.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import type { Kind } from "../kinds.js";
import { listThings, nameOfThing, type Thing } from "../targets/listed-things.js";
import type { Ask, Choice, Remark } from "./ask.js";

/** With this many matches people keep typing: fetch no more pages. */
const ENOUGH = 50;
const LONGEST = 100;
const MORE: Remark = { name: "…", disabled: "(more: type to search)" };

interface PickOptions {
  question?: string | undefined;
  /** Called with the id and the title of what was picked. */
  learned?: (id: string, title: string) => void;
  /** Show ids beside all titles. */
  ids?: boolean;
}

/** Asks which thing of `kind` is meant and returns its id. `where` gives the contexts of the list. */
export async function pickFrom(
  kind: Kind,
  ask: Ask,
  client: () => Promise<Client>,
  where: (kind: Kind) => Promise<Record<string, string>>,
  { question = `Which ${kind.name}?`, learned = () => {}, ids = false }: PickOptions = {},
): Promise<string> {
  if (!kind.list)
    throw new Failure("usage", `<${kind.name.replaceAll(" ", "-")}> is required: pass its ${kind.called ?? "id"}`);
  const shelf = createShelf(listThings(kind, await where(kind), await client()));
  // Fetch the first page before asking: if the list is refused, there is nothing to ask.
  while (shelf.things.length < ENOUGH && !shelf.complete()) await shelf.more();
  if (shelf.things.length === 0) throw new Failure("usage", `there is no ${kind.name} to choose from`);
  const id = await ask.pick(question, async (term, signal) => {
    const wanted = foldText(term);
    const matching = () => shelf.things.filter((thing) => foldText(lineOf(thing, true)).includes(wanted));
    let found = matching();
    while (wanted !== "" && found.length < ENOUGH && !shelf.complete() && !signal?.aborted) {
      await shelf.more();
      found = matching();
    }
    const choices = asChoices(found, shelf.things, ids);
    return shelf.complete() ? choices : [...choices, MORE];
  });
  const picked = shelf.things.find((thing) => thing.id === id);
  const title = picked && nameOfThing(picked);
  if (title) learned(id, title);
  return checkAnsweredId(kind.name, id);
}

interface Shelf {
  readonly things: readonly Thing[];
  complete(): boolean;
  /** Fetches the next page with items; a page already on its way is awaited, not requested twice. */
  more(): Promise<void>;
}

function createShelf(pages: AsyncGenerator<readonly Thing[]>): Shelf {
  const things: Thing[] = [];
  let complete = false;
  let coming: Promise<void> | undefined;
  const fetch = async (): Promise<void> => {
    const before = things.length;
    while (!complete && things.length === before) {
      const page = await pages.next();
      if (page.done) complete = true;
      else things.push(...page.value);
    }
  };
  return {
    things,
    complete: () => complete,
    more() {
      coming ??= fetch().finally(() => {
        coming = undefined;
      });
      return coming;
    },
  };
}

type PickerEntry = Pick<Thing, "id" | "titles" | "hints" | "handle">;

/** Lines that are told apart: the id follows a title that several things have. */
export function asChoices(found: readonly PickerEntry[], all: readonly PickerEntry[], ids: boolean): Choice<string>[] {
  const counts = new Map<string, number>();
  for (const thing of all) counts.set(titleOf(thing), (counts.get(titleOf(thing)) ?? 0) + 1);
  return found.map((thing) => ({ name: lineOf(thing, ids || counts.get(titleOf(thing)) !== 1), value: thing.id }));
}

const titleOf = ({ titles, handle }: PickerEntry): string =>
  cut(sanitizeLine([handle ?? [], titles].flat().join(" · ")));

/** Title, id and a hint about the state, on one line. */
function lineOf(thing: PickerEntry, withId: boolean): string {
  const [id, title] = [sanitizeLine(thing.id), titleOf(thing)];
  const hint = thing.hints.length > 0 ? ` [${sanitizeLine(thing.hints.join(", "))}]` : "";
  if (title === "") return `${id}${hint}`;
  return withId ? `${title} (${id})${hint}` : `${title}${hint}`;
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : text;
}
