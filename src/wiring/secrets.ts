/** Live secrets of this run, and standard error with all of them taken out of what is written (R56). */
import { createRedactor } from "../http/redact.js";

const secrets = new Set<string>();

/** From now on this text reaches neither standard error nor a log. */
export function keepSecret(secret: string): void {
  secrets.add(secret);
}

export const redact = createRedactor(() => [...secrets]);

/** The stream itself, its last write filtered. Prompts and spinners use it as the terminal that it is. */
export function redacted<S extends NodeJS.WriteStream>(stream: S): S {
  const write = (chunk: unknown, ...rest: unknown[]): boolean => {
    const text = typeof chunk === "string" ? redact(chunk) : chunk;
    // The overloads of write differ in what may follow the text only.
    return (stream.write as (chunk: unknown, ...rest: unknown[]) => boolean).call(stream, text, ...rest);
  };
  return new Proxy(stream, {
    get(target, name) {
      if (name === "write") return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
