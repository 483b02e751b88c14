/** How long a property is tried. */
import fc from "fast-check";

/** DOCS_PROPERTY_RUNS, which vitest.config.ts sets unless the caller did. */
const RUNS = Number(process.env.DOCS_PROPERTY_RUNS);

/** Milliseconds for a test that tries a property: a thousand runs are quick, a hundred thousand take their time. */
export const PROPERTY_TIME = 600_000 + RUNS * 20;

/** Try a property as often as asked. */
export const holds = async <T>(property: fc.IRawProperty<T>): Promise<void> => {
  await fc.assert(property, { numRuns: RUNS });
};
