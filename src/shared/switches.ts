/** Environment variables that turn something on. */

const ON = ["true", "yes", "on"];
const OFF = ["", "0", "false", "no", "off"];

/** True for any value but an empty one and the usual words for no. */
export const isOn = (value: string | undefined): boolean => value !== undefined && !OFF.includes(value.toLowerCase());

/** The variables of this program that are switches. */
const SWITCHES = ["DOCS_DEBUG", "DOCS_ACCESSIBLE", "DOCS_PROMPT_DISABLED", "DOCS_COMPLETE_REMOTE"];

/** Says of each variable whose value is none of those that it takes how it was read. */
export function oddVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const isWord = (value: string, words: readonly string[]) => words.includes(value.toLowerCase());
  const switches = SWITCHES.flatMap((name) => {
    const value = env[name];
    if (value === undefined || /^\d+$/.test(value) || isWord(value, [...ON, ...OFF])) return [];
    return [`${name}=${JSON.stringify(value)} counts as yes: ${name}=0 turns it off`];
  });
  const width = env.DOCS_FORCE_TTY;
  if (width === undefined || /^([1-9]\d{0,3}%?|)$/.test(width) || isWord(width, [...ON, ...OFF])) return switches;
  return [...switches, `DOCS_FORCE_TTY=${JSON.stringify(width)} is no width: it takes columns (100) or a part (80%)`];
}
