import type { Engine } from "./engine.js";
import type { ItemOptions } from "./types.js";

/** Writes the results of several targets, each as soon as it is there. */
export interface BulkWriter {
  add(result: unknown): Promise<void>;
  end(): Promise<void>;
}

/** Blocks of labelled lines in a table format; else a list: one array, one sequence, one row each. */
export async function createBulkWriter<T>(engine: Engine, options: ItemOptions<T>): Promise<BulkWriter> {
  const renderer = await engine.renderer();
  const columns = engine.columns(options);
  const { writer } = engine;
  const blocks = engine.format === "table";
  let count = 0;
  const begin = async () => {
    if (count === 0 && !blocks) await writer.write(await renderer.begin(columns));
  };
  return {
    async add(result) {
      if (result === undefined || result === null) return;
      engine.check(() => [result], options);
      await begin();
      const shown = engine.project([result]);
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
