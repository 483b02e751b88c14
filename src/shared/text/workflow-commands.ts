/*
 * CI services act on lines of a log: GitHub Actions on `::error::text` at the start of a line, after any white space, and on
 * `##[error]text` anywhere in it; Azure Pipelines on `##vso[...]`, TeamCity on `##teamcity[...]`. Text of others must not
 * start a group, hide our own annotations or mask words there.
 */

/** Most text has neither sign: two searches instead of two expressions. */
const mayHold = (text: string): boolean => text.includes("::") || text.includes("##");

/** Counts anywhere in a line. */
export const HASHES = /##(?=(?:vso|teamcity)?\[[a-z])/gi;
const AT_LINE_START = /^([^\S\n]*)::(?=[a-z][^\n]*?::)/gim;
/** A line may be wrapped later, at any space. */
const AT_WORD_START = /(^|\s)::(?=[a-z][^\n]*?::)/gi;

/** Shows the first sign of such a command as an escape. `line`: the text is one line, or a part of one. */
export function withoutCommands(text: string, line: boolean): string {
  if (!mayHold(text)) return text;
  return text.replace(HASHES, "\\x23#").replace(line ? AT_WORD_START : AT_LINE_START, "$1\\x3a:");
}
