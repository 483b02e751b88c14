/**
 * The one reader of what people call things: targets, contexts, flags, filters and settings all ask here. What looks like
 * an id is sent as it is, so scripts pay nothing; everything else is looked up where things of its kind are listed.
 */
import { Failure, usage } from "../../errors.js";
import type { Kind } from "../kinds.js";
import type { Finder, FinderSetup, Place } from "./find.js";
import type { Thing } from "./listed-things.js";
import { hasNames, isPerson, ME, type Shape, shapeOf } from "./shape.js";

/** What the thing is to the command: what it acts on, where it acts (as typed or as set), or what it is told about. */
export type Role = "target" | "one of several" | "context" | "setting" | "value";

export interface NamesSetup extends FinderSetup {
  /** It changes something: whom a name stands for is said. */
  writes: boolean;
  /** It cannot be taken back and nobody is asked: a word that may be an id must not become another thing. */
  careful: boolean;
  /** It takes away: what is absent is as it should be. */
  removes: boolean;
  /** Texts that look like ids and may be titles all the same: a second look, after the service knew no such id. */
  doubted: ReadonlySet<string>;
  dryRun: boolean;
  me: string | undefined;
  note: (message: string) => void;
  /** Told of what was found: its id and its title. */
  learned: (id: string, title: string) => void;
}

export interface Names {
  /** Whether a text is looked up at all. */
  shape(kinds: readonly Kind[], text: string): Shape;
  /** @throws Failure usage for a name that several have, not-found where nothing is called so */
  idOf(kinds: readonly Kind[], text: string, known: Place, role: Role): Promise<string>;
  /** Words without quotes as one title; undefined where they stand for something by themselves. */
  asOne(kind: Kind, words: readonly string[], known: Place): Promise<string | undefined>;
}

export function createNames(setup: NamesSetup): Names {
  let made: Promise<Finder> | undefined;
  // Loaded for the first name: most command lines have ids only.
  const finder = () => {
    made ??= import("./find.js").then(({ createFinder }) => createFinder(setup));
    return made;
  };
  const shape = (kinds: readonly Kind[], text: string): Shape => {
    const [kind, ...others] = kinds.filter(hasNames);
    if (kind === undefined) return "id";
    const found = shapeOf(others[0] ?? kind, text);
    return found === "id" && setup.doubted.has(text) ? "word" : found;
  };
  const tell = (kinds: readonly Kind[], text: string, { id, titles }: Thing, loose = false): void => {
    if (titles[0]) setup.learned(id, titles[0]);
    // What was typed in full needs no echo where nothing is changed.
    if (id === text || (!setup.writes && !loose && titles.includes(text))) return;
    setup.note(`${kinds.map(({ name }) => name).join(" or ")} ${JSON.stringify(titles[0] ?? text)} is ${id}`);
  };
  return {
    shape,
    async idOf(kinds, text, known, role) {
      if (kinds.some(isPerson) && text === ME) return requireMe(setup.me);
      const form = shape(kinds, text);
      // What is set is an id of whatever form: only what cannot be one is looked up.
      if (form === "id" || (form === "word" && role === "setting")) return text;
      const { find, missing } = await finder();
      const found = await find(kinds, text, known).catch((error) => unlessUnlisted(error, setup, form, role));
      if (found === "unlisted") return text;
      if (found === undefined) {
        if (form === "word" && mayBeThere(setup, kinds, text, role)) return text;
        throw await missing(kinds, text, known);
      }
      if (form === "word" && (role === "target" || role === "one of several"))
        refuseRedirect(setup, kinds, text, found);
      tell(kinds, text, found);
      return found.id;
    },
    async asOne(kind, words, known) {
      const isId = (word: string): boolean => shape([kind], word) === "id";
      // Numbers stand in titles, too.
      if (words.length < 2 || words.every(isId)) return undefined;
      if (words.some((word) => isId(word) && !/^\d+$/.test(word))) return undefined;
      const found = await titleOf(setup, await finder(), kind, words, known);
      if (found) tell([kind], words.join(" "), found, true);
      return found?.id;
    },
  };
}

async function titleOf(
  setup: NamesSetup,
  { find, missing }: Finder,
  kind: Kind,
  words: readonly string[],
  known: Place,
): Promise<Thing | undefined> {
  const each = await Promise.all(words.map((word) => isThing(find, kind, word, known)));
  if (!each.includes(false)) return undefined;
  const text = words.join(" ");
  const found = await find([kind], text, known);
  if (found) refuseRedirect(setup, [kind], text, found);
  else if (!setup.removes && !each.includes(true)) throw await missing([kind], text, known);
  return found;
}

/** A word alone that stands for something, or for several things: those are told when it is its turn. */
async function isThing(find: Finder["find"], kind: Kind, word: string, known: Place): Promise<boolean> {
  const found = await find([kind], word, known).catch((error: unknown) => {
    if (error instanceof Failure && error.details.candidates !== undefined) return error;
    throw error;
  });
  return found !== undefined;
}

function requireMe(me: string | undefined): string {
  if (me) return me;
  throw usage(`${ME}: it is not known who you are`, "store it with: docs config set me <e-mail or id>");
}

/** What is absent may be so when it is taken away; a list that leaves some out may not know an id; one of several fails alone. */
function mayBeThere({ removes, doubted }: NamesSetup, kinds: readonly Kind[], text: string, role: Role): boolean {
  if (role !== "target") return role === "one of several";
  return removes || doubted.has(text) || kinds.some(({ list }) => list?.queries !== undefined);
}

/** Whoever may not list things may still name one by its id; a dry run needs no service where there are ids only. */
function unlessUnlisted(error: unknown, { dryRun }: NamesSetup, shape: Shape, role: Role): "unlisted" {
  const { status, details } = error instanceof Failure ? error : { status: undefined, details: { candidates: true } };
  const refused = status === 403 || status === 404 || (dryRun && details.candidates === undefined);
  if (refused && shape === "word" && role !== "value") return "unlisted";
  throw error;
}

/** Deleting what is absent goes well: with a title for an id nobody would notice that another thing was deleted. */
function refuseRedirect({ careful }: NamesSetup, kinds: readonly Kind[], text: string, { id }: Thing): void {
  if (!careful || id === text) return;
  const [kind] = kinds;
  throw usage(`${JSON.stringify(text)} is the title of ${kind?.name} ${id}`, `pass its id: ${id}`);
}
