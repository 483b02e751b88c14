/** Chooses the client of a run: a snapshot, the embedded service for the sandbox, otherwise the network. */
import type { Reach } from "../../cli/ends.js";
import { createClient } from "../../http/client.js";
import type { Client, Observer } from "../../http/types.js";
import { keepMemoryLow } from "../../system/memory.js";
import { beforeEnd, watchWrites } from "../../system/signals.js";
import { rememberListed } from "../cache/listed-objects.js";
import { clientOptions, networkClient } from "./network-client.js";
import { baseUrlOf, type Session, tokenFor } from "./run-session.js";

/** The token is read by the first request, not here. @throws Failure config, usage if no base URL is known */
export async function openClient(flags: Reach, session: Session, observers: readonly Observer[]): Promise<Client> {
  const { settings } = session;
  const debug = (message: string): void => {
    for (const observe of observers) observe({ type: "note", message, debug: true });
  };
  const all = [watchWrites, keepMemoryLow(), rememberListed(settings, debug), ...observers];
  const { client, token } = await openReached(session, flags, all);
  return {
    ...client,
    async raw(request) {
      // Answers of a file need not be kept.
      if (request.maxAge === undefined || settings.snapshot !== undefined) return client.raw(request);
      const { readThroughCache } = await import("../cache/answer-cache.js");
      return readThroughCache(client, request, { settings, token, debug, now: Date.now });
    },
  };
}

interface OpenedClient {
  client: Client;
  /** The token that kept answers belong to; empty for the sandbox's own and for a snapshot. */
  token: () => Promise<string>;
}

async function openReached(session: Session, flags: Reach, observers: readonly Observer[]): Promise<OpenedClient> {
  const { snapshot } = flags.place;
  if (snapshot !== undefined) {
    const { openSnapshot } = await import("./snapshot-client.js");
    const { client, close } = await openSnapshot(snapshot, clientOptions(flags.client, observers));
    beforeEnd(close);
    return { client, token: async () => "" };
  }
  if (session.settings.sandbox) {
    const { sandboxClient } = await import("../sandbox.js");
    const access = await sandboxClient();
    // A given token replaces the sandbox's own: it may be one created for another member.
    const isOwn = session.resolved.token.from === "sandbox";
    const token = tokenOnce(session, access.baseUrl);
    const client = createClient({ ...clientOptions(flags.client, observers), ...access, ...(!isOwn && { token }) });
    return { client, token: isOwn ? async () => "" : token };
  }
  const baseUrl = baseUrlOf(session);
  const token = tokenOnce(session, baseUrl);
  return { client: await networkClient(flags.client, { baseUrl, token }, observers), token };
}

/** Reads the token once, with the first request, as it may come from standard input. */
function tokenOnce(session: Session, baseUrl: string): () => Promise<string> {
  let read: Promise<string> | undefined;
  return () => {
    read ??= tokenFor(session, new URL(baseUrl).origin);
    return read;
  };
}
