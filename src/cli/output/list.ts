import { Failure } from "../../errors.js";
import type { Listing, Page } from "../../http/types.js";
import { shellWord } from "../../shared/shell-words.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { isObject } from "../../shared/values.js";
import { wrap } from "../../shared/wrap.js";
import type { Engine } from "./engine.js";
import type { Writer } from "./stream.js";
import type { ListOutputOptions, Out, Renderer } from "./types.js";

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
export async function writeList<T>(
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
