/** The client of one run, created with its first request; what it reports goes to the journal and to standard error. */
import type { Client, ClientEvent } from "../../http/types.js";
import type { Globals } from "../argv/globals.js";
import { withCounters } from "../lists/counters.js";
import { isDebugging } from "../output/asked-format.js";
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
  lacks: Gaps,
  writes: WriteOutcomes,
): () => Promise<Client> {
  let made: Promise<Client> | undefined;
  const { debugBody } = globals.client;
  const debug = isDebugging(globals.client, runtime);
  return () => {
    const observe = (event: ClientEvent) => {
      // What the journal cannot record is not sent, and is not counted as sent either.
      journaling.watch(event);
      writes.observe(event);
      lacks.watch(event);
      if (event.type === "wait") tellWait(event, out);
      if (debug) out.complain(debugLine(event));
      const body = debugBody ? bodyLine(event) : undefined;
      if (body !== undefined) out.complain(body);
      if (!debug && event.type === "note" && !event.debug) out.note(event.message);
    };
    made ??= runtime.client(globals, observe).then(writes.watch).then(withCounters);
    return made;
  };
}

const WORTH_TELLING_MS = 5_000;

/** R15: one line, rewritten in place on a terminal; elsewhere a plain line for waits long enough to wonder about. */
function tellWait(event: Extract<ClientEvent, { type: "wait" }>, out: Out): void {
  if (out.terminal.animate) out.progress.start(waitLine(event));
  else if (event.ms >= WORTH_TELLING_MS) out.say(`docs: ${waitLine(event)}`);
}
