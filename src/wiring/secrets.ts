/** Live secrets of this run, and standard error with all of them taken out of what is written (R56). */
import { createRedactor, createSecretFilter } from "../http/redact.js";

const secrets = new Set<string>();

/** From now on this text reaches neither standard error nor a log. */
export function keepSecret(secret: string): void {
  secrets.add(secret);
}

export const redact = createRedactor(() => [...secrets]);
/** Takes out the live secrets alone. */
export const withoutSecrets = createSecretFilter(() => [...secrets]);

/** The stream itself, its last write filtered. Prompts and spinners use it as the terminal that it is. */
export function redacted<S extends NodeJS.WriteStream>(stream: S): S {
  // Taken now: a spinner puts a write of its own in the place of the stream's, and calls this one from there.
  const original = stream.write as (chunk: unknown, ...rest: unknown[]) => boolean;
  const filtered = (chunk: unknown, ...rest: unknown[]): boolean =>
    // The overloads of write differ in what may follow the text only.
    original.call(stream, typeof chunk === "string" ? redact(chunk) : chunk, ...rest);
  let write: unknown = filtered;
  return new Proxy(stream, {
    get(target, name) {
      if (name === "write") return write;
      const value: unknown = Reflect.get(target, name, target);
      // Some terminals tell no width: lines of no width would never end for a spinner that counts them.
      if (name === "columns") return value || undefined;
      return typeof value === "function" ? value.bind(target) : value;
    },
    set(target, name, value) {
      if (name !== "write") return Reflect.set(target, name, value, target);
      write = value;
      return true;
    },
  });
}
