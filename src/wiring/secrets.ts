/** Live secrets of this run, and standard error with all of them taken out of what is written (R56). */
import { createRedactor, createSecretFilter } from "../http/secrets/redact.js";

const secrets = new Set<string>();

/** From now on this text reaches neither standard error nor a log. */
export function keepSecret(secret: string): void {
  secrets.add(secret);
}

export const redact = createRedactor(() => [...secrets]);
/** Takes out the live secrets alone. */
export const withoutSecrets = createSecretFilter(() => [...secrets]);

/**
 * The stream that `open` gives, opened when somebody uses it, its last write filtered. Prompts and spinners use it as the
 * terminal that it is.
 */
export function redacted<S extends NodeJS.WriteStream>(open: () => S): S {
  let opened: S | undefined;
  let write: unknown;
  const stream = (): S => {
    if (opened) return opened;
    opened = open();
    // Taken now: a spinner puts a write of its own in the place of the stream's, and calls this one from there.
    const original = opened.write as (chunk: unknown, ...rest: unknown[]) => boolean;
    write = (chunk: unknown, ...rest: unknown[]): boolean =>
      // The overloads of write differ in what may follow the text only.
      original.call(opened, typeof chunk === "string" ? redact(chunk) : chunk, ...rest);
    return opened;
  };
  // The traps answer for the stream.
  return new Proxy({} as S, {
    get(_, name) {
      const target = stream();
      if (name === "write") return write;
      const value: unknown = Reflect.get(target, name, target);
      // Some terminals tell no width: lines of no width would never end for a spinner that counts them.
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
