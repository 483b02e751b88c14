/** The live secrets of this run, and the filter that keeps them out of standard error (R56). */
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
