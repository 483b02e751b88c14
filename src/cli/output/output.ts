import { Failure, usage } from "../../errors.js";
import type { Listing, Page } from "../../http/types.js";
import { shellWord } from "../../shared/shell-words.js";
import { escapeControls, sanitize, sanitizeLine } from "../../shared/text/sanitize.js";
import { isObject } from "../../shared/values.js";
import { grouped, wrap } from "../../shared/wrap.js";
import type { Signals } from "../ends.js";
import { runEach } from "./each.js";
import { createEngine, type Engine } from "./engine.js";
import { chooseFormat } from "./formats/choose-format.js";
import { createMessages, type Messages, type Writer } from "./stream.js";
import { loadPaint } from "./text/color.js";
import type {
  CountedWork,
  Counter,
  DoneMessage,
  ItemOptions,
  ListOutputOptions,
  Message,
  Out,
  OutputOptions,
  Progress,
  Renderer,
  ScreenView,
  Speaker,
  Terminal,
  TextOptions,
} from "./types.js";

const DELAY = 1000;

interface Spinner {
  text: string;
  /** Wipes its line until it is drawn again. */
  clear(): void;
  stop(): void;
}

interface ProgressOptions {
  terminal: Terminal;
  quiet: boolean;
  stderr: NodeJS.WritableStream;
  now: () => number;
  signals?: Signals | undefined;
  /** Prints a message: its first line, and what belongs to it. */
  print: (lines: readonly string[]) => void;
  /** Injected by tests; default: ora, loaded when the first spinner is due. */
  spin?: (text: string) => Promise<Spinner>;
}

interface Line {
  start(text: string): void;
  stop(): void;
  clear(): void;
}

const silent: Line = { start: () => {}, stop: () => {}, clear: () => {} };

/** A spinner on standard error for anything that takes longer than a second. Long work has it for itself until it ends. */
export function createProgress(options: ProgressOptions): Progress {
  const { terminal, quiet, signals, print, now } = options;
  const line = quiet || terminal.accessible || terminal.animate !== true ? silent : createLine(options);
  let counted: string | undefined;
  return {
    start: (text) => counted ?? line.start(text),
    wait: line.start,
    stop: () => (counted === undefined ? line.stop() : line.clear()),
    done: () => counted ?? line.stop(),
    count({ ifStopped, ...work }): Counter {
      const textOf = createCountText(now, terminal.width, work);
      const end = () => {
        counted = undefined;
        line.stop();
      };
      const unlisten =
        ifStopped === undefined || quiet
          ? undefined
          : signals?.tell(() => {
              end();
              print(["docs: stopped", ...ifStopped]);
            });
      return {
        at(done, left) {
          counted = textOf(done, left);
          line.start(counted);
        },
        end() {
          end();
          unlisten?.();
        },
      };
    },
  };
}

function createLine({ terminal, stderr, spin = oraOn(stderr, terminal) }: ProgressOptions): Line {
  let timer: NodeJS.Timeout | undefined;
  let spinner: Spinner | undefined;
  let current = "";
  // Counts starts and stops, so that a spinner that loads too late is never shown.
  let turn = 0;
  const show = async (asked: number): Promise<void> => {
    const made = await spin(current);
    if (asked !== turn) return made.stop();
    made.text = current;
    spinner = made;
  };
  return {
    start(text) {
      current = sanitizeLine(text);
      if (spinner !== undefined) spinner.text = current;
      if (timer !== undefined || spinner !== undefined) return;
      turn += 1;
      const asked = turn;
      timer = setTimeout(() => {
        // Failing to show a spinner must not end the work it would announce.
        show(asked).catch(() => {});
      }, DELAY);
      // A pending spinner should not keep the process alive.
      timer.unref();
    },
    clear: () => spinner?.clear(),
    stop() {
      turn += 1;
      clearTimeout(timer);
      timer = undefined;
      spinner?.stop();
      spinner = undefined;
    },
  };
}

/** The columns of a spinner in front of its text, and the last column, which some terminals wrap. */
const MARGIN = 3;

/** `Read 445 of about 3,100 requests, 12 a second, about 4 min left`; the rate is left out where that does not fit. */
export function createCountText(
  now: () => number,
  width: number,
  { verb, of = "of about", what }: Omit<CountedWork, "ifStopped">,
): (done: number, left: number | undefined) => string {
  const begun = now();
  return (done, left) => {
    const seconds = (now() - begun) / 1000;
    const rate = seconds < 1 || done === 0 ? undefined : done / seconds;
    const all = left === undefined ? "" : ` ${of} ${grouped(done + left)}`;
    const speed = rate === undefined ? "" : `, ${rate.toFixed(rate < 10 ? 1 : 0)} a second`;
    const rest = rate === undefined || left === undefined ? "" : `, ${duration(left / rate)}`;
    const start = `${verb} ${grouped(done)}${all}${what === undefined ? "" : ` ${what}`}`;
    const whole = `${start}${speed}${rest}`;
    return whole.length > width - MARGIN ? `${start}${rest}` : whole;
  };
}

const duration = (seconds: number): string =>
  seconds < 90 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`;

function oraOn(stream: NodeJS.WritableStream, terminal: Terminal): (text: string) => Promise<Spinner> {
  return async (text) => {
    const { default: ora } = await import("ora");
    const color = terminal.colorStderr ?? terminal.color;
    // discardStdin would take over the keyboard, which prompts and Ctrl-C need.
    const frames = terminal.ascii ? ({ spinner: "line" } as const) : {};
    return ora({
      ...frames,
      text,
      stream,
      isEnabled: true,
      discardStdin: false,
      color: color ? "cyan" : false,
    }).start();
  };
}

interface OutputInput {
  terminal: Terminal;
  options: OutputOptions;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Receives messages; absent: they go to standard error at once. */
  messages?: Messages | undefined;
  /** Holds the pager's command and settings; absent: no pager. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  signals?: Signals | undefined;
  /** Removes live secrets from a value: for our own messages among data. */
  redact?: (<T>(value: T) => T) | undefined;
}

/** The only way for commands to produce output. Does not touch the process: streams and environment are passed in. */
export function createOutput(input: OutputInput): Out {
  const { terminal, options, stdout, stderr, messages = atOnce(stderr), env = {}, signals, redact } = input;
  const format = chooseFormat(options, terminal);
  const progress = createProgress({
    ...{ terminal, quiet: options.quiet, stderr, now: options.now, signals },
    print: (lines) => messages.isHeld() || messages.print(lines.map(sanitizeLine).join("\n  ")),
  });
  const messageOutput = createMessageOutput(messages, { terminal, quiet: options.quiet, progress });
  const engine = createEngine({ format, terminal, options, stdout, env, signals, progress, redact, ...messageOutput });
  const out: Out = {
    format,
    terminal,
    progress,
    ...messageOutput,
    async prepare(itemOptions) {
      if (options.bom && options.format !== "csv") throw usage("--bom is for CSV", "add -o csv");
      await engine.filter();
      if (itemOptions !== undefined) engine.check(() => [], itemOptions);
    },
    item: (value, itemOptions = {}) => writeItem(engine, value, itemOptions),
    list: (source, listOptions = {}) => writeList(engine, out, source, listOptions),
    each: (targets, run, eachOptions = {}) => runEach(engine, out, targets, run, eachOptions),
    text: (text, textOptions) => writeText(engine, text, textOptions),
    lines: (lines) => writeLines(engine, lines),
    screen: (draw) => writeScreen(engine, draw),
    bytes: (piece) => engine.writer.write(piece),
    async flush() {
      progress.stop();
      await engine.writer.flush();
    },
  };
  return out;
}

function atOnce(stderr: NodeJS.WritableStream): Messages {
  const messages = createMessages(stderr);
  messages.release();
  return messages;
}

async function writeItem<T>(engine: Engine, value: T, options: ItemOptions<NonNullable<T>>): Promise<void> {
  if (value === undefined || value === null) return;
  const renderer = await engine.renderer();
  engine.check(() => [value], options);
  const columns = engine.columns(options);
  const text = await renderer.item(engine.project([value])[0], columns);
  const isLong =
    engine.format === "table" && columns?.some((column) => column.as === "markdown" || column.as === "diff") === true;
  if (isLong) {
    await engine.paged((writer) => writer.write(text));
    return;
  }
  await engine.writer.write(text);
  await engine.writer.flush();
}

/** Colors as `loadPaint` makes them; nothing else of the kind passes. */
const COLORS = /(\u001b\[\d{1,2}m)/;

async function writeScreen(engine: Engine, draw: (view: ScreenView) => readonly string[]): Promise<void> {
  const { width, color, accessible } = engine.terminal;
  // Every second part is a color.
  const clean = (line: string) =>
    line
      .split(COLORS)
      .map((part, at) => (at % 2 === 1 ? (color ? part : "") : sanitizeLine(part)))
      .join("");
  const lines = draw({ width, accessible, paint: await loadPaint(color) });
  await engine.paged((writer) => writer.write(lines.map((line) => `${clean(line)}\n`).join("")));
}

async function writeLines(engine: Engine, lines: readonly string[]): Promise<void> {
  await writeClean(engine, lines.map((line) => `${cleanUnlessRaw(engine, line, sanitizeLine)}\n`).join(""));
}

async function writeText(engine: Engine, text: string, { isReport }: TextOptions = {}): Promise<void> {
  const clean = cleanUnlessRaw(engine, text, isReport ? escapeControls : sanitize);
  await writeClean(engine, clean === "" || clean.endsWith("\n") ? clean : `${clean}\n`);
}

/** As it is with --raw, if no terminal shows it. */
const cleanUnlessRaw = ({ terminal, options }: Engine, text: string, cleaned: (text: string) => string): string =>
  options.raw === true && !terminal.stdoutIsTTY ? text : cleaned(text);

async function writeClean(engine: Engine, text: string): Promise<void> {
  const isLong = text.indexOf("\n") < text.length - 1;
  if (isLong) {
    await engine.paged((writer) => writer.write(text));
    return;
  }
  await engine.writer.write(text);
  await engine.writer.flush();
}

interface MessageOptions {
  terminal: Terminal;
  quiet: boolean;
  progress: Progress;
}

/** Messages on standard error: each line stays one line that controls nothing, and never in the middle of a spinner. */
function createMessageOutput(messages: Messages, { terminal, quiet, progress }: MessageOptions): Speaker {
  const print = (prefix: string, message: Message) => {
    const lines = typeof message === "string" ? [message] : message;
    if (!messages.isHeld()) progress.stop();
    messages.print(prefix + lines.map(sanitizeLine).join("\n  "));
  };
  const mark = checkMark(terminal);
  return {
    print: (message) => void (quiet || print("", message)),
    done: (message) => quiet || (isConfirmed(message) ? print(mark, message) : print("", message.unconfirmed)),
    note: (message) => quiet || print("note: ", message),
    complain: (message) => print("", message),
    failed: (message) => void (messages.isHeld() || print("", message)),
  };
}

const isConfirmed = (message: DoneMessage): message is Message => typeof message === "string" || "length" in message;

function checkMark(terminal: Terminal): string {
  if (!terminal.stderrIsTTY || terminal.accessible || terminal.ascii) return "";
  // Loading chalk is not worth it for one character.
  return (terminal.colorStderr ?? terminal.color) ? "\u001b[32m✓\u001b[39m " : "✓ ";
}

interface ListProgress {
  /** Number of items written so far. */
  printed: number;
  pages: number;
  /** Cursor after the last page written. */
  next: string | undefined;
  repeated: number;
  /** Why the list cannot be whole. */
  gap: string | undefined;
}

/** Writes a list page by page as it arrives. */
async function writeList<T>(
  engine: Engine,
  out: Out,
  source: Listing<T> | readonly T[],
  options: ListOutputOptions<NonNullable<T>>,
): Promise<void> {
  const renderer = await engine.renderer();
  const state: ListProgress = { printed: 0, pages: 0, next: undefined, repeated: 0, gap: undefined };
  const complete = await engine.paged(async (writer) => {
    try {
      await writePages(engine, out, readPages(source), { renderer, writer, state, options });
    } catch (error) {
      out.progress.stop();
      if (engine.terminal.stdoutIsTTY && state.pages > 0 && engine.format === "json") await writer.write("\n");
      // Finish writing before reporting how much was printed: bytes may still be on their way to a file.
      await writer.write("");
      throw addProgress(error, state);
    }
    await writer.write(await renderer.end());
  });
  out.progress.stop();
  if (!complete) return;
  await noteHiddenColumns(out, renderer.hidden?.() ?? [], engine.terminal);
  report(engine, out, state, options.empty);
  // A missing item may still exist.
  if (state.gap !== undefined) out.note(`${state.gap}: the list may be incomplete`);
}

interface Pages {
  renderer: Renderer;
  writer: Writer;
  state: ListProgress;
}

interface Work<T> extends Pages {
  options: ListOutputOptions<T>;
}

async function writePages<T>(engine: Engine, out: Out, pages: AsyncIterable<Page<unknown>>, work: Work<T>) {
  const { renderer, writer, state, options } = work;
  const columns = engine.columns(options);
  const countRepeats = createRepeatCounter();
  out.progress.start("Fetching");
  for await (const page of pages) {
    if (state.pages === 0) {
      // Check before writing, so that a mistake leaves standard output empty.
      engine.check(() => page.items, options);
      await writer.write(await renderer.begin(columns));
    }
    await announce(out, page, work);
    await writer.write(await renderer.page(engine.project(page.items), columns));
    state.printed += page.items.length;
    state.repeated += countRepeats(page);
    state.gap ??= page.gap;
    state.pages += 1;
    state.next = page.next;
    if (page.next !== undefined) out.progress.start(`Fetching (${state.printed} so far)`);
  }
  if (state.pages === 0) await writer.write(await renderer.begin(columns));
}

async function announce<T>(out: Out, page: Page<unknown>, { options, state }: Work<T>): Promise<void> {
  const heading = await options.before?.(page);
  if (state.pages === 0 && heading !== undefined) out.print(heading);
}

async function* readPages<T>(source: Listing<T> | readonly T[]): AsyncIterable<Page<T>> {
  if ("pages" in source) yield* source.pages();
  // Rows of this machine: the same id twice is no fault of a service.
  else yield { items: source, repeated: 0 };
}

/** Counts the items of a page whose id was seen before (R27), unless the page does so itself. */
function createRepeatCounter(): (page: Page<unknown>) => number {
  const seen = new Set<string>();
  const isRepeated = (item: unknown): boolean => {
    if (!isObject(item) || typeof item.id !== "string") return false;
    const before = seen.size;
    return seen.add(item.id).size === before;
  };
  return ({ items, repeated }) => repeated ?? items.filter(isRepeated).length;
}

/** Printed items stay printed; the error counts them and names the place to continue from (R28). */
function addProgress(error: unknown, state: ListProgress): unknown {
  if (!(error instanceof Failure) || state.pages === 0) return error;
  const known = { itemsPrinted: state.printed, ...(state.next === undefined ? {} : { nextPage: state.next }) };
  const advice =
    state.next === undefined ? undefined : `${state.printed} printed; continue with ${nextPageFlag(state.next)}`;
  return error.with({ hint: error.hint ?? advice, details: { ...known, ...error.details } });
}

const nextPageFlag = (cursor: string): string => `--page ${shellWord(cursor)}`;

/** Says which columns a narrow table left out. */
async function noteHiddenColumns(out: Out, headers: readonly string[], { width }: Engine["terminal"]): Promise<void> {
  if (headers.length === 0) return;
  const { widthOf } = await import("./text/fit.js");
  const count = headers.length === 1 ? "1 column" : `${headers.length} columns`;
  const hasId = headers.some((header) => header.toUpperCase() === "ID");
  const all = hasId && headers.length === 1 ? "--ids shows it" : `-o json has all${hasId ? ", --ids the ID" : ""}`;
  // Only a terminal has a width and hides columns. The lines after the first are indented.
  out.print(wrap(`${count} hidden: ${headers.map(sanitizeLine).join(", ")}; ${all}`, width - 2, widthOf));
}

function report(engine: Engine, out: Out, state: ListProgress, empty: string | undefined): void {
  const isEmpty = state.printed === 0 && state.next === undefined && state.gap === undefined;
  if (isEmpty && engine.format === "table") out.print(empty ?? "nothing found");
  if (state.next !== undefined) out.print(`there are more items: continue with ${nextPageFlag(state.next)}`);
  if (state.repeated === 0) return;
  const count = state.repeated === 1 ? "1 item" : `${state.repeated} items`;
  out.note(`${count} listed more than once; -q 'unique_by(.id)' omits the duplicates`);
}
