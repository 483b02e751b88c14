import type { Signals } from "../ends.js";
import { checkFields, columnsFor, pickFields } from "./filter/fields.js";
import type { Filter } from "./filter/jq.js";
import { isStructured, isTable, loadFilter, loadRenderer } from "./formats/choose-format.js";
import { ClosedPipe, createWriter, type Writer } from "./stream.js";
import { loadPaint, toAscii } from "./text/color.js";
import type { Columns, Format, ItemOptions, OutputOptions, Progress, Renderer, Terminal } from "./types.js";

/** Shared by item, list, each and text: settings are worked out once, formats are loaded when first needed. */
export interface Engine {
  readonly format: Format;
  readonly terminal: Terminal;
  readonly options: OutputOptions;
  /** True if the output shows whole objects: JSON, YAML and --jq. */
  readonly structured: boolean;
  /** Compiles --jq, once. */
  filter(): Promise<Filter | undefined>;
  /** A new renderer for one answer. */
  renderer(): Promise<Renderer>;
  columns<T>(options: ItemOptions<T>): Columns;
  /** Reduces items to what --fields names. */
  project(items: readonly unknown[]): readonly unknown[];
  /** @throws Failure of kind usage for an unknown --fields name */
  check<T>(items: () => readonly unknown[], options: ItemOptions<T>): void;
  readonly writer: Writer;
  /** The value with live secrets removed. */
  redact<T>(value: T): T;
  /**
   * Runs the work with a writer that leads to the pager, if there is one, else to standard output. Returns false if the
   * person quit the pager early.
   */
  paged(work: (writer: Writer) => Promise<void>): Promise<boolean>;
}

interface EngineInput {
  format: Format;
  terminal: Terminal;
  options: OutputOptions;
  stdout: NodeJS.WritableStream;
  env: Readonly<Record<string, string | undefined>>;
  signals?: Signals | undefined;
  progress: Progress;
  redact?: (<T>(value: T) => T) | undefined;
  note(message: string): void;
  /** A message that --quiet does not silence. */
  complain(message: string): void;
}

/** Creates the parts that all ways of output share: the format (loaded late), filters, columns, the pager. */
export function createEngine(input: EngineInput): Engine {
  const { format, terminal, options, progress } = input;
  const drawn = terminal.ascii && terminal.stdoutIsTTY && format === "table" ? inAscii : (plain: Writer) => plain;
  const started = options.bom ? startWithMark : (plain: Writer) => plain;
  const writer = started(drawn(stopSpinnerFirst(createWriter(input.stdout), progress)));
  let filter: Promise<Filter | undefined> | undefined;
  const { fields } = options;
  const structured = isStructured(format);
  const compiled = () => {
    filter ??= loadFilter(options, { tell: input.complain, unguarded: pauseSignals(input) });
    return filter;
  };
  return {
    format,
    terminal,
    options,
    structured,
    redact: input.redact ?? ((value) => value),
    writer,
    filter: compiled,
    async renderer() {
      const factory = await loadRenderer(format, await compiled(), options.format);
      return factory({
        terminal,
        paint: await loadPaint(terminal.color && !["csv", "tsv", "markdown"].includes(format)),
        now: options.now(),
        csvRaw: options.csvRaw === true,
        raw: options.raw === true && !terminal.stdoutIsTTY,
      });
    },
    // Columns of all item types are kept together; cell.ts says why that is safe.
    columns: ({ columns }) => {
      if (fields !== undefined) return columnsFor(fields, columns);
      return isTable(format) ? columns?.filter(({ piped }) => !piped) : columns;
    },
    project: (items) =>
      fields === undefined || !structured ? items : items.map((item: unknown) => pickFields(item, fields)),
    check(items, { columns, fields: documented }) {
      if (fields !== undefined) checkFields(fields, { columns, documented }, items);
    },
    paged: (work) => inPager(input, writer, (out) => work(drawn(out))),
  };
}

/** A filter may run forever, and no signal is handled meanwhile: stop the spinner first and let signals end the process. */
function pauseSignals({ signals, progress }: EngineInput): <T>(work: () => T) => T {
  return (work) => {
    progress.stop();
    return signals === undefined ? work() : signals.letThrough(work);
  };
}

/** A writer that stops the spinner before anything is written. */
function stopSpinnerFirst(writer: Writer, progress: Progress): Writer {
  return {
    write(text) {
      if (text.length > 0) progress.stop();
      return writer.write(text);
    },
    flush: () => writer.flush(),
  };
}

/** Without the mark, spreadsheets take UTF-8 for the encoding of their country. */
function startWithMark(writer: Writer): Writer {
  let isStarted = false;
  return {
    async write(text) {
      if (!isStarted && text.length > 0) {
        isStarted = true;
        await writer.write("\ufeff");
      }
      await writer.write(text);
    },
    flush: () => writer.flush(),
  };
}

/** Drawn text becomes ASCII; bytes are data. */
const inAscii = (writer: Writer): Writer => ({
  write: (text) => writer.write(typeof text === "string" ? toAscii(text) : text),
  flush: () => writer.flush(),
});

async function inPager(input: EngineInput, direct: Writer, work: (writer: Writer) => Promise<void>): Promise<boolean> {
  const { terminal, options, env, progress } = input;
  const pagers = terminal.stdoutIsTTY && options.pager !== false ? await import("./pager.js") : undefined;
  const requested = pagers?.pagerCommand(env);
  const { height } = terminal;
  // A screen reader, or a terminal that cannot move its cursor, gets a pager only if it asks for one.
  const isOwn = pagers !== undefined && requested === undefined && height !== undefined && terminal.animate === true;
  const command = isOwn ? pagers.defaultPager(env) : (requested ?? []);
  if (pagers === undefined || command.length === 0) {
    await work(direct);
    await direct.flush();
    return true;
  }
  let release = isOwn ? undefined : input.signals?.hold();
  let opened: Awaited<ReturnType<typeof pagers.openPager>>;
  const open = async (): Promise<Writer> => {
    progress.stop();
    release ??= input.signals?.hold();
    opened = await pagers.openPager(command, env, input.stdout);
    if (opened === undefined) input.note(`cannot start the pager "${command[0]}"; set DOCS_PAGER to another one`);
    return opened === undefined ? direct : stopSpinnerFirst(opened.writer, progress);
  };
  const lazy = isOwn ? pagers.createHeldWriter({ width: terminal.width, height }, direct, open) : openedByText(open);
  try {
    await work(lazy);
    await lazy.end();
    return true;
  } catch (error) {
    // Quitting the pager early is normal.
    if (error instanceof ClosedPipe && opened !== undefined) return false;
    // Items from before the failure are shown.
    if (!(error instanceof ClosedPipe)) await lazy.end().catch(() => {});
    throw error;
  } finally {
    await opened?.end();
    release?.();
  }
}

/** Opens the pager with the first text. */
function openedByText(open: () => Promise<Writer>): Writer & { end(): Promise<void> } {
  let target: Writer | undefined;
  const flush = async () => target?.flush();
  return {
    async write(text) {
      if (text.length === 0) return;
      target ??= await open();
      await target.write(text);
    },
    flush,
    end: flush,
  };
}
