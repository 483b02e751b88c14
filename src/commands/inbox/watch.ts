/** `docs inbox --watch`: reads again and again, and shows only what changed. */
import type { Context } from "../../cli/context.js";
import type { Column, Style } from "../../cli/output/types.js";
import { Failure, type FailureKind } from "../../errors.js";
import { unreadLines } from "../across-spaces.js";
import { COLUMNS, type Group, type Item, keyOf } from "./items.js";
import type { Inbox } from "./read.js";
import { itemLines, screenOf } from "./screen.js";

interface Change {
  change: "new" | "changed" | "gone";
  item: Item;
}

/** What waits, by the part that it was read from. */
export type SeenItems = ReadonlyMap<string, ReadonlyMap<string, Item>>;

/** A part that was not read keeps what it had: nothing of it is called gone. */
export function merge(before: SeenItems, { parts, unread }: Pick<Inbox, "parts" | "unread">): SeenItems {
  const now = new Map<string, ReadonlyMap<string, Item>>(
    [...parts].map(([part, items]) => [part, new Map(items.map((item) => [keyOf(item), item]))]),
  );
  for (const { part } of unread) {
    const kept = before.get(part);
    if (kept) now.set(part, kept);
  }
  return now;
}

const flattenSeen = (seen: SeenItems): Map<string, Item> => new Map([...seen.values()].flatMap((items) => [...items]));

export function changesBetween(before: SeenItems, after: SeenItems): Change[] {
  const [old, now] = [flattenSeen(before), flattenSeen(after)];
  const changes: Change[] = [];
  for (const [key, item] of now) {
    const was = old.get(key);
    if (!was) changes.push({ change: "new", item });
    else if (was.reason !== item.reason || was.at !== item.at) changes.push({ change: "changed", item });
  }
  for (const [key, item] of old) if (!now.has(key)) changes.push({ change: "gone", item });
  return changes;
}

/** Failures after which it is worth to ask again. */
const PASSING: ReadonlySet<FailureKind> = new Set(["network", "timeout", "service", "rate-limited", "cannot-tell"]);
const LONGEST_PAUSE_S = 15 * 60;

/** Seconds to the next reading: longer after each failure in a row, and never shorter than the service asks for. */
export function pauseAfter(interval: number, failures: number, failure: Failure | undefined): number {
  const asked = Number(failure?.details.retryAfterSeconds ?? 0) || 0;
  return Math.max(Math.min(interval * 2 ** failures, Math.max(interval, LONGEST_PAUSE_S)), asked);
}

type WatchContext = Pick<Context, "out" | "now" | "sleep" | "globals">;

interface WatchOptions {
  /** Seconds between readings. */
  interval: number;
  groups: readonly Group[];
  read: () => Promise<Inbox>;
}

/** Begins with everything. Ends only by a signal, or with a failure that does not pass. */
export async function watch(needs: WatchContext, { interval, groups, read }: WatchOptions): Promise<never> {
  const { out, sleep } = needs;
  let seen: SeenItems | undefined;
  let failures = 0;
  let told = "";
  for (;;) {
    let failure: Failure | undefined;
    try {
      const inbox = await read();
      const now = merge(seen ?? new Map(), inbox);
      if (seen || !isForPeople(needs)) await reportChanges(needs, changesBetween(seen ?? new Map(), now));
      else await start(needs, inbox, groups, interval);
      if (failures > 0) out.print("reading again");
      seen = now;
      failures = 0;
      told = reportUnread(needs, inbox, told);
    } catch (error) {
      if (!(error instanceof Failure) || !PASSING.has(error.kind)) throw error;
      failure = error;
      failures += 1;
    }
    const pause = pauseAfter(interval, failures, failure);
    if (failure) out.complain(`could not be read: ${failure.message}; trying again in ${seconds(pause)}`);
    await sleep(pause * 1000);
  }
}

async function start(needs: WatchContext, inbox: Inbox, groups: readonly Group[], interval: number): Promise<void> {
  const { out, now } = needs;
  const view = {
    width: out.terminal.width,
    paint: (_: Style, text: string) => text,
    accessible: out.terminal.accessible,
  };
  await write(needs, screenOf(inbox, groups, view, now()));
  out.print(`refreshing every ${seconds(interval)}; press Ctrl-C to stop`);
}

const seconds = (number: number): string => (number < 120 ? `${number} s` : `${Math.round(number / 60)} min`);

/** What is not read is said once, and again when it is something else. */
function reportUnread({ out }: WatchContext, { unread }: Inbox, told: string): string {
  const text = unreadLines(unread);
  const key = text.join("\n");
  if (key !== told && text.length > 0) out.complain(["could not be read:", ...text]);
  return key;
}

export const isForPeople = ({ out, globals }: Pick<WatchContext, "out" | "globals">): boolean =>
  out.format === "table" && globals.output.fields === undefined;

const WITH_CHANGE: readonly Column<Item & Pick<Change, "change">>[] = [
  { header: "Change", path: "change" },
  ...COLUMNS,
];

async function reportChanges(needs: WatchContext, changes: readonly Change[]): Promise<void> {
  const { out, now } = needs;
  const rows = changes.map(({ change, item }) => ({ change, ...item }));
  if (["json", "jsonl", "yaml"].includes(out.format)) {
    for (const row of rows) await out.item(row);
  } else if (!isForPeople(needs)) {
    if (rows.length > 0) await out.list(rows, { columns: WITH_CHANGE });
  } else {
    const view = {
      width: out.terminal.width,
      paint: (_: Style, text: string) => text,
      accessible: out.terminal.accessible,
    };
    const lines = changes.flatMap(({ change, item }) => [`${change}:`, ...itemLines(item, view, now())]);
    await write(needs, lines);
  }
}

/** Line by line: a pager would hold up all that follows. */
async function write({ out }: Pick<WatchContext, "out">, lines: readonly string[]): Promise<void> {
  for (const line of lines) await out.lines([line]);
}
