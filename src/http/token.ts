import { Failure } from "../errors.js";

/**
 * R48: a token that fits into a header. What is wrong with another one is not shown: errors of the platform would print
 * it.
 */
export function checkToken(text: string): string {
  const token = text.replace(/\r?\n$/, "");
  if (!/^[\x21-\x7e]{1,4096}$/.test(token)) {
    throw new Failure(
      "config",
      "the token is not usable: 1 to 4096 printable ASCII characters without spaces are expected",
      {
        hint: "store it again: docs auth login",
      },
    );
  }
  return token;
}
