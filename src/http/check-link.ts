import type { LookupFunction } from "node:net";
import { errorCode } from "../errors.js";
import { createLimiter } from "../shared/limiter.js";
import { isPrivateHost } from "../shared/local-address.js";
import type { Clock } from "../system/clock.js";
import { publicLookup } from "./download.js";
import { retryAfter } from "./send/errors.js";
import { describeCause, TransportError } from "./transport/error.js";
import { type Environment, proxyFor } from "./transport/proxy.js";
import type { Transport } from "./types.js";

// Judges an address by its answer, or by the lack of one.

/** `unknown`: it may be there for others; never counted as broken. */
type LinkState = "good" | "broken" | "unknown";

export interface LinkAnswer {
  state: LinkState;
  /** In words, without anything that the server wrote. */
  why: string;
  /** Destination of its redirects, if all are permanent. */
  movedTo?: string;
  /** Good only because the caller says so. */
  isAccepted?: true;
}

/** They keep programs out, or ask them to wait or to sign in: people may well see the page. */
const UNKNOWN: ReadonlySet<number> = new Set([401, 402, 403, 407, 408, 425, 429, 451, 999]);

/** Answers after which the same request may succeed. */
const isPassing = (status: number): boolean => status >= 500 && status <= 599 && status !== 501;

/** Servers that answer so to HEAD may answer GET. */
const isWorthGet = (status: number): boolean => status >= 400 && ![401, 407, 429, 999].includes(status);

function verdictOf(status: number, accepted: ReadonlySet<number>): LinkAnswer {
  const why = `answered ${status}`;
  if (status >= 200 && status < 400) return { state: "good", why };
  if (accepted.has(status)) return { state: "good", why, isAccepted: true };
  return { state: UNKNOWN.has(status) ? "unknown" : "broken", why };
}

/** Failures of this side, and those that may pass. */
const PASSING = /^(?:EAI_AGAIN|ENETUNREACH|ENETDOWN|EHOSTUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

function verdictOfFailure({ phase, code }: TransportError): LinkAnswer {
  if (code === "ERR_PRIVATE_ADDRESS")
    return { state: "unknown", why: "not requested: the name resolves to a private address" };
  if (phase === "timeout") return { state: "unknown", why: "no answer in time" };
  const why = describeCause(phase, code);
  const isUnsure = phase === "proxy" || PASSING.test(code ?? "");
  return { state: isUnsure ? "unknown" : "broken", why };
}

// Checks addresses on other servers: no token, no cookie and no body is ever sent, and no body is read.

export interface LinkOptions extends Clock {
  env: Environment;
  /** PEM text of certificate authorities to trust in addition to Node's own. */
  ca?: string | undefined;
  /** Hosts that may be on this machine or in a local network. */
  allowHosts: readonly string[];
  /** Statuses that count as good. */
  accept: readonly number[];
  userAgent: string;
  /** True for an address with a token that this run knows: it is not requested. */
  holdsSecret?: (text: string) => boolean;
  /** Milliseconds: of each attempt, and between two requests to a host. */
  timeout?: number;
  pause?: number;
}

type CheckLink = (address: string) => Promise<LinkAnswer>;

const DEFAULTS = { timeout: 20_000, pause: 250 };

/** Redirects that are followed. */
const MOST_HOPS = 10;

/** A longer wait that a server asks for is not made, in milliseconds. */
const LONGEST_WAIT = 30_000;

/** Attempts at a request that fails in a way that may pass. */
const ATTEMPTS = 2;

interface Job extends LinkOptions {
  transport: Transport;
  hosts: HostLimiter;
  /** Hosts that asked for more time than a run has, until when. */
  busy: Map<string, number>;
  isAllowed: (host: string) => boolean;
}

export async function createLinkChecker(options: LinkOptions): Promise<CheckLink> {
  const { createUndiciTransport } = await import("./transport/undici.js");
  const allowed = new Set(options.allowHosts.map((host) => host.toLowerCase()));
  const isAllowed = (host: string) => allowed.has(host.replace(/^\[(.*)\]$/, "$1"));
  const lookup: LookupFunction = (hostname, given, done) =>
    isAllowed(hostname)
      ? process.getBuiltinModule("node:dns").lookup(hostname, given, done)
      : publicLookup(hostname, given, done);
  const transport = createUndiciTransport({ env: options.env, ca: options.ca, lookup });
  const hosts = createHostLimiter(options, options.pause ?? DEFAULTS.pause);
  const job: Job = {
    ...options,
    hosts,
    isAllowed,
    busy: new Map(),
    transport: behindProxy(transport, options.env, lookup),
  };
  return (address) => follow(job, new URL(address));
}

/** A proxy resolves the name itself, and may reach what this machine must not. */
const behindProxy =
  (send: Transport, env: Environment, lookup: LookupFunction): Transport =>
  async (request) => {
    const url = new URL(request.url);
    if (proxyFor(url, env) !== undefined) {
      const code = await new Promise((resolve) => {
        lookup(url.hostname, {}, (error) => resolve(errorCode(error)));
      });
      if (code === "ERR_PRIVATE_ADDRESS") {
        throw new TransportError(`${url.host}: a private address`, { phase: "dns", sent: false, code });
      }
    }
    return send(request);
  };

const PERMANENT: ReadonlySet<number> = new Set([301, 308]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

async function follow(job: Job, start: URL): Promise<LinkAnswer> {
  const seen = new Set<string>();
  let url = start;
  let isPermanent = true;
  for (;;) {
    const refusal = refusalOf(job, url);
    if (refusal !== undefined) return { state: "unknown", why: `not requested: ${refusal}` };
    seen.add(withoutFragment(url));
    const answer = await ask(job, url);
    if ("state" in answer)
      return url === start ? answer : { ...answer, why: `redirects to ${url.host}, ${answer.why}` };
    const { status, headers } = answer;
    const next = REDIRECTS.has(status) ? targetOf(headers.location, url) : undefined;
    if (!next) {
      const isAskedToWait = status === 503 && retryAfter({ ...headers }, job.now()) !== undefined;
      if (isAskedToWait) return { state: "unknown", why: "answered 503 with a request to wait" };
      const verdict = verdictOf(status, new Set(job.accept));
      const hasMoved = isPermanent && url !== start && verdict.state === "good";
      return hasMoved ? { ...verdict, movedTo: formatUrl(url) } : verdict;
    }
    if (seen.has(withoutFragment(next))) return { state: "broken", why: "redirects in a circle" };
    if (seen.size > MOST_HOPS) return { state: "broken", why: `redirects more than ${MOST_HOPS} times` };
    isPermanent &&= PERMANENT.has(status);
    url = next;
  }
}

function refusalOf({ isAllowed, holdsSecret }: Job, { href, protocol, hostname }: URL): string | undefined {
  if (holdsSecret?.(href)) return "it contains an access token";
  if (protocol !== "http:" && protocol !== "https:") return "a redirect to something that is not a page";
  return isPrivateHost(hostname) && !isAllowed(hostname) ? "a private address (--allow-host allows it)" : undefined;
}

const targetOf = (location: string | undefined, from: URL): URL | undefined =>
  location !== undefined && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;

const withoutFragment = ({ origin, pathname, search }: URL): string => `${origin}${pathname}${search}`;

/** Without what somebody could sign in with. */
const formatUrl = (url: URL): string => `${withoutFragment(url)}`.slice(0, 300);

interface LinkResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/** HEAD, and GET where a server may not know HEAD. */
async function ask(job: Job, url: URL): Promise<LinkResponse | LinkAnswer> {
  const head = await attempt(job, url, "HEAD");
  const isRefused = "status" in head ? isWorthGet(head.status) : head.isCut;
  const last = isRefused ? await attempt(job, url, "GET") : head;
  return "status" in last ? last : last.verdict;
}

interface LinkFailure {
  verdict: LinkAnswer;
  /** The connection ended without an answer: some servers do that on HEAD. */
  isCut: boolean;
}

const BUSY: LinkAnswer = { state: "unknown", why: "not requested: the host asks for more time" };

async function attempt(job: Job, url: URL, method: "HEAD" | "GET"): Promise<LinkResponse | LinkFailure> {
  for (let count = 1; ; count += 1) {
    if ((job.busy.get(url.host) ?? 0) > job.now()) return { verdict: BUSY, isCut: false };
    const found = await job.hosts.send(url.host, () => sendOnce(job, url, method));
    if (count === ATTEMPTS || !mayPass(found, method)) return found;
    const wait = "status" in found ? retryAfter({ ...found.headers }, job.now()) : undefined;
    if (wait !== undefined && wait > LONGEST_WAIT) {
      job.busy.set(url.host, job.now() + wait);
      return { verdict: BUSY, isCut: false };
    }
    if (wait !== undefined) job.hosts.rest(url.host, wait);
    else if ("status" in found && found.status === 429) return found;
  }
}

function mayPass(found: LinkResponse | LinkFailure, method: "HEAD" | "GET"): boolean {
  if ("status" in found)
    return found.status === 429 || (isPassing(found.status) && (method === "GET" || found.status === 503));
  return found.isCut && method === "GET";
}

async function sendOnce({ transport, timeout = DEFAULTS.timeout, userAgent }: Job, url: URL, method: string) {
  // Nothing of a body is kept: the first bytes of one end the request.
  const limits = { connect: timeout, firstByte: timeout, idle: timeout, attempt: timeout, maxBody: 0, maxError: 0 };
  const headers = { accept: "*/*", "accept-encoding": "identity", "user-agent": userAgent };
  try {
    const { status, headers: given } = await transport({ method, url: url.href, headers, limits });
    return { status, headers: given };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    if (error.status !== undefined) return { status: error.status, headers: error.headers ?? {} };
    return { verdict: verdictOfFailure(error), isCut: error.phase === "response" || error.code === "ECONNREFUSED" };
  }
}

/** Requests at once. */
const AT_ONCE = 8;

/** When requests to other servers may be sent: a few at once, one at a time to each host, with a pause. */
interface HostLimiter {
  /** Waits for the host's turn, and then for one of the few places. */
  send<T>(host: string, work: () => Promise<T>): Promise<T>;
  /** Sends nothing to the host for so long. */
  rest(host: string, ms: number): void;
}

/** @param pause milliseconds between two requests to a host */
function createHostLimiter({ now, sleep }: Clock, pause: number): HostLimiter {
  const lane = createLimiter(AT_ONCE);
  const turns = new Map<string, Promise<unknown>>();
  const free = new Map<string, number>();
  return {
    send(host, work) {
      const before = turns.get(host) ?? Promise.resolve();
      const turn = before.then(async () => {
        const wait = (free.get(host) ?? 0) - now();
        if (wait > 0) await sleep(wait);
        try {
          return await lane(work);
        } finally {
          free.set(host, Math.max(free.get(host) ?? 0, now() + pause));
        }
      });
      // A failure is its own request's matter.
      turns.set(
        host,
        turn.catch(() => undefined),
      );
      return turn;
    },
    rest: (host, ms) => void free.set(host, Math.max(free.get(host) ?? 0, now() + ms)),
  };
}
