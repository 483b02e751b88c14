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
  // It keeps the console's `error` of this very moment for its last words ("Aborted()"), which tell people nothing.
  const { error } = console;
  console.error = () => {};
  try {
    // The package has no types; test/cli/output/jq.test.ts holds this one to what it does.
    return load() as Promise<Jq>;
  } finally {
    console.error = error;
  }
}

/** What a run of jq left: its results one a line, what it said on its standard error, and why it failed, if it did. */
export interface Ran {
  lines: string[];
  said: string;
  failure: string | undefined;
}

/** Runs a filter over JSON text. jq's standard error goes to nobody but the caller: it holds text of the service. */
export function runJq(jq: Jq, json: string, filter: string): Ran {
  // A space keeps an expression that begins with "-" from being an option.
  const { result, thrown, warned } = withoutConsole(() => jq.raw(wellFormed(json), ` ${filter}`, ["-c"]) ?? "");
  if (thrown === undefined) return { lines: linesOf(result ?? ""), said: warned, failure: undefined };
  const stderr: unknown = Reflect.get(thrown, "stderr");
  const text = typeof stderr === "string" ? stderr : "";
  if (!("exitCode" in thrown)) return { lines: [], said: "", failure: "it needs more memory or depth than there is" };
  const at = text.search(/^jq: (?:parse )?error\b/m);
  // With `halt_error` all of it is the message, behind what `debug` wrote.
  const start = at >= 0 ? at : (/^(?:\["DEBUG:",.*\n)*/.exec(text)?.[0].length ?? 0);
  return { lines: [], said: text.slice(0, start).trimEnd(), failure: messageOf(text.slice(start)) };
}

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

function messageOf(text: string): string {
  if (text.includes("Exceeds depth limit")) return "the data is nested too deeply for a filter";
  const [line = ""] = text.split("\n", 1);
  return line
    .replace(/^jq: (?:parse )?error(?: \(at [^)]*\))?(?: \(not a string\))?: /, "")
    .replace(/(?: \(Unix shell quoting issues\?\))? at <top-level>.*$/, "");
}

/** JSON.stringify escapes lone surrogates, which jq refuses: it gets the replacement character for them. */
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  // Escaped backslashes are taken in passing, so that what follows one is not an escape.
  return json.replace(/\\(?:\\|ud[89a-f][0-9a-f]{2})/g, (found) => (found === "\\\\" ? found : "\ufffd"));
}

interface Done {
  result?: string;
  thrown?: object;
  warned: string;
}

/** The package hands jq's standard error to the console, where nothing is filtered. */
function withoutConsole(work: () => string): Done {
  const { warn, error } = console;
  let warned = "";
  console.warn = (...parts: unknown[]) => {
    warned = String(parts.at(-1) ?? "");
  };
  console.error = () => {};
  try {
    return { result: work(), warned };
  } catch (thrown) {
    return { thrown: Object(thrown), warned };
  } finally {
    Object.assign(console, { warn, error });
  }
}
