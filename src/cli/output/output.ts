import type { Signals } from "../runtime.js";
import { runEach } from "./each.js";
import { createEngine, type Engine } from "./engine.js";
import { chooseFormat } from "./formats/choose-format.js";
import { writeList } from "./list.js";
import { createWords } from "./messages.js";
import { createProgress } from "./progress.js";
import { loadPaint } from "./text/color.js";
import { sanitize } from "./text/sanitize.js";
import type { ItemOptions, Out, OutputOptions, ScreenView, Terminal } from "./types.js";

export type { Out } from "./types.js";

export interface OutputInput {
  terminal: Terminal;
  options: OutputOptions;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Where to read the pager's command and settings; absent: no pager. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  signals?: Signals | undefined;
  /** Removes live secrets from a value: for our own messages among data. */
  redact?: (<T>(value: T) => T) | undefined;
}

/** The only way for commands to produce output. Does not touch the process: streams and environment are passed in. */
export function createOutput({ terminal, options, stdout, stderr, env = {}, signals, redact }: OutputInput): Out {
  const format = chooseFormat(options, terminal);
  const progress = createProgress({ terminal, quiet: options.quiet, stderr });
  const words = createWords(stderr, terminal, options.quiet, progress);
  const engine = createEngine({ format, terminal, options, stdout, env, signals, progress, redact, ...words });
  const out: Out = {
    format,
    terminal,
    progress,
    ...words,
    async prepare(itemOptions) {
      await engine.filter();
      if (itemOptions !== undefined) engine.check(() => [], itemOptions);
    },
    item: (value, itemOptions = {}) => writeItem(engine, value, itemOptions),
    list: (source, listOptions = {}) => writeList(engine, out, source, listOptions),
    each: (targets, run, eachOptions = {}) => runEach(engine, out, targets, run, eachOptions),
    text: (text) => writeText(engine, text),
    screen: (draw) => writeScreen(engine, draw),
    bytes: (piece) => engine.writer.write(piece),
    async flush() {
      progress.stop();
      await engine.writer.flush();
    },
  };
  return out;
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

async function writeScreen(engine: Engine, draw: (view: ScreenView) => string): Promise<void> {
  const { width, color } = engine.terminal;
  const parts = draw({ width, paint: await loadPaint(color) }).split(COLORS);
  // Every second one is a color.
  const clean = parts.map((part, at) => (at % 2 === 1 ? (color ? part : "") : sanitize(part))).join("");
  await engine.paged((writer) => writer.write(clean));
}

async function writeText(engine: Engine, text: string): Promise<void> {
  const { terminal, options } = engine;
  const clean = options.raw === true && !terminal.stdoutIsTTY ? text : sanitize(text);
  const line = clean === "" || clean.endsWith("\n") ? clean : `${clean}\n`;
  const isLong = line.indexOf("\n") < line.length - 1;
  if (isLong) {
    await engine.paged((writer) => writer.write(line));
    return;
  }
  await engine.writer.write(line);
  await engine.writer.flush();
}
