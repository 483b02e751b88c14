/** Figures of a test run, for docs/robustness.md. They are written where nothing is committed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const FOLDER = resolve("test-results", "figures");

/** Counts of one test file; `save` belongs into its afterAll. */
export function figures(file: string) {
  const counts: Record<string, number> = {};
  return {
    count(what: string, by = 1): void {
      counts[what] = (counts[what] ?? 0) + by;
    },
    save(): void {
      mkdirSync(FOLDER, { recursive: true });
      const name = file.replace(/[^a-z0-9]+/g, "-");
      writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify({ file, counts })}\n`);
    },
  };
}

/** Runs of a property: DOCS_PROPERTY_RUNS, else 1,000. */
export const PROPERTY_RUNS = Number(process.env.DOCS_PROPERTY_RUNS ?? 1_000);
