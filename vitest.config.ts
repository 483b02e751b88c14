import { configDefaults, defineConfig } from "vitest/config";
import { table } from "./test/helpers/table.js";

/**
 * `npm test` leaves *.long.test.ts out and tries each property a hundred times. `--mode all` (`npm run test:all`, and
 * .ci/run) runs everything, and a thousand times.
 */
export default defineConfig(({ mode }) => {
  const all = mode === "all";
  return {
    plugins: [table],
    test: {
      include: ["test/**/*.test.ts"],
      exclude: [...configDefaults.exclude, ...(all ? [] : ["**/*.long.test.ts"])],
      env: { DOCS_PROPERTY_RUNS: process.env.DOCS_PROPERTY_RUNS ?? (all ? "1000" : "100") },
      testTimeout: 30_000,
      hookTimeout: 60_000,
      globalSetup: ["test/helpers/build.ts"],
    },
  };
});
