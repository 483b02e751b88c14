import { Failure } from "../errors.js";

const TOKEN = /^[\x21-\x7e]{1,4096}$/;

/**
 * R48: `text` without one trailing newline, if that is a token. Anything else must not get into a header: the runtime
 * would throw an error that shows it.
 * @throws Failure "config" that says what is wrong without showing the text.
 */
export function checkToken(text: string, where: string): string {
  const token = text.replace(/\r?\n$/, "");
  if (TOKEN.test(token)) return token;
  throw new Failure("config", `${where} holds no valid token: ${whatIsWrong(token)}`, {
    hint: "a token is 1 to 4096 visible ASCII characters, with at most one newline after it",
  });
}

function whatIsWrong(token: string): string {
  if (token === "") return "it is empty";
  if (/[\r\n]/.test(token)) return "it has more than one line";
  if (/\s/.test(token)) return "it contains a space";
  if (token.length > 4096) return "it is too long";
  return "it contains a character that is not visible ASCII";
}
