/** The client of one run, created with its first request; what it reports goes to the journal and to standard error. */
import { Failure } from "../../errors.js";
import type { Client, ClientEvent, Observer, WireEvent } from "../../http/types.js";
import { maskBody } from "../../shared/secret-places.js";
import { shellWord } from "../../shared/shell-words.js";
import type { Globals } from "../argv/globals.js";
import type { Ends } from "../ends.js";
import { isDebugging } from "../output/formats/choose-format.js";
import type { Out } from "../output/types.js";
import type { WriteOutcomes } from "../write-outcomes.js";
import type { Journaling } from "./journaling.js";

// Notices when a command answered from a snapshot that lacks parts of the answer.

export interface Gaps {
  watch(event: ClientEvent): void;
  /** Once everything is answered. @throws Failure partial: standard error has named what is not whole */
  refuse(): void;
}

export function createGaps(snapshot: string | undefined): Gaps {
  const gaps: string[] = [];
  return {
    watch(event) {
      if (event.type === "note" && event.incomplete) gaps.push(event.message);
    },
    refuse() {
      if (gaps.length === 0) return;
      throw new Failure("partial", "this answer may be incomplete: the snapshot could not read everything", {
        ...(snapshot !== undefined && { hint: `docs snapshots view ${shellWord(snapshot)} shows what is in it` }),
        details: { gaps },
      });
    },
  };
}

export function lazyClient(
  globals: Globals,
  ends: Ends,
  out: Out,
  journaling: Journaling,
  gaps: Gaps,
  writes: WriteOutcomes,
): () => Promise<Client> {
  let made: Promise<Client> | undefined;
  const { debugBody } = globals.client;
  const debug = isDebugging(globals.client, ends);
  return () => {
    const report: Observer = (event) => {
      if (event.type === "wait") showWait(event, out);
      const line = debug ? debugLine(event) : undefined;
      if (line !== undefined) out.complain(line);
      const body = debugBody ? bodyLine(event) : undefined;
      if (body !== undefined) out.complain(body);
      if (!debug && event.type === "note" && !event.debug) out.note(event.message);
    };
    // The journal is the first to be asked: a write that it cannot record is not sent.
    made ??= ends.client(globals, [journaling.watch, writes.watch, gaps.watch, report]);
    return made;
  };
}

const WORTH_SHOWING_MS = 5_000;

/** R15: one line, rewritten in place on a terminal; elsewhere a plain line for waits long enough to wonder about. */
function showWait(event: Extract<WireEvent, { type: "wait" }>, out: Out): void {
  if (out.terminal.animate) out.progress.wait(waitLine(event));
  else if (event.ms >= WORTH_SHOWING_MS) out.print(`docs: ${waitLine(event)}`);
}

// Lines for --debug and for waits, without queries or secrets (the client only passes paths).

/** One line of --debug. `>` request, `<` answer, `!` failure, `~` wait, `-` note. Undefined: it was on the wire already. */
export function debugLine(event: ClientEvent): string | undefined {
  switch (event.type) {
    case "request":
      return `> ${event.method} ${event.path}${event.attempt > 1 ? ` (attempt ${event.attempt})` : ""} ${event.bytes} bytes`;
    case "response":
      return `< ${event.status} ${event.method} ${event.path} ${event.bytes} bytes in ${Math.round(event.ms)} ms`;
    case "failure":
      return `! ${event.method} ${event.path}: ${event.message} after ${Math.round(event.ms)} ms`;
    case "wait":
      return `~ ${waitLine(event)}`;
    case "note":
      return `- ${event.message}`;
    default:
      return undefined;
  }
}

const MOST = 4_096;

/** --debug-body: the start of a body as text, without what is secret by its place; undefined if there is none. */
export function bodyLine(event: ClientEvent): string | undefined {
  if ((event.type !== "request" && event.type !== "response") || !event.body || event.body.length === 0)
    return undefined;
  const text = typeof event.body === "string" ? event.body : new TextDecoder().decode(event.body.subarray(0, MOST * 4));
  const mark = event.type === "request" ? ">" : "<";
  const shown = maskBody(text.slice(0, MOST));
  return text.length > MOST ? `${mark} ${shown}… (${event.bytes} bytes)` : `${mark} ${shown}`;
}

type Wait = Extract<ClientEvent, { type: "wait" }>;

/** `429, waiting 12 s (2 of 10), GET /v1/orgs/...` (R15). */
export function waitLine(event: Wait): string {
  const seconds = event.ms < 1000 ? `${Math.round(event.ms)} ms` : `${Math.round(event.ms / 1000)} s`;
  return `${event.why}, waiting ${seconds} (${event.count} of ${event.of}), ${event.method} ${event.path}`;
}
