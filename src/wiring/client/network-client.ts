/** The client of a run: over the network, through a proxy, or into the embedded service. */
import type { Globals } from "../../cli/words/globals.js";
import { Failure } from "../../errors.js";
import { createClient } from "../../http/client.js";
import type { Client, ClientEvent, ClientOptions, Transport } from "../../http/types.js";
import { readNamedFile } from "../files/named-file.js";
import { hardSignal, softSignal } from "../signals.js";

type ClientFlags = Globals["client"];
type Access = Pick<ClientOptions, "baseUrl" | "token">;

/** Options that flags set; absent ones keep the client's defaults. */
export function clientOptions(flags: ClientFlags, observe?: (event: ClientEvent) => void): Partial<ClientOptions> {
  return {
    signal: softSignal,
    abort: hardSignal,
    userAgent: `docs/${__VERSION__}`,
    retryUnsafe: flags.retryUnsafe ?? false,
    withheld: withheldIn(process.env),
    ...(flags.retries !== undefined && { retries: flags.retries }),
    ...(flags.maxWait !== undefined && { maxWait: flags.maxWait * 1000 }),
    ...(flags.timeout !== undefined && { timeout: flags.timeout * 1000 }),
    ...(flags.deadline !== undefined && { deadline: flags.deadline * 1000 }),
    ...(flags.maxBody !== undefined && { maxBody: flags.maxBody * 1024 * 1024 }),
    ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
    ...(observe && { observe }),
  };
}

/** Parts of Node that print what they send, when NODE_DEBUG names them. */
const TALKATIVE = ["http", "https", "http2", "net", "tls", "stream", "undici", "fetch"];

/** R17: surroundings in which a token would not stay between the two sides. */
export function withheldIn(env: Readonly<Record<string, string | undefined>>): ClientOptions["withheld"] {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    return {
      why: "NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of who answers",
      hint: "unset it; for a private certificate authority use --ca-file or NODE_EXTRA_CA_CERTS",
    };
  }
  const named = (env.NODE_DEBUG ?? "").toLowerCase().split(",");
  const talks = named.some((name) => TALKATIVE.some((part) => isNamed(part, name.trim())));
  return talks
    ? {
        why: "NODE_DEBUG makes Node print requests with the token",
        hint: "unset it; --debug shows requests without secrets",
      }
    : undefined;
}

/** As Node reads it: `*` stands for anything. */
function isNamed(part: string, name: string): boolean {
  const [start = "", ...rest] = name.split("*");
  if (rest.length === 0) return part === name;
  const end = rest.at(-1) ?? "";
  return part.startsWith(start) && part.endsWith(end);
}

/** A client that goes over the network, through a proxy where the environment names one. */
export async function networkClient(
  flags: ClientFlags,
  access: Access,
  observe?: (event: ClientEvent) => void,
): Promise<Client> {
  const transport = await networkTransport(flags);
  return createClient({ ...clientOptions(flags, observe), ...access, transport });
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
  // TLS passes over anything else in silence, and then trusts nobody.
  if (!text.includes("-----BEGIN ")) throw new Failure("usage", `there is no PEM certificate in ${path}`);
  return text;
}
