/** Chooses the client of a run: the embedded service for the sandbox, otherwise the network. */
import type { Reach } from "../../cli/runtime.js";
import type { WritePlace } from "../../config/system.js";
import { createClient } from "../../http/client.js";
import type { Client, ClientEvent } from "../../http/types.js";
import { remembering } from "../cache/note-lists.js";
import { watchWrites } from "../signals.js";
import { clientOptions, networkClient } from "./network-client.js";
import { baseUrlOf, type Session, sessionOf, tokenFor } from "./run-session.js";

/** The token is read by the first request, not here. @throws Failure config, usage if no base URL is known */
export async function openClient(
  flags: Reach,
  place: WritePlace,
  say: (message: string) => void,
  observe: (event: ClientEvent) => void,
): Promise<Client> {
  const session = await sessionOf(flags.place, place, say);
  const client = await clientOf(session, flags.client, observe);
  const debug = (message: string): void => observe({ type: "note", message, debug: true });
  return remembering(client, session.settings, debug);
}

async function clientOf(
  session: Session,
  flags: Reach["client"],
  observe: (event: ClientEvent) => void,
): Promise<Client> {
  const watched = (event: ClientEvent): void => {
    watchWrites(event);
    observe(event);
  };
  let read: Promise<string> | undefined;
  const tokenOf = (baseUrl: string) => (): Promise<string> => {
    read ??= tokenFor(session, new URL(baseUrl).origin);
    return read;
  };
  if (session.settings.sandbox) {
    const { sandboxClient } = await import("../sandbox.js");
    const access = await sandboxClient();
    // A given token replaces the sandbox's own: it may be one created for another member.
    const given = session.resolved.token.from === "sandbox" ? undefined : { token: tokenOf(access.baseUrl) };
    return createClient({ ...clientOptions(flags, watched), ...access, ...given });
  }
  const baseUrl = baseUrlOf(session);
  return networkClient(flags, { baseUrl, token: tokenOf(baseUrl) }, watched);
}
