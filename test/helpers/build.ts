/** Builds dist/ before the tests unless it is up to date: child-process tests run what people install. */
import { execFileSync } from "node:child_process";
import type { TestProject } from "vitest/node";
import { isBuilt } from "../../scripts/build-stamp.mjs";

export default function setup({ config }: TestProject): void {
  const { DOCS_TEST_SEED, DOCS_TEST_SHARE, DOCS_TEST_LEFT_OUT } = config.env;
  if (DOCS_TEST_SHARE !== "1") console.log(`cases of matrices are chosen by DOCS_TEST_SEED=${DOCS_TEST_SEED}`);
  if (DOCS_TEST_LEFT_OUT) console.log(`costly files that it leaves out: ${DOCS_TEST_LEFT_OUT}`);
  // Small mistakes are tried on tests that do not run what is built.
  if (process.env.DOCS_TEST_BUILD !== "no" && !isBuilt())
    execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
}
