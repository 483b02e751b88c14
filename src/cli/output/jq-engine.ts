import { createRequire } from "node:module";

/** jq, compiled to WebAssembly. */
export interface Jq {
  /**
   * Runs a filter over JSON text; answers what jq prints, undefined when that is nothing. Throws an Error whose `stderr`
   * holds jq's message.
   */
  raw(json: string, filter: string, flags?: readonly string[]): string | undefined;
}

/**
 * The package exports a promise from CommonJS. An import would await its namespace, which inherits `then` from that
 * promise and fails; only `require` hands the promise over. In the bundle `require` is the bundler's own.
 */
export function loadJq(): Promise<Jq> {
  const load = (): unknown =>
    typeof require === "function" ? require("jq-web") : createRequire(import.meta.url)("jq-web");
  // The package has no types; test/cli/output/jq.test.ts holds this one to what it does.
  return load() as Promise<Jq>;
}
