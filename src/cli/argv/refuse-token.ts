import { usage } from "../../errors.js";

/**
 * R47: no flag takes the token itself, because it would show up in process lists and in the shell's history. Such a flag is
 * refused before anything else is read, and its value is never shown.
 * @throws Failure "usage"
 */
export function refuseTokenValue(argv: readonly string[]): void {
  const end = argv.indexOf("--");
  const flags = end < 0 ? argv : argv.slice(0, end);
  if (flags.some((word) => word === "--token" || word.startsWith("--token="))) refuseTokenWord();
}

/** Refuses a plain word that may be the token in the same way. @throws Failure "usage" */
export function refuseTokenWord(): never {
  throw usage(
    "tokens are not accepted on the command line: other programs and the shell's history would see them",
    "set DOCS_TOKEN, pass it with --token-stdin or --token-file, or store it with: docs auth login",
  );
}
