/** Standard input can be read only once: a second reader would get nothing. */
import { usage } from "../../errors.js";
import type { Files } from "../context.js";

/** @throws Failure usage for a second reader; --token-stdin counts as the first. */
export function stdinOnce<F extends Pick<Files, "read">>(files: F, tokenStdin: boolean): F {
  let taken = tokenStdin ? "--token-stdin reads standard input: - cannot read it too" : undefined;
  return {
    ...files,
    async read(path) {
      if (path !== "-") return files.read(path);
      if (taken !== undefined) throw usage(taken);
      taken = "standard input can be read once: pass - once";
      return files.read(path);
    },
  };
}
