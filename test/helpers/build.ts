/** Builds dist/ before the tests unless it is up to date: child-process tests run what people install. */
import { execFileSync } from "node:child_process";
import type { TestProject } from "vitest/node";
import { isBuilt } from "../../scripts/build-stamp.mjs";

export default function setup({ config }: TestProject): void {
  const { DOCS_TEST_SEED, DOCS_TEST_SHARE } = config.env;
  if (DOCS_TEST_SHARE !== "1") console.log(`cases of matrices are chosen by DOCS_TEST_SEED=${DOCS_TEST_SEED}`);
  if (!isBuilt()) execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
}
