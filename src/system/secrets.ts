/** The live secrets of this run, and the filter that keeps them out of standard error (R56). */
import { Failure } from "../errors.js";
import { createSecretFilter, findWholeSecrets, redactValue } from "../shared/redact.js";

const secrets = new Set<string>();

/** From now on this text is kept out of standard error, the journal and the cache. */
export function keepSecret(secret: string): void {
  secrets.add(secret);
}

/** The text without the live secrets, and without parts of them: for messages and logs. */
export const redact = createSecretFilter(() => [...secrets]);

/** The value without live secrets, and without members whose names mark them as secret (R39). */
export const redactSecrets = <T>(value: T): T => redactValue(redact, value);

/** The text without whole secrets: for content that is stored. */
export const maskSecrets = createSecretFilter(() => [...secrets], findWholeSecrets);
/** Checks whether a whole secret is in the text. */
export const holdsSecret = (text: string): boolean => maskSecrets(text) !== text;

/**
 * From now on everything written to the stream is filtered, by prompts and spinners, too, which are given the stream
 * itself. `drawn` is what the terminal can show of a text.
 */
export function filterWrites<S extends NodeJS.WriteStream>(stream: S, drawn = (text: string): string => text): S {
  // The overloads of `write` differ only in the arguments after the text.
  const write = stream.write as (chunk: unknown, ...rest: unknown[]) => boolean;
  let { columns } = stream;
  return Object.assign(
    // Some terminals report a width of 0, with which a spinner would count lines forever.
    Object.defineProperty(stream, "columns", {
      get: () => columns || undefined,
      set(width) {
        columns = width;
      },
    }),
    {
      write: (chunk: unknown, ...rest: unknown[]): boolean =>
        write.call(stream, typeof chunk === "string" ? drawn(redact(chunk)) : chunk, ...rest),
    },
  );
}

// R17, R101: environments in which a token would be printed, or sent to whoever answers.

type Environment = Readonly<Record<string, string | undefined>>;

interface Leak {
  why: string;
  hint: string;
}

/** Parts of Node that print what they read and send if NODE_DEBUG names them. */
const TALKATIVE = ["http", "https", "http2", "net", "tls", "stream", "undici", "fetch"];

/** Why the token may not be sent; undefined if it may. */
export function leakReason(env: Environment): Leak | undefined {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    return {
      why: "NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the verification of servers",
      hint: "unset it; for a private certificate authority use --ca-file or NODE_EXTRA_CA_CERTS",
    };
  }
  return isTalkative(env)
    ? {
        why: "NODE_DEBUG makes Node print requests with the token",
        hint: "unset it; --debug shows requests without secrets",
      }
    : undefined;
}

/** Checks whether Node would print the bytes of a token that comes from a pipe, a terminal or a process, or goes to one. */
export function isTalkative(env: Environment): boolean {
  const named = (env.NODE_DEBUG ?? "").toLowerCase().split(",");
  return named.some((name) => TALKATIVE.some((part) => isNamed(part, name.trim())));
}

/** Call before a token is read or asked for. @throws Failure config */
export function refuseTalkative(env: Environment): void {
  if (!isTalkative(env)) return;
  throw new Failure("config", "NODE_DEBUG makes Node print what it reads: the token is not read", { hint: "unset it" });
}

/** Matches a NODE_DEBUG entry as Node does: `*` stands for anything. */
function isNamed(part: string, name: string): boolean {
  const [start = "", ...rest] = name.split("*");
  if (rest.length === 0) return part === name;
  const end = rest.at(-1) ?? "";
  return part.startsWith(start) && part.endsWith(end);
}
