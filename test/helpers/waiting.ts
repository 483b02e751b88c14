import { importersOf, readSources } from "../../scripts/imports.mjs";

/** Modules with which a test starts processes or opens sockets. */
const WAITS = /from "(node:(child_process|dgram|http|https|http2|net|tls|worker_threads)|undici)"/;

/**
 * Divides the test files into those that mostly wait and those that mostly compute. A file waits if it, or test code that it
 * imports, starts processes or opens sockets.
 */
export function divideTests(): { waiting: string[]; computing: string[] } {
  const sources = readSources(["test"]);
  const direct = [...sources].filter(([, text]) => WAITS.test(text)).map(([file]) => file);
  const waiting = new Set(importersOf(sources)(direct));
  const tests = [...sources.keys()].filter((file) => file.endsWith(".test.ts"));
  return { waiting: tests.filter((file) => waiting.has(file)), computing: tests.filter((file) => !waiting.has(file)) };
}
