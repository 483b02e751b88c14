/** Standard input can be read only once: a second reader would get nothing. */
import { usage } from "../../errors.js";
import type { Files } from "../context.js";

/** @throws Failure usage for a second reader; --token-stdin counts as the first. */
export function stdinOnce<F extends Pick<Files, "read" | "document">>(files: F, tokenStdin: boolean): F {
  let taken = tokenStdin ? "--token-stdin reads standard input: - cannot read it too" : undefined;
  const once = (read: (path: string) => Promise<string>) => async (path: string) => {
    if (path === "-" && taken !== undefined) throw usage(taken);
    if (path === "-") taken = "standard input can be read once: pass - once";
    return read(path);
  };
  return { ...files, read: once(files.read), document: once(files.document) };
}
