/** Destructive commands: read the target, ask, send, report (R13, R39). */
import { declined, Failure, unconfirmed, usage } from "../../errors.js";
import { bareTitle } from "../../shared/text/names.js";
import type { Globals } from "../argv/globals.js";
import type { Ask } from "../ask/ask.js";
import type { Removal, Reports } from "../context.js";
import type { Target } from "../kinds.js";
import type { Column, DoneMessage, Terminal } from "../output/types.js";

interface RemovalTarget<T> {
  target: T;
  /** undefined: not read; null: read and absent. */
  item: Record<string, unknown> | null | undefined;
  title: string | undefined;
}

const DELETE = ["Delete", "Deleted"] as const;

interface RemovalContext {
  ask: Ask;
  globals: Globals;
  out: Reports;
  /** Titles by id of what was seen in lists, where names were looked up. */
  known: ReadonlyMap<string, string>;
  /** The sentence that the question adds if the removal cannot be undone. */
  loss: () => Promise<string | undefined>;
  /** False if one command puts it back. */
  asks: boolean;
  unseen: UnseenTargets;
}

type Suggestion = { hint: string | undefined; details: Failure["details"] };

/** The facts about a target that does not exist. */
export interface UnseenTargets {
  /** It may be the id of something that is gone; any other word was a mistake. */
  isId(target: Target): Promise<boolean>;
  /** The target that was meant, and the command that lists such things. */
  suggest(target: Target): Promise<Suggestion>;
}

/** @throws Failure usage if nobody can be asked and no flag allows it, canceled if the answer is no, not-found, partial */
export async function removeTargets<T extends Target>(
  context: RemovalContext,
  targets: readonly T[],
  removal: Removal<T>,
): Promise<void> {
  const { out, ask } = context;
  const { safety } = context.globals;
  if (safety.dryRun) return out.each(targets, (target) => removal.send(target, {}), {});
  if (context.asks) refuseUnasked(context, targets);
  const { found, look, refuseWord } = createTargetReads(context, removal);
  if (safety.plan !== undefined) {
    // The plan reads what it removes by itself; a word that names nothing is a mistake there, too.
    const record = async (target: T) => {
      await refuseWord(target);
      return removal.send(target, {});
    };
    return out.each(targets, record, {});
  }
  const mustAsk = context.asks && (safety.confirm !== undefined || (!safety.yes && ask.available));
  if (mustAsk) {
    for (const target of targets) await look(target);
    await confirmAll(context, [...found.values()], removal);
  }
  const withId = showsIds(context.globals, out.terminal);
  // Messages may call a target by another name: the copy has the same parameters.
  const absent = new Set<T["params"]>();
  await out.each(
    targets,
    async (target, sentBefore) => {
      if ((await look(target)).item === null) {
        // If an earlier run already sent the removal, an absent target is the desired result.
        if (sentBefore) return undefined;
        await refuseWord(target);
        absent.add(target.params);
      } else {
        const answer = await removal.send(target, { onAbsent: () => absent.add(target.params) });
        if (removal.columns) return answer;
      }
      if (absent.has(target.params) && (safety.mustExist || removal.columns)) throw missingTarget(target, removal);
    },
    {
      ...(removal.columns ? { columns: removal.columns as readonly Column<unknown>[] } : { silent: true }),
      done: (target) =>
        report(found.get(target.params), target, removal, { absent: absent.has(target.params), withId }),
    },
  );
}

/** Each target is read once. */
function createTargetReads<T extends Target>(context: RemovalContext, removal: Removal<T>) {
  const found = new Map<T["params"], RemovalTarget<T>>();
  const look = async (target: T): Promise<RemovalTarget<T>> => {
    const seen = found.get(target.params) ?? (await readTarget(target, removal, context));
    found.set(target.params, seen);
    return seen;
  };
  /** @throws Failure not-found for a word that names nothing */
  const refuseWord = async (target: T): Promise<void> => {
    const { unseen, globals } = context;
    if (globals.safety.ifExists || (await unseen.isId(target)) || (await look(target)).item !== null) return;
    throw missingTarget(target, removal, await (removal.suggest ?? unseen.suggest)(target));
  };
  return { found, look, refuseWord };
}

function report<T extends Target>(
  found: RemovalTarget<T> | undefined,
  target: T,
  removal: Removal<T>,
  { absent, withId }: { absent: boolean; withId: boolean },
): DoneMessage {
  const [, verb] = removal.verb ?? DELETE;
  const name = `${removal.what} ${makeName(found, target, withId)}`;
  const from = removal.from ? ` ${removal.from}` : "";
  if (absent) return { unconfirmed: `Already absent: ${name}${from}` };
  const line = removal.afterwards?.(target);
  const isSeen = found?.item || found?.title !== undefined || removal.columns;
  // There is nothing to read it with, and the service confirms the removal of what never existed, too.
  if (!isSeen && found?.item !== null) {
    return { unconfirmed: `Sent the deletion of ${name}; the service does not say whether it existed` };
  }
  return [`${verb} ${name}${from}`, ...(line === undefined ? [] : [line])];
}

const plural = (noun: string): string => (/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`);

function makeName<T extends Target>(found: RemovalTarget<T> | undefined, target: T, withId: boolean): string {
  if (!found?.title || found.title === target.label || JSON.stringify(found.title) === target.label)
    return target.label;
  return withId ? `${JSON.stringify(found.title)} (${target.label})` : JSON.stringify(found.title);
}

const missingTarget = <T extends Target>(
  target: T,
  removal: Removal<T>,
  suggested: Partial<Suggestion> = {},
): Failure =>
  new Failure(
    "not-found",
    `${removal.what} ${target.label} ${removal.place ? `is not ${removal.place}` : "does not exist"}`,
    // The DELETE was answered, but it removed nothing.
    { outcome: "not_applied", ...suggested },
  );

/** Programs and logs get ids beside titles; people, if they ask for them. */
export const showsIds = ({ output }: Globals, { stdoutIsTTY, stderrIsTTY }: Terminal): boolean =>
  output.ids === true || !stdoutIsTTY || !stderrIsTTY;

/** @throws Failure usage if confirmation is needed and nobody can be asked */
export function refuseUnasked(
  { globals: { safety }, ask }: { globals: Globals; ask: Ask },
  targets: readonly Target[],
): void {
  if (safety.confirm !== undefined && targets.length > 1) {
    throw usage("--confirm names one target: pass --yes for several");
  }
  if (safety.yes || safety.confirm !== undefined || safety.plan !== undefined || ask.available) return;
  throw unconfirmed("pass --confirm ID-OR-TITLE, or an id with --yes");
}

/** R13: @throws Failure not-found for a word that names nothing; cannot-tell for what may only be out of sight */
async function readTarget<T extends Target>(
  target: T,
  removal: Removal<T>,
  { known }: RemovalContext,
): Promise<RemovalTarget<T>> {
  if (!removal.read) return { target, item: undefined, title: known.get(target.id) };
  try {
    const item = (await removal.read(target)) as Record<string, unknown>;
    return { target, item, title: removal.title?.(item) };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "not-found") throw error;
    await removal.send(target, { onlyProve: true });
    return { target, item: null, title: undefined };
  }
}

async function confirmAll<T extends Target>(
  { globals, ask, loss, out }: RemovalContext,
  all: RemovalTarget<T>[],
  removal: Removal<T>,
): Promise<void> {
  const { safety, output } = globals;
  const present = all.filter((one) => one.item !== null);
  const [one] = present;
  if (one === undefined) return;
  // Checked even with --yes: people who name the target want to know if it is a different one.
  if (safety.confirm !== undefined) {
    const given = bareTitle(safety.confirm);
    const titles = [one.title, ...(one.item ? (removal.alsoCalled?.(one.item) ?? []) : [])];
    if (safety.confirm === one.target.id || titles.some((title) => title && bareTitle(title) === given)) return;
    throw usage(
      `--confirm ${JSON.stringify(safety.confirm)} is neither the id nor the title of ${removal.what} ${makeName(one, one.target, showsIds(globals, out.terminal))}`,
    );
  }
  if (safety.yes) return;
  const isShared = ({ title }: RemovalTarget<T>) => present.filter((other) => other.title === title).length > 1;
  const names = present.map((one) => makeName(one, one.target, output.ids === true || isShared(one)));
  const subject =
    names.length === 1 ? `${removal.what} ${names[0]}` : `${names.length} ${plural(removal.what)}: ${names.join(", ")}`;
  const [verb] = removal.verb ?? DELETE;
  const from = removal.from ? ` ${removal.from}` : "";
  const items = present.flatMap(({ item }) => (item ? [item] : []));
  const warning = typeof removal.warning === "function" ? await removal.warning(items) : removal.warning;
  const question = [`${verb} ${subject}${from}?`, warning, await loss()].filter(Boolean).join(" ");
  if (!(await ask.confirm(question))) throw declined();
}
