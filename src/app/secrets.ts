/** The live secrets of this run, and the filter that keeps them out of standard error (R56). */
import { createRedactor, createSecretFilter } from "../http/secrets/redact.js";

const secrets = new Set<string>();

/** From now on this text is kept out of standard error, the journal and the cache. */
export function keepSecret(secret: string): void {
  secrets.add(secret);
}

export const redact = createRedactor(() => [...secrets]);
/** Removes only the live secrets, not what merely looks secret by its name. */
export const withoutSecrets = createSecretFilter(() => [...secrets]);

/**
 * A proxy for the stream that `open` returns: opens it on first use and filters everything written to it. Otherwise it
 * behaves like the terminal stream, so prompts and spinners can use it. `drawn` is what the terminal can show of a text.
 */
export function redacted<S extends NodeJS.WriteStream>(open: () => S, drawn = (text: string): string => text): S {
  let opened: S | undefined;
  let write: unknown;
  const stream = (): S => {
    if (opened) return opened;
    opened = open();
    // Saved first: a spinner replaces `write` with its own function, which then calls this one.
    const original = opened.write as (chunk: unknown, ...rest: unknown[]) => boolean;
    write = (chunk: unknown, ...rest: unknown[]): boolean =>
      // The overloads of `write` differ only in the arguments after the text.
      original.call(opened, typeof chunk === "string" ? drawn(redact(chunk)) : chunk, ...rest);
    return opened;
  };
  // The target is a dummy: the traps forward everything to the stream.
  return new Proxy({} as S, {
    get(_, name) {
      const target = stream();
      if (name === "write") return write;
      const value: unknown = Reflect.get(target, name, target);
      // Some terminals report a width of 0, with which a spinner would count lines forever.
      if (name === "columns") return value || undefined;
      return typeof value === "function" ? value.bind(target) : value;
    },
    set(_, name, value) {
      const target = stream();
      if (name !== "write") return Reflect.set(target, name, value, target);
      write = value;
      return true;
    },
    has: (_, name) => Reflect.has(stream(), name),
    getPrototypeOf: () => Reflect.getPrototypeOf(stream()),
  });
}
