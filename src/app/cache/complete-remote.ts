/** DOCS_COMPLETE_REMOTE=1: asks the service first, caches what it lists, then answers from the cache as usual. */

import { readGlobals } from "../../cli/argv/globals.js";
import { contextValues, parseQuestion } from "../../cli/completion/question.js";
import * as kinds from "../../cli/kinds.js";
import { CONTEXT_PARAMS } from "../../cli/kinds.js";
import { namedSnapshot } from "../../config/snapshot.js";
import type { WritePlace } from "../../config/system.js";
import type { Client } from "../../http/types.js";
import { openClient } from "../client/choose-client.js";
import { openSession } from "../client/run-session.js";
import { environment } from "../environment.js";
import { closeAll } from "../shutdown.js";
import { answer } from "./complete.js";

/** Milliseconds from process start, for everything: somebody pressed a key and is waiting. */
const LIMIT_MS = 450;
const MOST = 1000;

/** Writes the lines to standard output; a service that is slow or refuses is ignored. */
export async function completeRemotely(argv: readonly string[], place: WritePlace): Promise<void> {
  const left = Math.max(1, Math.round(LIMIT_MS - performance.now()));
  try {
    await list(argv, place, AbortSignal.timeout(left));
  } catch {
    // Unreachable, refused or too slow: the cache has to do. The next command will report the reason.
  }
  await closeAll();
  process.stdout.write(await answer(argv));
}

function listerOf(param: string): kinds.Lister | undefined {
  for (const kind of Object.values(kinds)) {
    if (typeof kind === "object" && "param" in kind && kind.param === param) return kind.list;
  }
  return undefined;
}

async function list(argv: readonly string[], place: WritePlace, signal: AbortSignal): Promise<void> {
  const question = parseQuestion(argv);
  if (!question) return;
  const snapshot = namedSnapshot(question.flags, environment)?.file;
  const flags = readGlobals({ ...question.flags, ...(snapshot !== undefined && { snapshot }), retries: "0" });
  const session = await openSession(flags.place, place, () => {});
  const values = contextValues(question, session.settings);
  const client = await openClient(flags, session, []);
  for (const kind of question.kinds) await listKind(kind, values, client, signal);
}

async function listKind(
  kind: string,
  values: Record<string, string | undefined>,
  client: Client,
  signal: AbortSignal,
): Promise<void> {
  const lister = listerOf(kind);
  if (!lister) return;
  const params: Record<string, string> = {};
  for (const name of lister.within) {
    const value = values[CONTEXT_PARAMS[name]];
    if (value === undefined) return;
    params[CONTEXT_PARAMS[name]] = value;
  }
  // The parameters are those that the lister needs: `within` names them.
  const listing = client.list(await lister.load(), { params } as never, { limit: MOST, signal });
  for await (const page of listing.pages()) void page;
}
