/** Half a character (an unpaired surrogate), as JSON.stringify writes it: behind an even number of backslashes. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/**
 * JSON with nothing in it that is no text: of half a character SQLite's JSON functions make bytes that are not UTF-8, and
 * reading these ends the process (libsql) or gives other texts.
 */
export function storedJson(value: object): string {
  const json = JSON.stringify(value);
  return json.includes("\\ud") ? json.replace(HALF, "$1\ufffd") : json;
}
