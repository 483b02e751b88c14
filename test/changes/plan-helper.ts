import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { type CreatePlannerOptions, createPlanner, type Planner } from "../../src/changes/make/planner.js";
import type { Client } from "../../src/changes/types.js";
import { createClient } from "../../src/http/client.js";
import { ORIGIN } from "../../src/sandbox/origin.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { type RunOptions, type TestCli, testCli } from "../helpers/run.js";
import { transportOf } from "../snapshot/snapshot-helper.js";

export const HEAD = {
  origin: "sandbox",
  organization: SAMPLE.org,
  maker: "docs 1.2.3",
  command: "a test",
  made: "2026-01-15T10:00:00.000Z",
};

/** A client of the embedded service, without retries; `sent` lists its requests. */
export function clientOf({ sandbox }: Pick<TestCli, "sandbox">): { client: Client; sent: string[] } {
  const { transport, sent } = transportOf({ sandbox });
  return { client: createClient({ baseUrl: ORIGIN, token: () => sandbox.token, transport, retries: 0 }), sent };
}

export const plannerOf = (cli: Pick<TestCli, "sandbox">, setup: Partial<CreatePlannerOptions> = {}): Planner =>
  createPlanner({ client: clientOf(cli).client, head: HEAD, me: SAMPLE.member, redact: (value) => value, ...setup });

/**
 * A command line of its own for each test, and a name for its plan. What is returned runs a line as a process of its own
 * would: its locks end with it. `out` is for one that has to go well.
 */
export function useCli(use: (cli: TestCli, file: string) => void): Pick<TestCli, "run" | "out"> {
  let cli: TestCli;
  beforeEach(async () => {
    cli = await testCli();
    use(cli, join(cli.folder, "some.plan"));
  });
  afterEach(async () => {
    await closeAll();
    cli.close();
  });
  const alone =
    <T>(run: (line: string, options?: RunOptions) => Promise<T>) =>
    (line: string, options?: RunOptions): Promise<T> =>
      run(line, options).finally(closeAll);
  return {
    run: alone((...given) => cli.run(...given)),
    out: alone((...given) => cli.out(...given)),
  };
}
