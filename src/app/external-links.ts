/** Checks addresses on other servers for `docs checks run --external`; those that were there lately are remembered. */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { ExternalWanted, LinkAnswers } from "../cli/context.js";
import type { Reach } from "../cli/ends.js";
import { createLinkChecker, type LinkAnswer, type LinkOptions } from "../http/check-link.js";
import { isObject } from "../shared/values.js";
import { systemClock } from "../system/clock.js";
import { readText } from "../system/files/own-text.js";
import { replaceFile } from "../system/files/write-file.js";
import { cacheDir, makePrivateFolder } from "../system/folders.js";
import { holdsSecret } from "../system/secrets.js";
import { isUsable } from "./cache/cache-files.js";
import { readCertificates } from "./client/choose-client.js";

const DAY = 86_400_000;

/** Without one in a checks file, in days. */
const CACHE_DAYS = 1;

/** Addresses that are remembered: the file stays below what `readText` takes. */
const MOST_KEPT = 40_000;

/** The facts about an address that was there. */
interface CachedLink {
  /** Milliseconds since the epoch. */
  at: number;
  answer: LinkAnswer;
}

interface ExternalLinkOptions extends Omit<LinkOptions, "allowHosts" | "accept"> {
  /** Folder of the cache; undefined: nothing is remembered. */
  dir?: string | undefined;
}

/** As this run reaches the network. @throws Failure usage, where certificates cannot be trusted */
export async function checkFor({ client }: Reach, wanted: ExternalWanted): Promise<LinkAnswers> {
  return checkExternal(
    {
      dir: cacheDir(process.env, process.platform),
      env: process.env,
      ca: client.caFile === undefined ? undefined : readCertificates(client.caFile),
      userAgent: `docs/${__VERSION__}`,
      holdsSecret,
      now: Date.now,
      sleep: systemClock.sleep,
    },
    wanted,
  );
}

export async function checkExternal(
  setup: ExternalLinkOptions,
  { addresses, allowHosts, accept, cacheDays = CACHE_DAYS, announce, progress }: ExternalWanted,
): Promise<LinkAnswers> {
  const { now } = setup;
  const file = setup.dir === undefined || !isUsable(setup.dir) ? undefined : join(setup.dir, "external-links.json");
  const kept = file === undefined ? new Map<string, CachedLink>() : readKept(file);
  const isFresh = (one: CachedLink | undefined): one is CachedLink =>
    one !== undefined && one.at <= now() && now() - one.at < cacheDays * DAY;
  const found = new Map<string, LinkAnswer>();
  const asked = addresses.filter((address) => {
    const known = kept.get(keyOf(address));
    if (isFresh(known)) found.set(address, known.answer);
    return !isFresh(known);
  });
  const hosts = new Set(asked.map((address) => new URL(address).host)).size;
  announce({ addresses: asked.length, hosts, remembered: addresses.length - asked.length });
  if (asked.length === 0) return found;
  const check = await createLinkChecker({ ...setup, allowHosts, accept });
  await Promise.all(
    asked.map(async (address) => {
      const answer = await check(address);
      found.set(address, answer);
      progress(found.size, addresses.length);
      // A broken address is asked again, so that its repair shows.
      if (answer.state === "good" && !answer.isAccepted) kept.set(keyOf(address), { at: now(), answer });
    }),
  );
  if (file !== undefined) keep(file, kept);
  return found;
}

/** Addresses may contain what nobody should read from a cache. */
const keyOf = (address: string): string => createHash("sha256").update(address).digest("base64url").slice(0, 32);

function readKept(file: string): Map<string, CachedLink> {
  const kept = new Map<string, CachedLink>();
  const text = readText(file);
  if (text === undefined) return kept;
  try {
    const value: unknown = JSON.parse(text);
    for (const [key, one] of Object.entries(isObject(value) ? value : {})) {
      if (!isObject(one) || typeof one.at !== "number" || typeof one.why !== "string") continue;
      const { at, why, movedTo } = one;
      kept.set(key, { at, answer: { state: "good", why, ...(typeof movedTo === "string" && { movedTo }) } });
    }
  } catch {
    // Not a file that we wrote: it is replaced.
  }
  return kept;
}

/** Best effort: a cache that cannot be written fails nothing (R41). */
function keep(file: string, kept: ReadonlyMap<string, CachedLink>): void {
  const newest = [...kept].sort(([, one], [, other]) => other.at - one.at).slice(0, MOST_KEPT);
  const entries = newest.map(([key, { at, answer }]) => {
    const { why, movedTo } = answer;
    return [key, { at, why, ...(movedTo !== undefined && { movedTo }) }];
  });
  try {
    makePrivateFolder(dirname(file));
    replaceFile(file, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // The next run asks again.
  }
}
