/** The client for services on the network, with or without a proxy. */
import type { Globals } from "../../cli/argv/globals.js";
import { Failure } from "../../errors.js";
import { createClient } from "../../http/client.js";
import type { Client, ClientOptions, Observer, Transport } from "../../http/types.js";
import { readNamedFile } from "../../system/files/named-file.js";
import { holdsSecret, leakReason } from "../../system/secrets.js";
import { hardSignal, softSignal } from "../../system/signals.js";

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
