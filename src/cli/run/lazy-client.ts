/** The client of one run, created with its first request; what it reports goes to the journal and to standard error. */
import type { Client, Observer, WireEvent } from "../../http/types.js";
import type { Globals } from "../argv/globals.js";
import { isDebugging } from "../output/requested-format.js";
import type { Out } from "../output/types.js";
import type { Runtime } from "../runtime.js";
import type { WriteOutcomes } from "../write-outcomes.js";
import { bodyLine, debugLine, waitLine } from "./debug-lines.js";
import type { Gaps } from "./gaps.js";
import type { Journaling } from "./journaling.js";

export function lazyClient(
  globals: Globals,
  runtime: Runtime,
  out: Out,
  journaling: Journaling,
  gaps: Gaps,
  writes: WriteOutcomes,
): () => Promise<Client> {
  let made: Promise<Client> | undefined;
  const { debugBody } = globals.client;
  const debug = isDebugging(globals.client, runtime);
  return () => {
    const report: Observer = (event) => {
      if (event.type === "wait") showWait(event, out);
      const line = debug ? debugLine(event) : undefined;
      if (line !== undefined) out.complain(line);
      const body = debugBody ? bodyLine(event) : undefined;
      if (body !== undefined) out.complain(body);
      if (!debug && event.type === "note" && !event.debug) out.note(event.message);
    };
    // What the journal, the first to be asked, cannot record is not sent.
    made ??= runtime.client(globals, [journaling.watch, writes.watch, gaps.watch, report]);
    return made;
  };
}

const WORTH_SHOWING_MS = 5_000;

/** R15: one line, rewritten in place on a terminal; elsewhere a plain line for waits long enough to wonder about. */
function showWait(event: Extract<WireEvent, { type: "wait" }>, out: Out): void {
  if (out.terminal.animate) out.progress.start(waitLine(event));
  else if (event.ms >= WORTH_SHOWING_MS) out.print(`docs: ${waitLine(event)}`);
}
