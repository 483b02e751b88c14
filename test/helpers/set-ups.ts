import { afterEach, beforeEach } from "vitest";
import { type TestCli, testCli } from "./run.js";
import { type TestSandbox, testSandbox } from "./sandbox.js";

/** A command line on a fresh copy of the sample for each test of a file. */
export const useTestCli = (): TestCli => useFresh(() => testCli());

/** A fresh sandbox for each test of a file. */
export const useTestSandbox = (...options: Parameters<typeof testSandbox>): TestSandbox =>
  useFresh(() => testSandbox(...options));

function useFresh<T extends { close(): void }>(create: () => Promise<T>): T {
  let current: T;
  beforeEach(async () => {
    current = await create();
  });
  afterEach(() => current.close());
  // Every member is that of the test that is running.
  return new Proxy({} as T, { get: (_, name) => Reflect.get(current, name) });
}
