/**
 * Resolves what people call things: targets, contexts, flags, filters and settings all come here. Text that looks like an
 * id is sent unchanged, so scripts pay nothing; anything else is looked up in the list of its kind.
 */
import { Failure, usage } from "../../errors.js";
import { checkAnsweredId } from "../../shared/ids.js";
import { shellWord } from "../../shared/shell-words.js";
import type { Entry } from "../cache/entries.js";
import type { Kind } from "../kinds.js";
import type { Finder, FinderOptions, Place, Where } from "./find.js";
import { nameOfThing, type Thing } from "./listed-things.js";
import { hasFormOf, hasIdForm, hasNames, isHandle, isNoId, isPerson, ME, type Shape, shapeOf } from "./target-shape.js";

/** The use of the thing: the command acts on it, acts inside it (as typed or as set), or passes it on as a value. */
export type Role = "target" | "one of several" | "context" | "setting" | "value";

export interface NamesOptions extends FinderOptions {
  /** The command changes something. */
  writes: boolean;
  /** Ids are shown: a write says which thing a name was resolved to. Otherwise its question and its result name the title. */
  showsIds: boolean;
  /** The command is irreversible and runs unattended: a word that may be an id must not turn into another thing. */
  careful: boolean;
  /** The command removes things: one that is already absent is no error. */
  removes: boolean;
  /** Texts that look like ids but may be titles: tried as titles once the service has not found the id. */
  doubted: ReadonlySet<string>;
  dryRun: boolean;
  /** Things of a kind that were listed before; absent: nothing is remembered. */
  recall?: (kind: Kind) => Promise<readonly Entry[]>;
  me: string | undefined;
  note: (message: string) => void;
  /** Called with the id and title of each thing that was found. */
  learned: (id: string, title: string) => void;
}

export interface Names {
  /** Decides whether a text needs a look-up. */
  shape(kinds: readonly Kind[], text: string): Shape;
  /** @throws Failure usage if several things have the name, not-found if none has */
  idOf(kinds: readonly Kind[], text: string, known: Place, role: Role): Promise<string>;
  /** Words without quotes, none of them a target for certain, as one title; undefined if they mean something separately. */
  asOne(kind: Kind, words: readonly string[], known: Place): Promise<string | undefined>;
  /** Why nothing of the kind has the name, with near matches. */
  missing(kind: Kind, name: string, known: Place): Promise<Failure>;
  /** The command that lists things of a kind. */
  listCommand(kind: Kind): string | undefined;
}

const nameOf = (kinds: readonly Kind[]): string => kinds.map(({ name }) => name).join(" or ");

export function createNames(setup: NamesOptions, where: Where): Names {
  let made: Promise<Finder> | undefined;
  // Loaded for the first name: most command lines only contain ids.
  const finder = () => {
    made ??= import("./find.js").then(({ createFinder }) => createFinder(setup, where));
    return made;
  };
  const shape = (kinds: readonly Kind[], text: string): Shape => {
    const [kind, ...others] = kinds.filter((one) => hasNames(one) || isHandle(one, text) || isNoId(one, text));
    if (kind === undefined) return "id";
    const found = shapeOf(others[0] ?? kind, text);
    return found === "id" && setup.doubted.has(text) ? "word" : found;
  };
  const tell = createTeller(setup);
  return {
    shape,
    async idOf(kinds, text, known, role) {
      if (kinds.some(isPerson) && text === ME) return requireMe(setup.me);
      const form = shape(kinds, text);
      // A setting may hold an id of any form: look up only what cannot be an id.
      if (form === "id" || (form === "word" && role === "setting")) return text;
      if (form === "word" && (await isOwnId(setup, kinds, text))) return text;
      const { find, missing } = await finder();
      const found = await find(kinds, text, known).catch((error) => unlessUnlisted(error, setup, form, role));
      if (found === "unlisted") return text;
      if (found === undefined) {
        if (form === "word" && (await mayBeThere(setup, kinds, text, role))) return text;
        throw await missing(kinds, text, known);
      }
      const id = checkAnsweredId(nameOf(kinds), found.id);
      if (form === "word" && (role === "target" || role === "one of several"))
        refuseRedirect(setup, kinds, text, found);
      tell(kinds, text, found);
      return id;
    },
    async asOne(kind, words, known) {
      const found = await readTitle(setup, await finder(), kind, words, known);
      if (found) tell([kind], words.join(" "), found, true);
      return found?.id;
    },
    missing: async (kind, name, known) => (await finder()).missing([kind], name, known),
    listCommand: setup.listCommand,
  };
}

/** Remembers the title of what was found, and says what it is where nothing else would. */
const createTeller =
  (setup: NamesOptions) =>
  (kinds: readonly Kind[], text: string, thing: Thing, loose = false): void => {
    const { id, titles, handle } = thing;
    const title = nameOfThing(thing);
    if (title) setup.learned(id, title);
    if (handle !== undefined && !setup.showsIds) return;
    // A read that was given the exact name needs no echo.
    if (id === text || (!(setup.writes && setup.showsIds) && !loose && titles.includes(text))) return;
    setup.note(`${nameOf(kinds)} ${handle ?? JSON.stringify(title ?? text)} is ${id}`);
  };

async function readTitle(
  setup: NamesOptions,
  { find, missing }: Finder,
  kind: Kind,
  words: readonly string[],
  known: Place,
): Promise<Thing | undefined> {
  const each = await Promise.all(words.map((word) => isThing(find, kind, word, known)));
  if (!each.includes(false)) return undefined;
  const text = words.join(" ");
  const found = await find([kind], text, known);
  if (found) checkAnsweredId(kind.name, found.id);
  if (found) refuseRedirect(setup, [kind], text, found);
  else if (!setup.removes && !each.includes(true)) throw await missing([kind], text, known);
  return found;
}

/** A single word names one thing, or several (an error that is reported when the word is resolved). */
async function isThing(find: Finder["find"], kind: Kind, word: string, known: Place): Promise<boolean> {
  const found = await find([kind], word, known).catch((error: unknown) => {
    if (error instanceof Failure && error.details.candidates !== undefined) return error;
    throw error;
  });
  return found !== undefined;
}

/**
 * This service's ids may have another form than others': one that was listed is no title, and in a read, neither is a text
 * of their form, as a 404 leads to the list. A title costs such a read one request more.
 */
async function isOwnId(
  { recall, writes, doubted }: NamesOptions,
  kinds: readonly Kind[],
  text: string,
): Promise<boolean> {
  if (recall === undefined || doubted.has(text)) return false;
  const ids = (await Promise.all(kinds.map(recall))).flat().map(({ id }) => id);
  return ids.includes(text) || (!writes && hasFormOf(text, ids));
}

function requireMe(me: string | undefined): string {
  if (me) return me;
  throw usage(`${ME} is not set`, "set it with: docs config set me EMAIL");
}

/** The id may exist even if the list lacks it: removals accept absence, lists can be incomplete, one of several fails alone. */
async function mayBeThere(
  { removes, doubted, recall }: NamesOptions,
  kinds: readonly Kind[],
  text: string,
  role: Role,
): Promise<boolean> {
  if (kinds.some((kind) => isHandle(kind, text))) return false;
  if (role !== "target") return role === "one of several";
  if (removes || doubted.has(text)) return true;
  // Those that are closed are in no list that was read.
  for (const kind of kinds.filter(({ list }) => list?.queries !== undefined)) {
    const ids = ((await recall?.(kind)) ?? []).map(({ id }) => id);
    if (hasIdForm(kind, text, ids)) return true;
  }
  return false;
}

/** People who may not list things can still name one by id, and a dry run with ids only needs no service. */
function unlessUnlisted(error: unknown, { dryRun }: NamesOptions, shape: Shape, role: Role): "unlisted" {
  const { status, details } = error instanceof Failure ? error : { status: undefined, details: { candidates: true } };
  const refused = status === 403 || status === 404 || (dryRun && details.candidates === undefined);
  if (refused && shape === "word" && role !== "value") return "unlisted";
  throw error;
}

/** Deleting something absent succeeds, so if an id were read as a title nobody would notice the wrong thing being deleted. */
function refuseRedirect({ careful }: NamesOptions, kinds: readonly Kind[], text: string, { id, handle }: Thing): void {
  if (!careful || id === text) return;
  if (handle !== undefined) {
    throw usage(
      `${handle} is the ${kinds[0]?.name} ${id} now, and another one after a deletion`,
      `pass its id, or answer the question at a terminal, without --yes`,
    );
  }
  const [kind] = kinds;
  const title = JSON.stringify(text);
  // Naming the kind, because several may be looked through.
  throw usage(
    `${title} is the title of ${kind?.name} ${id}, and might be an id`,
    `to delete by title, confirm it with --confirm ${shellWord(text)}, or pass the id ${id}`,
  );
}
