/**
 * Titles and e-mail addresses in place of ids. What could be an id is sent as it is, so scripts pay nothing; only text that
 * no id can be (with a space, an address of a member) is looked up, always in the live list: what was remembered may name
 * another thing by now, and a write must never reach it.
 */
import { Failure } from "../../errors.js";
import type { Client } from "../../http/types.js";
import type { Kind } from "../kinds.js";
import { nearest } from "../words/closest-word.js";
import { type Thing, thingsOf } from "./listed-things.js";
import { nearHint } from "./near-matches.js";

const MOST_NAMED = 10;

export interface FinderSetup {
  client: () => Promise<Client>;
  /** Contexts of a kind's list. */
  where: (kind: Kind, known: Record<string, string>) => Promise<Record<string, string>>;
  /** Nothing may be sent: titles cannot be looked up. */
  dryRun: boolean;
}

export interface Finder {
  /** The id of the one thing that is called `title`. @throws Failure when there is none or more than one. */
  find(kind: Kind, title: string, known: Record<string, string>): Promise<string>;
  /** The same for a word that may be an id after all: undefined when nothing is called so. */
  tryFind(kind: Kind, text: string, known: Record<string, string>): Promise<string | undefined>;
}

/** One for a command: a list that was read is not read again for the next title. */
export function createFinder({ client, where, dryRun }: FinderSetup): Finder {
  const lists = new Map<string, Promise<Thing[]>>();
  const listOf = async (kind: Kind, contexts: Record<string, string>): Promise<Thing[]> => {
    const params = await where(kind, contexts);
    const key = JSON.stringify([kind.param, params]);
    const list = lists.get(key) ?? collect(thingsOf(kind, params, await client()));
    lists.set(key, list);
    return list;
  };
  return {
    async find(kind, title, known) {
      if (dryRun) {
        const reason = `--dry-run sends nothing, so ${kind.name} ${JSON.stringify(title)} cannot be looked up`;
        throw new Failure("usage", reason, { hint: "pass its id" });
      }
      const things = await listOf(kind, known);
      const [one, ...others] = called(things, title);
      if (!one) throw nothingCalled(kind, title, things);
      if (others.length > 0) throw ambiguous(kind, title, [one, ...others]);
      return one.id;
    },
    async tryFind(kind, text, known) {
      const [one, ...others] = called(await listOf(kind, known), text);
      if (one && others.length > 0) throw ambiguous(kind, text, [one, ...others]);
      return one?.id;
    },
  };
}

async function collect(pages: AsyncIterable<readonly Thing[]>): Promise<Thing[]> {
  const all: Thing[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

const fold = (text: string): string => text.normalize("NFC").toLowerCase();

/** Those called exactly so; else those that differ in case only. */
function called(things: readonly Thing[], title: string): Thing[] {
  const exact = things.filter(({ titles }) => titles.includes(title));
  if (exact.length > 0) return exact;
  return things.filter(({ titles }) => titles.some((one) => fold(one) === fold(title)));
}

function ambiguous(kind: Kind, title: string, things: readonly Thing[]): Failure {
  const named = things.slice(0, MOST_NAMED);
  const rest = things.length > named.length ? [`and ${things.length - named.length} more`] : [];
  const lines = named.map(describe);
  const first = `${things.length} ${kind.name}s are called ${JSON.stringify(title)}`;
  return new Failure("usage", [first, ...lines, ...rest].join("\n"), {
    hint: "pass the id of the one that is meant",
    details: { candidates: things.map(candidate) },
  });
}

const describe = ({ id, titles, hints }: Thing): string =>
  `${id}  ${titles.join(" · ")}${hints.length > 0 ? ` [${hints.join(", ")}]` : ""}`;

const candidate = ({ id, titles }: Thing) => ({ id, title: titles.join(" · ") });

function nothingCalled(kind: Kind, title: string, things: readonly Thing[]): Failure {
  // Addresses of one organization are all alike behind the @.
  const short = (text: string): string => (title.includes("@") ? text.replace(/@.*$/s, "") : text);
  const like = nearest(
    short(title),
    things.flatMap(({ titles }) => titles.map(short)),
  );
  const near = things.filter(({ titles }) => like !== undefined && titles.map(short).includes(like));
  return new Failure("not-found", `no ${kind.name} is called ${JSON.stringify(title)}`, {
    hint: nearHint(near.map(candidate)),
    ...(near.length > 0 && { details: { near: near.map(candidate) } }),
  });
}
