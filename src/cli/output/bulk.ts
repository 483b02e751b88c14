import type { Failure } from "../../errors.js";
import { isObject } from "../../shared/values.js";
import type { Engine } from "./engine.js";
import type { AnyColumn, ItemOptions, TargetOutcome } from "./types.js";

/** Writes the outcome of each target as soon as it is known. */
interface BulkWriter {
  add(target: string, settled: TargetOutcome<unknown>): Promise<void>;
  end(): Promise<void>;
}

/** Names that --fields accepts for each result, besides those of the thing itself. */
export const BULK_FIELDS = ["target", "error"] as const;

/**
 * For tables, blocks of labeled lines with failures set apart; for other formats always a list: one array, one sequence or
 * one row each, with the target first and the error last.
 */
export async function createBulkWriter<T>(engine: Engine, options: ItemOptions<T>): Promise<BulkWriter> {
  const renderer = await engine.renderer();
  const { writer } = engine;
  const blocks = engine.format === "table";
  let target = "";
  // The service's member of that name is an object, and rows are written one at a time.
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
      // Failures are shown whole: they have none of the picked members.
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
  // Answers of the service have no column named like this.
  value: ({ error }: { error?: unknown }) => (isObject(error) ? `${error.kind}: ${error.message}` : ""),
};

const resultOf = (settled: TargetOutcome<unknown>): unknown => ("result" in settled ? settled.result : undefined);

/** The answer with the target as it was named. If the answer has a member of that name, the service's value stays. */
function recordOf(target: string, settled: TargetOutcome<unknown>, { redact }: Engine): Record<string, unknown> {
  // An error may echo the token; the service's own data is left as it is.
  if ("failure" in settled) return { target, error: redact(errorOf(settled.failure)) };
  const { result } = settled;
  if (result === undefined || result === null) return { target };
  return isObject(result) ? { target, ...result } : { target, result };
}

const errorOf = ({ kind, message, hint, status, outcome }: Failure): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ kind, message, hint, status, outcome }).filter(([, value]) => value !== undefined),
  );

/** Leaves a failure out of formats in which its row would be empty; it is reported on standard error. */
function isLeftOut({ options: { fields }, structured }: Engine, settled: TargetOutcome<unknown>): boolean {
  if (structured || fields === undefined || !("failure" in settled)) return false;
  return !fields.some((field) => BULK_FIELDS.some((own) => field === own || field.startsWith(`${own}.`)));
}
