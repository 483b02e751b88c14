/** Standard input can be read once: two readers would take the same text for different things. */
import { usage } from "../../errors.js";
import type { Files } from "../context.js";

/** @throws Failure usage for a second reader; with --token-stdin the token is the first. */
export function stdinOnce(files: Files, tokenStdin: boolean): Files {
  let taken = tokenStdin ? "--token-stdin reads standard input: - cannot read it too" : undefined;
  return {
    async read(path) {
      if (path !== "-") return files.read(path);
      if (taken !== undefined) throw usage(taken);
      taken = "standard input can be read once: pass - once";
      return files.read(path);
    },
  };
}
