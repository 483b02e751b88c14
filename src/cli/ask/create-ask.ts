/** Creates a run's questions: whether anybody can be asked depends on its terminal, flags and environment. */

import { isOn } from "../../shared/switches.js";
import type { Globals } from "../argv/globals.js";
import type { Runtime } from "../runtime.js";
import { type Ask, createAsk } from "./ask.js";

export function askOf(globals: Globals, runtime: Runtime): Ask {
  return createAsk({
    terminal: runtime.terminal,
    disabled: globals.safety.noInput === true || isOn(runtime.env.CI) || isOn(runtime.env.DOCS_PROMPT_DISABLED),
    stderr: runtime.stderr,
    signal: runtime.signal,
    hold: runtime.signals?.hold,
  });
}
