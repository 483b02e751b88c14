/** Figures of a test run, for docs/robustness.md. They are written where nothing is committed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";

const FOLDER = resolve("test-results", "figures");

export interface Figures {
  count(what: string, by?: number): void;
  /** Writes them; belongs into afterAll. */
  save(): void;
}

/** Counts of one test file. */
export function figures(file: string): Figures {
  const counts: Record<string, number> = {};
  return {
    count(what, by = 1) {
      counts[what] = (counts[what] ?? 0) + by;
    },
    save() {
      mkdirSync(FOLDER, { recursive: true });
      const name = file.replace(/[^a-z0-9]+/g, "-");
      writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify({ file, counts })}\n`);
    },
  };
}

/** How often a property is tried: DOCS_PROPERTY_RUNS, else 1,000. */
export const RUNS = Number(process.env.DOCS_PROPERTY_RUNS ?? 1_000);

/** Milliseconds for a test that tries a property: a thousand runs are quick, a hundred thousand take their time. */
export const PROPERTY_TIME = 30_000 + RUNS * 20;

/** Try a property as often as asked, and count it once it held. */
export async function holds<T>(seen: Figures, property: fc.IRawProperty<T>): Promise<void> {
  await fc.assert(property, { numRuns: RUNS });
  seen.count("property runs", RUNS);
}
