import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxOptions } from "../../../src/sandbox/open.js";
import { type TestSandbox, testSandbox } from "../../helpers/sandbox.js";

export interface Copies {
  /** A service on a fresh copy of the sample organization; closed by itself at the end. */
  fresh(): Promise<TestSandbox>;
  /** One for requests that change nothing. */
  shared: TestSandbox;
  close(): void;
}

/** The sample is loaded once; each service is a copy of its file. */
export async function copies(
  options: Pick<Partial<SandboxOptions>, "local" | "faults" | "watch"> = {},
): Promise<Copies> {
  const folder = mkdtempSync(join(tmpdir(), "docs-coverage-"));
  const template = join(folder, "template.db");
  (await testSandbox({ file: template, load: undefined })).close();
  const opened: TestSandbox[] = [];
  const fresh = async () => {
    const file = join(folder, `${opened.length}.db`);
    copyFileSync(template, file);
    const service = await testSandbox({ file, ...options });
    opened.push(service);
    return service;
  };
  return {
    fresh,
    shared: await fresh(),
    close: () => {
      for (const service of opened) service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
