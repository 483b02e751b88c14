import {
  chmodSync,
  closeSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import type { LookupFunction } from "node:net";
import { basename, dirname, join } from "node:path";
import { errorCode, Failure, reasonOf } from "../errors.js";
import { decodeSegment } from "../shared/ids.js";
import { isLoopback, isPrivateAddress, isPrivateHost } from "../shared/local-address.js";
import { DEFAULTS } from "./defaults.js";
import { lostAnswer, refusedAnswer } from "./send/errors.js";
import {
  type Attempt,
  type ClientState,
  type ClientStateOptions,
  createClientState,
  repeat,
  type TimeBudget,
} from "./send/retry.js";
import { TransportError } from "./transport/error.js";
import { type Environment, proxyFor } from "./transport/proxy.js";
import type { ClientOptions, Transport, WireLimits, WireResponse } from "./types.js";

const PIECE = 256 * 1024;

/** A download in progress: a temporary file in the target folder, renamed once it is complete. */
interface PartFile {
  write(chunk: Uint8Array): void;
  /** Starts over, for another attempt. */
  reset(): void;
  readonly bytes: number;
  /** Reads back the written bytes, piece by piece; each is the caller's. @throws Failure "io" */
  pieces(): Iterable<Uint8Array>;
  /** Gives the file its final name. Without `force`, an existing file or link is kept. @throws Failure "io" */
  place(name: string, force: boolean): string;
  /** Removes the temporary file unless it was placed. */
  discard(): void;
}

/** @throws Failure "io" */
export function openPart(folder: string, suffix: string): PartFile {
  const real = nameFileErrors(folder, () => realpathSync(folder));
  const path = join(real, `.docs-${suffix}.part`);
  const file = nameFileErrors(folder, () => openSync(path, "wx+", 0o600));
  let open = true;
  let placed = false;
  let bytes = 0;
  const close = () => {
    if (open) closeSync(file);
    open = false;
  };
  return {
    get bytes() {
      return bytes;
    },
    write(chunk) {
      nameFileErrors(path, () => {
        for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at, chunk.length - at, bytes + at);
      });
      bytes += chunk.length;
    },
    reset() {
      nameFileErrors(path, () => ftruncateSync(file, 0));
      bytes = 0;
    },
    pieces: () => cutPieces(file, bytes, path),
    place(name, force) {
      const target = join(real, basename(name));
      nameFileErrors(target, () => {
        fsyncSync(file);
        close();
        chmodSync(path, 0o666 & ~process.umask());
        if (force) renameSync(path, target);
        else putAside(path, target);
        placed = true;
      });
      return target;
    },
    discard() {
      close();
      if (!placed) unlinkSync(path);
    },
  };
}

function* cutPieces(file: number, bytes: number, path: string): Iterable<Uint8Array> {
  for (let at = 0; at < bytes; ) {
    const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, bytes - at));
    const count = nameFileErrors(path, () => readSync(file, piece, 0, piece.length, at));
    // Somebody else cut the file.
    if (count === 0) throw new Failure("io", `cannot read ${path}: it became shorter`);
    at += count;
    yield piece.subarray(0, count);
  }
}

/** A hard link fails if the name is taken, even by a dangling link. Without hard links, an empty file claims it first. */
function putAside(path: string, target: string): void {
  try {
    linkSync(path, target);
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw error;
    closeSync(openSync(target, "wx", 0o600));
    renameSync(path, target);
    return;
  }
  unlinkSync(path);
}

const IN_PLACE = { ENOENT: "no such folder" };

const WAYS: Readonly<Record<string, string>> = {
  EEXIST: "give another path, or replace it with --force",
  ENOENT: "make it first, or give another path",
};

function nameFileErrors<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    const hint = WAYS[code];
    throw new Failure("io", `cannot write ${path}: ${reasonOf(error, IN_PLACE)}`, { hint, cause: error });
  }
}

const RESERVED = /^(con|prn|aux|nul|conin_?|conout_?|com[0-9_]|lpt[0-9_])(?:\.|$)/i;

/**
 * R60: a file name that a server gave, made harmless: no folders, only letters, digits, dot, dash and underscore, at
 * most 120 characters, no leading dot or dash, no Windows device name. Undefined: nothing is left.
 */
export function safeName(text: string): string | undefined {
  const base = text.split(/[/\\]/).at(-1) ?? "";
  const plain = withoutDots(base.replace(/[^A-Za-z0-9._-]/g, "_").replace(/^[.-]+/, ""));
  if (plain === "" || /^_+$/.test(plain)) return undefined;
  const named = RESERVED.test(plain) ? `_${plain}` : plain;
  if (named.length <= 120) return named;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(named)?.[0] ?? "";
  return named.slice(0, 120 - extension.length) + extension;
}

/** The text without trailing dots. */
function withoutDots(text: string): string {
  let end = text.length;
  while (text[end - 1] === ".") end -= 1;
  return text.slice(0, end);
}

/** The name in Content-Disposition, cleaned. `filename*` (RFC 8187) takes precedence over `filename`. */
export function nameInHeader(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const encoded = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (encoded !== undefined) return safeName(decodeSegment(encoded));
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, "$1");
  const name = quoted ?? /filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1];
  return name === undefined ? undefined : safeName(name);
}

/** The last part of a URL's path, cleaned. */
function nameInUrl(url: URL): string | undefined {
  return safeName(decodeSegment(url.pathname.split("/").at(-1) ?? ""));
}

export interface DownloadOptions extends ClientStateOptions {
  /** The service that gave the link: if it is on this machine, the link may point to this machine too. */
  baseUrl?: string | undefined;
  env: Environment;
  /** A link, or a redirect, that contains a token that this run knows is not followed. */
  holdsSecret?: ClientOptions["holdsSecret"];
  /** PEM text of certificate authorities to trust in addition to Node's own. */
  ca?: string | undefined;
  /** Replaces the network: the embedded service. */
  transport?: Transport | undefined;
  /** A file, or a folder for a file with the cleaned name; undefined: the working directory. */
  to?: string | undefined;
  /** Takes the bytes in place of a file, once all of them are there; `to` and `name` do not matter then. */
  write?: ((piece: Uint8Array) => Promise<void>) | undefined;
  /** The name if neither `to` nor the Content-Disposition header gives one. */
  name?: string | undefined;
  /** Replace an existing file. */
  force?: boolean | undefined;
  maxBytes?: number | undefined;
  maxWait?: number | undefined;
  signal?: AbortSignal | undefined;
  userAgent?: string | undefined;
}

/**
 * R60: fetches a link from an answer into a file. This code has no access to the token, so it cannot leak it.
 * @throws Failure of kind usage, io, redirect, network, not-found, ...
 */
export async function download(link: string, options: DownloadOptions): Promise<{ path: string; bytes: number }> {
  const url = checkedUrl(link, options);
  const place = placeFor(options);
  const transport = options.transport ?? (await openTransport(options));
  const clientState = createClientState(options);
  const part = openPart(place.folder, process.getBuiltinModule("node:crypto").randomBytes(8).toString("hex"));
  try {
    const { response, url: final } = await fetchInto(part, url, transport, clientState, options);
    if (options.write) {
      for (const piece of part.pieces()) await options.write(piece);
      return { path: "-", bytes: part.bytes };
    }
    const name =
      place.name ??
      nameInHeader(response.headers["content-disposition"]) ??
      safeName(options.name ?? "") ??
      nameInUrl(final) ??
      "download";
    const path = part.place(name, options.force === true);
    return { path, bytes: part.bytes };
  } finally {
    part.discard();
  }
}

/** Allows https only; http and this machine only if the service itself is local; private addresses only if it is. */
function checkedUrl(link: string, options: DownloadOptions, from?: URL): URL {
  const kind = from ? "redirect" : "refused";
  const url = URL.canParse(link, from?.href) ? new URL(link, from?.href) : undefined;
  if (!url) throw new Failure(kind, "download: the link is not a URL");
  const refuse = (why: string) => new Failure(kind, `download from ${url.host}: ${why}`);
  if (url.username !== "" || url.password !== "") throw refuse("the link holds a user name or password");
  if (options.holdsSecret?.(url.href)) throw refuse("the link contains an access token");
  if (options.transport) return url;
  const local = isLoopback(url.hostname) && baseIsLocal(options);
  if (url.protocol !== "https:" && !(local && url.protocol === "http:")) throw refuse("only https is allowed");
  if (from?.protocol === "https:" && url.protocol !== "https:") throw refuse("a redirect from https to http");
  if (baseIsPublic(options) && isPrivateHost(url.hostname)) throw refuse("a private address, from a public service");
  return url;
}

const baseHost = (options: DownloadOptions) => (options.baseUrl === undefined ? "" : new URL(options.baseUrl).hostname);
const baseIsLocal = (options: DownloadOptions) => isLoopback(baseHost(options));
const baseIsPublic = (options: DownloadOptions) => options.baseUrl === undefined || !isPrivateHost(baseHost(options));

async function openTransport(options: DownloadOptions): Promise<Transport> {
  const { createUndiciTransport } = await import("./transport/undici.js");
  if (!baseIsPublic(options)) return createUndiciTransport({ env: options.env, ca: options.ca });
  const send = createUndiciTransport({ env: options.env, ca: options.ca, lookup: publicLookup });
  return async (request) => {
    // A proxy resolves the name itself and may reach private addresses: check what this machine resolves it to first.
    const url = new URL(request.url);
    if (proxyFor(url, options.env) !== undefined) await refusePrivateName(url);
    return send(request);
  };
}

/** A lookup that refuses private addresses. As it runs when connecting, a name cannot change its address after it. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  process.getBuiltinModule("node:dns").lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses?.find(({ address }) => !isPrivateAddress(address));
    const allowed = (addresses ?? []).filter(({ address }) => !isPrivateAddress(address));
    if (error) return done(error, "");
    if (!found) return done(Object.assign(new Error("private address"), { code: "ERR_PRIVATE_ADDRESS" }), "");
    if (options.all) return done(null, allowed);
    return done(null, found.address, found.family);
  });
};

/** @throws TransportError if this machine resolves the name to private addresses only */
async function refusePrivateName(url: URL): Promise<void> {
  const code = await new Promise((resolve) => {
    publicLookup(url.hostname, {}, (error) => resolve(errorCode(error)));
  });
  if (code !== "ERR_PRIVATE_ADDRESS") return;
  throw new TransportError(`${url.host}: the name resolves to a private address`, { phase: "dns", sent: false, code });
}

function placeFor({ to, write }: DownloadOptions): { folder: string; name?: string } {
  if (write) return { folder: process.getBuiltinModule("node:os").tmpdir() };
  if (to === undefined || to === "") return { folder: "." };
  const isFolder = /[/\\]$/.test(to) || statSync(to, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? { folder: to } : { folder: dirname(to), name: basename(to) };
}

interface FinalResponse {
  response: WireResponse;
  url: URL;
}

async function fetchInto(
  part: PartFile,
  url: URL,
  transport: Transport,
  clientState: ClientState,
  options: DownloadOptions,
): Promise<FinalResponse> {
  const budget: TimeBudget = {
    waited: 0,
    maxWait: options.maxWait ?? DEFAULTS.maxWait,
    deadline: 0,
    deadlineAt: undefined,
    signal: options.signal,
  };
  const attempt = () => follow(part, url, transport, clientState, options);
  const verdict = await repeat({ method: "GET", path: url.pathname, retry: "safe", attempt }, clientState, budget);
  if (verdict.ok) return verdict.value;
  const { failure } = verdict.failed;
  throw failure.with({ message: `download from ${url.host}: ${failure.message}` });
}

/** 206 is excluded: no range was requested, so a part is never right. */
const WHOLE = [200, 203];
const REDIRECTS = [301, 302, 303, 307, 308];

async function follow(
  part: PartFile,
  start: URL,
  transport: Transport,
  clientState: ClientState,
  options: DownloadOptions,
): Promise<Attempt<FinalResponse>> {
  let url = start;
  for (let hops = 0; ; hops += 1) {
    part.reset();
    const subject = { method: "GET", path: url.pathname, url: url.href };
    let response: WireResponse;
    try {
      response = await transport({
        method: "GET",
        url: url.href,
        headers: headersOf(options),
        ...receiver(part, options),
      });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      if (error.phase === "aborted") throw new Failure("canceled", "canceled", { cause: error });
      return lostAnswer(error, subject, clientState.clock.now());
    }
    const { status, headers } = response;
    if (status >= 200 && status < 300 && !WHOLE.includes(status)) {
      throw new Failure(
        "invalid-answer",
        `download from ${url.host}: the service answered ${status}, not a whole file`,
      );
    }
    if (WHOLE.includes(status)) {
      checkCoding(headers["content-encoding"]);
      if (response.body.length > 0) part.write(response.body);
      return { ok: true, value: { response, url } };
    }
    if (!REDIRECTS.includes(status) || headers.location === undefined)
      return refusedAnswer(response, subject, clientState.clock.now());
    if (hops >= DEFAULTS.maxRedirects) throw new Failure("redirect", `download from ${start.host}: too many redirects`);
    url = checkedUrl(headers.location, options, url);
  }
}

function checkCoding(coding = "identity"): void {
  if (coding !== "identity")
    throw new Failure("invalid-answer", "download: the file was sent compressed, although that was not requested");
}

function headersOf(options: DownloadOptions): Record<string, string> {
  return { accept: "*/*", "accept-encoding": "identity", "user-agent": options.userAgent ?? "docs" };
}

function receiver(part: PartFile, options: DownloadOptions) {
  const limits: WireLimits = {
    connect: DEFAULTS.connect,
    firstByte: DEFAULTS.slowFirstByte,
    idle: DEFAULTS.idle,
    attempt: DEFAULTS.downloadAttempt,
    maxBody: options.maxBytes ?? DEFAULTS.maxDownload,
    maxError: DEFAULTS.maxError,
  };
  return { limits, signal: options.signal, sink: (chunk: Uint8Array) => part.write(chunk) };
}
