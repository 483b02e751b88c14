import { Failure } from "../errors.js";
import { checkToken } from "../shared/ids.js";
import type { Env } from "../system/folders.js";
import type { TokenSource } from "./resolve.js";
import { type Config, ownMember } from "./schema.js";
import { ioFailure } from "./system.js";

const MAX_BYTES = 8192;
/** Four characters of a shorter token would reveal too much. */
const MIN_LENGTH_FOR_TAIL = 16;

/** A source with a token that may be sent to the requested origin. */
export type BoundToken = Exclude<TokenSource, { from: "none" } | { from: "sandbox" }>;

/**
 * The source if its token may go to `origin` (R49): a stored token may go only to the origin that it was stored for; a
 * token given for this run (standard input, file, DOCS_TOKEN) goes wherever this run is directed.
 * @throws Failure "no-token" before anything is sent.
 */
export function bindToken(source: Exclude<TokenSource, { from: "sandbox" }>, origin: string): BoundToken {
  if (source.from === "none") {
    throw new Failure("no-token", `no token for ${origin}`, {
      hint: "docs auth login, or set DOCS_TOKEN, or pass --token-stdin",
    });
  }
  if ((source.from === "profile" || source.from === "keyring") && source.origin !== origin) {
    const owner = source.origin === undefined ? "no known service" : source.origin;
    throw new Failure(
      "no-token",
      `no token for ${origin}: the token of the profile "${source.profile}" is for ${owner}`,
      {
        hint: "set DOCS_TOKEN or pass --token-stdin for this service, or log in to it with a profile of its own",
      },
    );
  }
  return source;
}

/**
 * Checks whether a profile names the service with this origin. A request that nobody typed, such as those of completion, goes
 * nowhere else: the base URL may be half typed, pasted, or from the environment (R101).
 */
export function isNamedOrigin({ profiles }: Config, origin: string): boolean {
  return Object.values(profiles).some(
    ({ baseUrl = "" }) => URL.canParse(baseUrl) && new URL(baseUrl).origin === origin,
  );
}

export interface TokenReaders {
  env: Env;
  config: Config;
  /** All of standard input, as text. */
  readStdin: () => Promise<string>;
  /** @throws Failure config */
  readKeyring: (account: { profile: string; origin: string }) => Promise<string>;
}

/**
 * The token itself, checked (R48).
 * @throws Failure "config" if it is not valid, "io" if the file cannot be read; the message never shows the token.
 */
export async function readToken(
  source: BoundToken,
  { env, config, readStdin, readKeyring }: TokenReaders,
): Promise<string> {
  switch (source.from) {
    case "stdin":
      return checkToken(await readStdin(), "standard input");
    case "file":
      return checkToken(await readTokenFile(source.path), source.path);
    case "environment":
      return checkToken(env.DOCS_TOKEN ?? "", "DOCS_TOKEN");
    case "keyring": {
      const { profile, origin = "" } = source;
      return checkToken(await readKeyring({ profile, origin }), "the keyring");
    }
    case "profile":
      return checkToken(ownMember(config.profiles, source.profile)?.token ?? "", `the profile "${source.profile}"`);
  }
}

/** The last four characters for `auth status`; undefined for a short token. */
export function tokenTail(token: string): string | undefined {
  return token.length < MIN_LENGTH_FOR_TAIL ? undefined : token.slice(-4);
}

/** The source in words: "DOCS_TOKEN", "the profile ...". */
export function describeToken(source: TokenSource): string {
  switch (source.from) {
    case "stdin":
      return "standard input";
    case "file":
      return `the file ${source.path}`;
    case "environment":
      return "DOCS_TOKEN";
    case "profile":
      return `the profile "${source.profile}"`;
    case "keyring":
      return `the keyring, for the profile "${source.profile}"`;
    case "sandbox":
      return "none needed: the sandbox";
    case "none":
      return "none";
  }
}

/** Reads at most MAX_BYTES; pipes work too: `--token-file <(pass show docs)`. */
async function readTokenFile(path: string): Promise<string> {
  const { open } = process.getBuiltinModule("node:fs/promises");
  try {
    const file = await open(path, "r");
    try {
      const stats = await file.stat();
      if (stats.isCharacterDevice() || stats.isBlockDevice())
        throw new Failure("io", `cannot read ${path}: it is a device`);
      const buffer = Buffer.alloc(MAX_BYTES);
      let length = 0;
      while (length < MAX_BYTES) {
        const { bytesRead } = await file.read(buffer, length, MAX_BYTES - length, null);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return buffer.toString("utf8", 0, length);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw ioFailure("read", path, error);
  }
}
