import { appendFileSync, writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule, TestSpecification } from "vitest/node";

/** One line of the record, as JSON: first the files of the run, then each file when it has ended, then errors of no file. */
export type RecordLine =
  | { planned: string[] }
  | { file: string; passed: number; failed: Failed[] }
  | { errors: string[] };

export interface Failed {
  name: string;
  error: string;
}

const textOf = (errors: readonly SerializedError[]): string =>
  errors.map(({ stack, message }) => stack ?? message).join("\n");

function failuresOf(module: TestModule): Failed[] {
  const tests = [...module.children.allTests("failed")].map((test) => ({
    name: test.fullName,
    error: textOf(test.result().errors ?? []),
  }));
  const own = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  // It could not be loaded, or could not set up what its tests need.
  if (own.length > 0) tests.push({ name: "the file itself", error: textOf(own) });
  return tests;
}

/**
 * Writes to the file that DOCS_TEST_RECORD names while the tests run, so that a run that is cut short leaves what it knows:
 * `scripts/ci/summary.mjs` reads it.
 */
export default class RecordReporter implements Reporter {
  private readonly path = process.env.DOCS_TEST_RECORD ?? "test-record.jsonl";

  private write(line: RecordLine): void {
    appendFileSync(this.path, `${JSON.stringify(line)}\n`);
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    writeFileSync(this.path, "");
    this.write({ planned: specifications.map(({ moduleId }) => moduleId) });
  }

  onTestModuleEnd(module: TestModule): void {
    const passed = [...module.children.allTests("passed")].length;
    this.write({ file: module.moduleId, passed, failed: failuresOf(module) });
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (errors.length > 0) this.write({ errors: errors.map((error) => textOf([error])) });
  }
}
