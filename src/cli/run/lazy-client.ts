/** The client of one run, created with its first request; what it reports goes to the journal and to standard error. */
import type { Client, ClientEvent } from "../../http/types.js";
import { isOn } from "../ask/ask-of.js";
import type { Journaling } from "../journal/none.js";
import type { Out } from "../output/types.js";
import type { Runtime } from "../runtime.js";
import type { Globals } from "../words/globals.js";
import { bodyLine, debugLine, waitLine } from "./debug-lines.js";
import type { Lacks } from "./lacks.js";

export function lazyClient(
  globals: Globals,
  runtime: Runtime,
  out: Out,
  journaling: Journaling,
  lacks: Lacks,
): () => Promise<Client> {
  let made: Promise<Client> | undefined;
  const { debugBody } = globals.client;
  const debug = globals.client.debug || debugBody || isOn(runtime, "DOCS_DEBUG");
  return () => {
    made ??= runtime.client(globals, (event) => {
      journaling.watch(event);
      lacks.watch(event);
      if (event.type === "wait") tellWait(event, out);
      if (debug) out.complain(debugLine(event));
      const body = debugBody ? bodyLine(event) : undefined;
      if (body !== undefined) out.complain(body);
      if (!debug && event.type === "note" && !event.debug) out.note(event.message);
    });
    return made;
  };
}

const WORTH_TELLING_MS = 5_000;

/** R15: one line, rewritten in place on a terminal; elsewhere a plain line for waits long enough to wonder about. */
function tellWait(event: Extract<ClientEvent, { type: "wait" }>, out: Out): void {
  if (out.terminal.animate) out.progress.start(waitLine(event));
  else if (event.ms >= WORTH_TELLING_MS) out.say(`docs: ${waitLine(event)}`);
}
