/** Lists what completion needs and nobody has listed yet, or all of it with DOCS_COMPLETE_REMOTE=1; then answers from the cache. */

import { readGlobals } from "../../cli/argv/globals.js";
import { CONTEXT_PARAMS, kindOf } from "../../cli/kinds.js";
import { namedSnapshot } from "../../config/resolve.js";
import type { ConfigSystem } from "../../config/system.js";
import { isNamedOrigin } from "../../config/token.js";
import type { Client } from "../../http/types.js";
import { isOn } from "../../shared/switches.js";
import { environment } from "../../system/environment.js";
import { closeAll } from "../../system/signals.js";
import { openClient } from "../client/choose-client.js";
import { baseUrlOf, openSession } from "../client/run-session.js";
import { type Answer, answer } from "./complete.js";

/** Milliseconds that a service gets for everything: somebody pressed a key and is waiting. */
const LIMIT_MS = 300;
/** For a file on this machine. It is read in a moment, unless something is very wrong. */
const LOCAL_LIMIT_MS = 3000;
const MOST = 1000;

/** Writes the lines to standard output; a service that is slow or refuses is ignored. */
export async function completeRemotely(argv: readonly string[], place: ConfigSystem): Promise<void> {
  const known = await answer(argv);
  try {
    await list(known, place);
  } catch {
    // Unreachable, refused or too slow: the cache has to do. The next command will report the reason.
  }
  await closeAll();
  process.stdout.write((await answer(argv)).text);
}

async function list(known: Answer, place: ConfigSystem): Promise<void> {
  const wanted = isOn(environment.DOCS_COMPLETE_REMOTE) ? known.kinds : known.unlisted;
  if (wanted.length === 0) return;
  const snapshot = namedSnapshot(known.flags, environment)?.file;
  const flags = readGlobals({ ...known.flags, ...(snapshot !== undefined && { snapshot }), retries: "0" });
  const session = await openSession(flags.place, place, () => {});
  const isLocal = snapshot !== undefined || session.settings.sandbox;
  if (!isLocal && !isNamedOrigin(session.config, new URL(baseUrlOf(session)).origin)) return;
  const client = await openClient(flags, session, []);
  const signal = AbortSignal.timeout(isLocal ? LOCAL_LIMIT_MS : LIMIT_MS);
  for (const kind of wanted) await listKind(kind, known.places, client, signal);
}

async function listKind(kind: string, places: Answer["places"], client: Client, signal: AbortSignal): Promise<void> {
  const lister = kindOf(kind)?.list;
  if (!lister) return;
  const params: Record<string, string> = {};
  for (const name of lister.within) {
    const value = places[CONTEXT_PARAMS[name]];
    if (value === undefined) return;
    params[CONTEXT_PARAMS[name]] = value;
  }
  // The parameters are those that the lister needs: `within` names them.
  const listing = client.list(await lister.load(), { params }, { limit: MOST, signal });
  for await (const page of listing.pages()) void page;
}
