import type { Failure } from "../../errors.js";
import { isObject } from "../../facts/values.js";
import type { Engine } from "./engine.js";
import type { AnyColumn, ItemOptions, Settled } from "./types.js";

/** Writes what became of several targets, each as soon as it is there. */
export interface BulkWriter {
  add(target: string, settled: Settled<unknown>): Promise<void>;
  end(): Promise<void>;
}

/** Names that --fields takes of each result, besides those of the thing itself. */
export const BULK_FIELDS = ["target", "error"] as const;

/**
 * Blocks of labelled lines in a table format, failures apart; else a list whatever the count: one array, one sequence, one
 * row each, with the target first and the error last.
 */
export async function createBulkWriter<T>(engine: Engine, options: ItemOptions<T>): Promise<BulkWriter> {
  const renderer = await engine.renderer();
  const { writer } = engine;
  const blocks = engine.format === "table";
  let target = "";
  // The service's own member of that name is an object; rows are written one at a time.
  const name: AnyColumn = { header: "Target", path: "target", value: () => target };
  const checked = { ...options, columns: [name, ...(options.columns ?? []), ERROR] as ItemOptions<T>["columns"] };
  const columns = engine.columns(blocks ? options : checked);
  let count = 0;
  const begin = async () => {
    if (count === 0 && !blocks) await writer.write(await renderer.begin(columns));
  };
  return {
    async add(label, settled) {
      target = label;
      const item = blocks ? resultOf(settled) : recordOf(label, settled, engine);
      if (item === undefined || item === null || isLeftOut(engine, settled)) return;
      if ("result" in settled) engine.check(() => [item], checked);
      await begin();
      // What failed is told whole: it has none of the members that were picked.
      const shown = "failure" in settled ? [item] : engine.project([item]);
      if (!blocks) await writer.write(await renderer.page(shown, columns));
      else await writer.write((count === 0 ? "" : "\n") + (await renderer.item(shown[0], columns)));
      count += 1;
    },
    async end() {
      await begin();
      if (!blocks) await writer.write(await renderer.end());
      await writer.flush();
    },
  };
}

const ERROR: AnyColumn = {
  header: "Error",
  path: "error",
  // An answer of the service has no column of that name beside it.
  value: ({ error }: { error?: unknown }) => (isObject(error) ? `${error.kind}: ${error.message}` : ""),
};

const resultOf = (settled: Settled<unknown>): unknown => ("result" in settled ? settled.result : undefined);

/** What was answered, with the target as it was named. A member of the answer by that name stays as the service gave it. */
function recordOf(target: string, settled: Settled<unknown>, { redact }: Engine): Record<string, unknown> {
  // An error may echo the token; what the service answered as data is left alone.
  if ("failure" in settled) return { target, error: redact(errorOf(settled.failure)) };
  const { result } = settled;
  if (result === undefined || result === null) return { target };
  return isObject(result) ? { target, ...result } : { target, result };
}

const errorOf = ({ kind, message, hint, status, outcome }: Failure): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ kind, message, hint, status, outcome }).filter(([, value]) => value !== undefined),
  );

/** A row of columns that a failure has nothing for would be empty; its words are on standard error. */
function isLeftOut({ options: { fields }, structured }: Engine, settled: Settled<unknown>): boolean {
  if (structured || fields === undefined || !("failure" in settled)) return false;
  return !fields.some((field) => BULK_FIELDS.some((own) => field === own || field.startsWith(`${own}.`)));
}
