import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type TestCli, testCli } from "./run.js";
import { type TestSandbox, testSandbox } from "./sandbox.js";

/** What a test takes and has to give back. */
type Taken = { close(): unknown } | { remove(): unknown };

const release = (taken: Taken | undefined): unknown => (taken && "close" in taken ? taken.close() : taken?.remove());

/** The members of what is current, for files that need it before it is created. */
const membersOf = <T extends object>(current: () => T): T =>
  // Every member is looked up when it is used.
  new Proxy({} as T, { get: (_, name) => Reflect.get(current(), name) });

/** A new one for each test; it is closed or removed after it. */
export function useEach<T extends Taken>(create: () => T | Promise<T>): T {
  let current: T;
  beforeEach(async () => {
    current = await create();
  });
  afterEach(() => release(current));
  return membersOf(() => current);
}

/** One for all tests of a file or a group. */
export function useOnce<T extends Taken>(create: () => T | Promise<T>): T {
  let current: T;
  beforeAll(async () => {
    current = await create();
  });
  afterAll(() => release(current));
  return membersOf(() => current);
}

/** A command line on a fresh copy of the sample for each test. */
export const useTestCli = (): TestCli => useEach(() => testCli());

/** A fresh sandbox for each test. */
export const useTestSandbox = (...options: Parameters<typeof testSandbox>): TestSandbox =>
  useEach(() => testSandbox(...options));

/**
 * Temporary files of each test go into a folder of its own, whose names this answers: others come and go in the shared one.
 * What the set-ups before it share among files stays where it is.
 */
export function useOwnTmpdir(): () => string[] {
  const shared = process.env.TMPDIR ?? tmpdir();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(shared, "docs-own-"));
    process.env.TMPDIR = folder;
  });
  afterEach(() => {
    process.env.TMPDIR = shared;
    rmSync(folder, { recursive: true });
  });
  return () => readdirSync(folder);
}
