/** Output as commands see it: the flags that control concurrency, data and words are applied here, once. */

import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import type { Listing } from "../../http/types.js";
import { isObject } from "../../shared/values.js";
import type { Globals } from "../argv/globals.js";
import { onlyReads } from "../command.js";
import type { EachOptions, Reports } from "../context.js";
import type { TitleColumns } from "../lists/list-heading.js";
import type { LookUp, NameDependencies, TargetNames } from "../lists/target-names.js";
import { titlesFirst } from "../output/filter/fields.js";
import { isTable } from "../output/formats/choose-format.js";
import type {
  AnyColumn,
  DoneMessage,
  ListOutputOptions,
  Message,
  Out,
  Printer,
  TargetOutcome,
} from "../output/types.js";
import type { WriteOutcomes } from "../write-outcomes.js";
import type { History } from "./history.js";
import { type Journaling, NO_JOURNAL } from "./journaling.js";
import { Planned } from "./planned/dry-run.js";
import { showsIds } from "./remove-targets.js";

// The changes of a command so far: a later failure must not hide it (R80).

export interface CompletedWrites {
  /** Notes the message about this target, to be shown if nothing else has said it by the end. */
  add(target: unknown, words: DoneMessage | undefined): void;
  markShown(target: unknown): void;
  /**
   * Reports what was done, then returns the error to throw in place of `error`.
   * @param first the first write that the service confirmed
   */
  after(error: unknown, first: string | undefined, out: WriteMessages): unknown;
}

interface WriteMessages {
  /** A message about something that succeeded. */
  done(message: DoneMessage): void;
  /** A message that --quiet does not silence. */
  complain(message: Message): void;
  /** The same, for what the failure has as `done`. */
  failed(message: Message): void;
}

/** Create one for each run of a command. */
export function createCompletedWrites(): CompletedWrites {
  const unshown = new Map<unknown, Message>();
  let shown = 0;
  return {
    add(target, words) {
      // A write that nothing confirmed is no reason for a message of its own.
      if (words !== undefined && (typeof words === "string" || "length" in words)) unshown.set(target, words);
    },
    markShown(target) {
      if (unshown.delete(target)) shown += 1;
    },
    after(error, first, out) {
      if (first === undefined) return error;
      const done = [...unshown.values()];
      // Commands without a message of their own: use the endpoint's summary.
      if (done.length === 0 && shown === 0) done.push(`Done: ${first}`);
      const isKnown = error instanceof Failure && (error.outcome !== undefined || error.kind === "partial");
      if (isKnown) return error;
      if (!(error instanceof Failure)) done.forEach(out.done);
      else done.forEach(error.kind === "canceled" ? out.complain : out.failed);
      return error instanceof Failure && error.kind !== "canceled" ? afterWrite(error, done) : error;
    },
  };
}

/** A failure kind that promises "nothing was changed" no longer holds after a write. */
function afterWrite(error: Failure, done: readonly Message[]): Failure {
  const { kind, lines, hint, status, details } = error;
  return new Failure(kind === "io" ? kind : "after-write", lines, {
    hint,
    status,
    outcome: "applied",
    details: { ...details, done: done.map((message) => [message].flat().join("\n")) },
    cause: error,
  });
}

interface CommandOutputOptions {
  out: Out;
  browse: Reports["browse"];
  globals: Globals;
  endpoints: readonly AnyEndpoint[];
  /** The members of the command's own answer, where --fields or --sort is checked; undefined if they are not documented. */
  fields?: readonly string[] | undefined;
  journaling?: Journaling;
  completed?: CompletedWrites;
  writes?: WriteOutcomes;
  history?: History | undefined;
  /** Looks up words for headings and titles of lists on a terminal; absent: neither is shown. */
  listWords?: NameDependencies;
  /** True if the targets were given as a list; known when the first of them is. */
  results?: { readonly asList: boolean };
}

/** Creates `context.out`. */
export function createCommandOutput(setup: CommandOutputOptions): Reports {
  const { out, globals, journaling = NO_JOURNAL, completed = createCompletedWrites(), writes, results } = setup;
  const limits = limitsOf(setup);
  // On a terminal people wanted something done, not an object; --fields asks for the object.
  const wordsOnly = (done: unknown) =>
    done !== undefined && out.format === "table" && globals.output.fields === undefined;
  // Needed only to check --fields names.
  const documented = globals.output.fields !== undefined && setup.fields ? { fields: setup.fields } : {};
  const each = { limits, wordsOnly, documented, journaling, completed, writes };
  const inOrder = orderFor(setup);
  return {
    ...out,
    browse: setup.browse,
    item: (value, options = {}) => out.item(value, { ...documented, ...inOrder(options) }),
    list: async (source, options = {}) =>
      listFor(setup, await orderListing(source, options, setup), { ...documented, ...inOrder(options) }),
    each: async (targets, run, words) =>
      globals.safety.dryRun || globals.safety.plan !== undefined
        ? planEach(targets, run, globals.safety.resume === undefined ? () => {} : out.note)
        : eachWith(out, targets, run, words, {
            ...each,
            several: results?.asList === true || targets.length > 1,
            names: (...given) => targetNames(...given, setup),
            shownAs: (columns, targets) => withTitlesIfShown(columns, targets, setup),
            changed: isForPeople(out) && setup.history ? await setup.history.words() : () => undefined,
          }),
    markdown: (text) =>
      out.format === "table"
        ? out.item({ text }, { columns: [{ header: "Text", path: "text", as: "markdown" }] })
        : out.text(text),
    diff: (lines) =>
      out.format === "table"
        ? out.item({ lines }, { columns: [{ header: "Diff", path: "lines", as: "diff" }] })
        : out.lines(lines),
    named({ id, label, params }) {
      const title = isForPeople(out) && !showsIds(globals, out.terminal) ? setup.listWords?.known.get(id) : undefined;
      if (title === undefined) return label;
      // `c1 of Ada` is no title.
      return "commentId" in params ? title : JSON.stringify(title);
    },
    made: (what, id, title) => sentenceOfMade(what, { id, title, withId: showsIds(globals, out.terminal) }),
    async result(value, { columns, done }) {
      completed.add(value, done);
      if (!wordsOnly(done)) await out.item(value, { ...documented, ...(columns.length > 0 && inOrder({ columns })) });
      if (done !== undefined) out.done(done);
      completed.markShown(value);
    },
  };
}

interface Made {
  id: unknown;
  title: unknown;
  withId: boolean;
}

function sentenceOfMade(what: string, { id, title, withId }: Made): string {
  const isTitled = title !== undefined && title !== null;
  const named = isTitled ? `${what} ${JSON.stringify(title)}` : what;
  if (id === undefined || id === null) return `${named}; the answer has no id`;
  if (!withId) return named;
  return isTitled ? `${named} (${id})` : `${named} ${id}`;
}

async function listFor<T>(
  setup: CommandOutputOptions,
  source: Listing<T> | readonly T[],
  options: ListOutputOptions<NonNullable<T>>,
): Promise<void> {
  await setup.out.list(source, await forPeople(source, options, setup));
}

/** Reads go at once, and are judged by their answers; writes go one by one unless a flag says otherwise. */
function limitsOf({ globals: { client, safety }, endpoints }: CommandOutputOptions): EachDependencies["limits"] {
  const concurrency = client.concurrency ?? (onlyReads(endpoints) ? 4 : 1);
  return { concurrency, failFast: safety.failFast ?? false, reads: endpoints.length > 0 && onlyReads(endpoints) };
}

/** Options with their columns in the order in which they are read here. */
type InOrder = <T extends { columns?: readonly unknown[] | undefined }>(options: T) => T;

/** A table at a terminal, and one in Markdown, shows titles first; pipes and programs get the columns as they are declared. */
const orderFor =
  ({ out, globals }: CommandOutputOptions): InOrder =>
  (options) =>
    options.columns === undefined || !isTable(out.format) || (out.format === "table" && !out.terminal.stdoutIsTTY)
      ? options
      : // Columns of all item types are kept together; cell.ts says why that is safe.
        { ...options, columns: titlesFirst(options.columns as readonly AnyColumn[], globals.output.ids === true) };

/** Checks whether people read the answer: a table at a terminal, with messages beside it. */
export const isForPeople = ({ format, terminal: { stdoutIsTTY, stderrIsTTY } }: Printer): boolean =>
  format === "table" && stdoutIsTTY && stderrIsTTY;

/** Sorted by --sort; newest first for people, and where the command wants it. */
async function orderListing<T>(
  source: Listing<T> | readonly T[],
  { columns, sort, newest }: ListOutputOptions<NonNullable<T>>,
  { out, globals: { list }, fields }: CommandOutputOptions,
): Promise<Listing<T> | readonly T[]> {
  const asked = list.sort ?? sort;
  if (asked === undefined) {
    return (newest || isForPeople(out)) && "pages" in source && list.page === undefined
      ? (await import("../lists/sort.js")).newestFirst(source)
      : source;
  }
  const { orderOf, sortListing } = await import("../lists/sort.js");
  const order = orderOf(asked);
  if (list.limit !== undefined) out.note(`--limit applies first: only the first ${list.limit} items are sorted`);
  return sortListing(source, order, {
    columns,
    documented: fields,
  });
}

/** On a terminal a list gets a heading, and titles in place of ids. */
async function forPeople<T>(
  source: Listing<T> | readonly T[],
  options: ListOutputOptions<NonNullable<T>>,
  { out, globals, listWords }: CommandOutputOptions,
): Promise<ListOutputOptions<NonNullable<T>>> {
  const origin = "pages" in source ? source.of : undefined;
  if (!listWords || !origin || !isForPeople(out)) return options;
  const { makeHeading, withTitles } = await import("../lists/list-heading.js");
  // With a limit or a cursor the list may be incomplete.
  const dependencies = { ...listWords, limited: globals.list.limit !== undefined || globals.list.page !== undefined };
  // Columns of all item types are kept together; cell.ts says why that is safe.
  const named = withTitles(options.columns ?? [], origin, dependencies);
  let told = globals.output.quiet === true;
  return {
    ...options,
    ...(options.columns && !globals.output.ids && { columns: named.columns }),
    async before(page) {
      if (!globals.output.ids) await named.lookUpTitles(page.items);
      if (told) return undefined;
      told = true;
      return makeHeading(page, origin, dependencies);
    },
  };
}

interface EachDependencies {
  limits: { concurrency: number; failFast: boolean; reads: boolean };
  wordsOnly: (done: unknown) => boolean;
  documented: { fields?: readonly string[] };
  journaling: Journaling;
  completed: CompletedWrites;
  writes: WriteOutcomes | undefined;
  several: boolean;
  /** Describes the changes of a target, with names and values. */
  changed: (params: Readonly<Record<string, string>>, name?: string) => string | undefined;
  names: (targets: readonly unknown[], lookUp: LookUp | undefined) => Promise<TargetNames>;
  shownAs: (columns: readonly unknown[], targets: readonly unknown[]) => Promise<TitleColumns>;
}

/** For people, titles in place of ids. They are looked up where all targets are: in the place of the first. */
async function withTitlesIfShown(
  columns: readonly unknown[],
  targets: readonly unknown[],
  setup: CommandOutputOptions,
): Promise<TitleColumns> {
  const { out, globals, listWords } = setup;
  // Columns of all item types are kept together; cell.ts says why that is safe.
  const { columns: ordered } = orderFor(setup)({ columns: columns as readonly AnyColumn[] });
  const isNamed = ordered.some(({ names }) => names !== undefined);
  if (!isNamed || !listWords || !isForPeople(out) || globals.output.ids) {
    return { columns: ordered, lookUpTitles: async () => {} };
  }
  const { withTitlesOfOne } = await import("../lists/list-heading.js");
  return withTitlesOfOne(ordered, paramsOf(targets[0]), listWords);
}

const AS_TYPED: TargetNames = { named: (target) => target, called: () => undefined, place: undefined };

/** Messages for people name targets by title; output for programs costs no look-up. */
async function targetNames(
  targets: readonly unknown[],
  lookUp: LookUp | undefined,
  { out, globals, listWords }: CommandOutputOptions,
): Promise<TargetNames> {
  if (!listWords || !isForPeople(out) || globals.output.quiet) return AS_TYPED;
  const { readNames } = await import("../lists/target-names.js");
  return readNames(targets, lookUp, listWords);
}

async function eachWith<T, R>(
  out: Out,
  targets: readonly T[],
  run: (target: T, sentBefore: boolean) => Promise<R>,
  { label = labelOf, columns, done, changes, silent: noData, bare, lookUp }: EachOptions<T, R>,
  { limits, wordsOnly, documented, journaling, completed, writes, several, names, shownAs, changed }: EachDependencies,
): Promise<void> {
  const silent = noData || bare;
  const results = new Map<T, R>();
  const indexes = new Map(targets.map((target, index) => [target, index]));
  const place = (target: T) => ({ index: indexes.get(target) ?? 0, key: label(target), target: paramsOf(target) });
  const message = done ?? changes;
  const formatDone = doneFormatter({ done, changes }, message ? await names(targets, lookUp) : AS_TYPED, changed);
  // A value in the map is an R.
  const wordsFor = (target: T) => (results.has(target) ? formatDone(target, results.get(target) as R) : undefined);
  const shown = columns && !silent && !wordsOnly(message) ? await shownAs(columns, targets) : undefined;
  await journaling.open(targets.length);
  const options = {
    label,
    settled(target: T, settled: TargetOutcome<unknown>) {
      const failed = "failure" in settled;
      journaling.settled(indexes.get(target) ?? 0, failed ? settled : { result: results.get(target) });
      if (!failed) completed.add(target, wordsFor(target));
    },
    ...{ ...limits, several },
    ...(bare && { bare }),
    ...(shown && { item: { ...documented, columns: shown.columns } }),
    // Results stay in the map so that silent ones never reach standard output.
    done(target: T) {
      completed.markShown(target);
      return wordsFor(target);
    },
  };
  const runOne = (target: T) =>
    journaling.run(place(target), async (sentBefore) => {
      const result = await run(target, sentBefore);
      results.set(target, result);
      await shown?.lookUpTitles([result]);
      return silent ? undefined : result;
    });
  await out.each<T, R | undefined>(
    targets,
    // A target that was given alone behaves like a command without targets: its failure ends the run.
    (target) => (several && writes ? writes.target(() => runOne(target)) : runOne(target)),
    options,
  );
}

/** The message for a target that succeeded. */
const doneFormatter =
  <T, R>(
    { done, changes }: EachOptions<T, R>,
    { named, called, place }: TargetNames,
    changed: EachDependencies["changed"],
  ) =>
  (target: T, result: R) => {
    if (changes === undefined) return done?.(named(target, result), result, { place });
    const name = called(target, result);
    const own = name?.startsWith("#") ? name : name && `${changes} ${name}`;
    const text = changed(paramsOf(target), own);
    if (done && !text?.startsWith("No change")) return done(named(target, result), result, { place });
    return text ?? `Changed ${changes} ${labelOf(named(target, result))}`;
  };

const labelOf = (target: unknown): string =>
  isObject(target) && typeof target.label === "string" ? target.label : String(target);

/** The path parameters of a target; a plain word has none. */
function paramsOf(target: unknown): Record<string, string> {
  if (typeof target !== "object" || target === null || !("params" in target)) return {};
  // Targets of commands keep their path parameters under this name.
  return target.params as Record<string, string>;
}

/** A dry run prints each request; targets have no results. */
async function planEach<T>(
  targets: readonly T[],
  run: (target: T, sentBefore: boolean) => Promise<unknown>,
  note: (message: string) => void,
): Promise<void> {
  note("all targets are shown; --resume skips those that are done");
  for (const target of targets) {
    try {
      await run(target, false);
    } catch (error) {
      if (!(error instanceof Planned)) throw error;
    }
  }
}
