import { createRequire } from "node:module";

/** jq, compiled to WebAssembly. */
interface Jq {
  /**
   * Runs a filter over JSON text and returns what jq prints; undefined if that is nothing. Throws an Error whose `stderr`
   * holds jq's message.
   */
  raw(json: string, filter: string, flags?: readonly string[]): string | undefined;
}

/**
 * The package exports a promise from CommonJS. `import()` would await its namespace, which inherits `then` from that promise
 * and fails; only `require` returns the promise itself. In the bundle, `require` is the bundler's.
 */
export function loadJq(): Promise<Jq> {
  const load = (): unknown =>
    typeof require === "function" ? require("jq-web") : createRequire(import.meta.url)("jq-web");
  // The package captures `console.error` at load time for its last words ("Aborted()"), which help nobody.
  const { error } = console;
  console.error = () => {};
  try {
    // The package has no types; test/cli/output/jq.test.ts checks it against this one.
    return load() as Promise<Jq>;
  } finally {
    console.error = error;
  }
}

/** The outcome of a jq run: its results one per line, its standard error, and why it failed, if it did. */
interface Ran {
  lines: string[];
  said: string;
  failure: string | undefined;
}

/** Runs a filter over JSON text. jq's standard error only goes to the caller, as it contains text from the service. */
export function runJq(jq: Jq, json: string, filter: string): Ran {
  // The space keeps an expression that starts with "-" from being read as an option.
  const { result, thrown, warned } = withoutConsole(
    () => jq.raw(replaceLoneSurrogates(json), ` ${filter}`, ["-c"]) ?? "",
  );
  if (thrown === undefined) return { lines: linesOf(result ?? ""), said: warned, failure: undefined };
  const stderr: unknown = Reflect.get(thrown, "stderr");
  const text = typeof stderr === "string" ? stderr : "";
  if (!("exitCode" in thrown)) return { lines: [], said: "", failure: "it exceeds the limit of memory or depth" };
  const at = text.search(/^jq: (?:parse )?error\b/m);
  // With `halt_error` the message is everything after the output of `debug`.
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

/** JSON.stringify escapes lone surrogates, which jq refuses: replace them. */
function replaceLoneSurrogates(json: string): string {
  if (!json.includes("\\ud")) return json;
  // Escaped backslashes are matched too, so that the text after one is not mistaken for an escape.
  return json.replace(/\\(?:\\|ud[89a-f][0-9a-f]{2})/g, (found) => (found === "\\\\" ? found : "\ufffd"));
}

interface Done {
  result?: string;
  thrown?: object;
  warned: string;
}

/** The package passes jq's standard error to the console, where nothing would filter it. */
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
