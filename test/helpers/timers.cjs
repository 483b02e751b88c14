/** Preloaded into the command: notes the milliseconds of each timer in a file; one of TIMERS_MS ends at once, or never. */
const { appendFileSync } = require("node:fs");

const { TIMERS_FILE, TIMERS_MS, TIMERS_END } = process.env;
const begin = globalThis.setTimeout;
const ENDS = { now: 0, never: 2 ** 30 };

globalThis.setTimeout = (act, ms, ...given) => {
  appendFileSync(TIMERS_FILE, `${ms}\n`);
  return begin(act, ms === Number(TIMERS_MS) ? ENDS[TIMERS_END] : ms, ...given);
};
