/** Chooses the client of a run: a snapshot, the embedded service for the sandbox, otherwise the network. */
import type { Globals } from "../../cli/argv/globals.js";
import type { Reach } from "../../cli/ends.js";
import { Failure } from "../../errors.js";
import { createClient } from "../../http/client.js";
import type { Client, ClientOptions, Observer, Transport } from "../../http/types.js";
import { readNamedFile } from "../../system/files/named-file.js";
import { keepMemoryLow } from "../../system/memory.js";
import { holdsSecret, leakReason } from "../../system/secrets.js";
import { beforeEnd, hardSignal, softSignal, watchWrites } from "../../system/signals.js";
import { rememberListed } from "../cache/listed-objects.js";
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

// The client for services on the network, with or without a proxy.

type ClientFlags = Globals["client"];
type Access = Pick<ClientOptions, "baseUrl" | "token">;

/** The client options set by flags; absent ones keep the client's defaults. */
export function clientOptions(flags: ClientFlags, observers: readonly Observer[] = []): Partial<ClientOptions> {
  return {
    signal: softSignal,
    abort: hardSignal,
    userAgent: `docs/${__VERSION__}`,
    retryUnsafe: flags.retryUnsafe ?? false,
    withheld: leakReason(process.env),
    holdsSecret,
    ...(flags.retries !== undefined && { retries: flags.retries }),
    ...(flags.maxWait !== undefined && { maxWait: flags.maxWait * 1000 }),
    ...(flags.timeout !== undefined && { timeout: flags.timeout * 1000 }),
    ...(flags.deadline !== undefined && { deadline: flags.deadline * 1000 }),
    ...(flags.maxBody !== undefined && { maxBody: flags.maxBody * 1024 * 1024 }),
    ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
    observers,
  };
}

/** A client for the network, with a proxy if the environment names one. */
export async function networkClient(
  flags: ClientFlags,
  access: Access,
  observers?: readonly Observer[],
): Promise<Client> {
  const transport = await networkTransport(flags);
  return createClient({ ...clientOptions(flags, observers), ...access, transport });
}

const PROXY_VARIABLES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

async function networkTransport({ caFile }: ClientFlags): Promise<Transport> {
  const ca = caFile === undefined ? undefined : readCertificates(caFile);
  if (PROXY_VARIABLES.some((name) => process.env[name])) {
    const { createUndiciTransport } = await import("../../http/transport/undici.js");
    return createUndiciTransport({ env: process.env, ca });
  }
  const { createNodeTransport } = await import("../../http/transport/node.js");
  return createNodeTransport({ ca });
}

/** @throws Failure usage */
export function readCertificates(path: string): string {
  const text = readNamedFile(path, `the certificates in ${path}`).toString("utf8");
  // Node's TLS silently ignores text that is not PEM, and every connection would then fail.
  if (!text.includes("-----BEGIN ")) throw new Failure("usage", `there is no PEM certificate in ${path}`);
  return text;
}
