/** State that all requests of the walk share: the limiter, and the meaning of a failure for the scope being read. */
import type { AnyEndpoint } from "../../../catalog/endpoint.js";
import { Failure } from "../../../errors.js";
import type { SourceState } from "../../../sandbox/store/sources.js";
import type { Limiter } from "../../../shared/limiter.js";
import { notAnswered } from "../../../shared/snapshots/gaps.js";
import type { AskedService, Item, Params, Walk } from "../../types.js";
import { MAY_BE_ABSENT, REQUIRED, SUBSTANCE } from "../read-rules.js";
import type { Reading } from "../reading-plan.js";

/** Estimates how many requests are left, from what is still to be read and what such readings took so far. */
interface Estimate {
  /** Sets how many scopes of a reading are to be read. */
  plan(reading: string, scopes: number): void;
  /** A scope was read or taken over. */
  done(reading: string, requests: number): void;
  /** Adds to the number of page texts to be read. */
  texts(more: number): void;
  left(): number;
}

export function createEstimate(): Estimate {
  const open = new Map<string, number>();
  const spent = new Map<string, { scopes: number; requests: number }>();
  let texts = 0;
  return {
    plan: (reading, scopes) => {
      open.set(reading, scopes);
    },
    done: (reading, requests) => {
      open.set(reading, Math.max(0, (open.get(reading) ?? 0) - 1));
      const { scopes, requests: before } = spent.get(reading) ?? { scopes: 0, requests: 0 };
      spent.set(reading, { scopes: scopes + 1, requests: before + requests });
    },
    texts: (more) => {
      texts += more;
    },
    left: () => {
      let left = texts;
      for (const [reading, scopes] of open) {
        const { scopes: ended, requests } = spent.get(reading) ?? { scopes: 1, requests: 1 };
        left += scopes * (requests / ended);
      }
      return Math.round(left);
    },
  };
}

/** The reading of one scope: all of it, or a part and the reason for the gap. */
/** How reading something went. */
export interface ReadState {
  requests: number;
  state: SourceState;
  reason?: string | undefined;
}

export interface Read extends ReadState {
  items: Item[];
  status?: number | undefined;
  /** For contents: the hashes of the page texts by page id. */
  documents?: Map<string, string>;
  /** How reading the bytes of its files went, if they were requested. */
  files?: ReadState | undefined;
}

/** Dependencies for reading without a file to write to. */
export interface Asker extends AskedService {
  lane: Limiter;
  estimate: Estimate;
  /** Called before each request. */
  onRequest: () => void;
  /** Page sizes by scope: once full pages are refused, the size is reduced and stays so. */
  sizes: Map<string, number>;
}

export interface Asking extends Asker {
  download?: Walk["download"];
  file: Walk["file"];
}

/** How often something that changes while it is read is read again before it is marked unsettled. */
export const TRIES = 3;

/** Kinds of failures that concern one scope; any other ends the walk, which can be resumed with the same file. */
const OF_ONE: ReadonlySet<string> = new Set([
  "forbidden",
  "not-found",
  "refused",
  "conflict",
  "redirect",
  "service",
  "invalid-answer",
  "too-large",
]);

/** Of these, the ones that say nothing about rights: the service did not answer, or not in a way that can be read. */
const OUTAGES: ReadonlySet<string> = new Set(["service", "invalid-answer", "too-large"]);

interface Stop {
  state: SourceState;
  reason?: string | undefined;
  status?: number | undefined;
}

/** @throws Failure if going on makes no sense: no token, no network, rate limits, signals */
export function stopOf(error: unknown): Stop {
  if (!(error instanceof Failure) || !OF_ONE.has(error.kind)) throw error;
  const { kind, message, status } = error;
  if (kind === "not-found") return { state: "unsettled", reason: "it no longer existed when it was read", status };
  return { state: OUTAGES.has(kind) ? "partial" : "denied", reason: message, status };
}

/** The same where nothing was read before. */
export const stopAtOnce = (stop: Stop): Stop =>
  stop.state === "partial" ? { ...stop, reason: notAnswered(stop.reason ?? "") } : stop;

export const nothingYet = (): Read => ({ items: [], requests: 0, state: "complete", status: 200 });

export function call({ client, lane, onRequest }: Asker, endpoint: AnyEndpoint, params: Params): Promise<Item> {
  return lane(async () => {
    onRequest();
    // Every answer that is read is an object.
    return (await client.call(endpoint, { params: pathParamsOf(endpoint, params) }, { silent: true })) as Item;
  });
}

/** Further knowledge of a thing: its item in a list, and the earlier one. */
interface ListedItem {
  item?: Item;
  wasThere: boolean;
}

/** Reads one thing; if it may be absent, a 404 counts as complete. @throws Failure if it is required */
export async function askOne(
  asking: Asker,
  { name, endpoint }: Reading,
  params: Params,
  { item: owner = {}, wasThere }: ListedItem = { wasThere: false },
): Promise<Read> {
  try {
    const item = await call(asking, endpoint, params);
    if (REQUIRED.has(name) && item.id !== params.organizationId)
      throw new Failure("invalid-answer", `${String(item.id)} was answered for ${params.organizationId}`);
    const member = SUBSTANCE[name];
    if (member !== undefined && item[member] == null) {
      throw new Failure("invalid-answer", `the answer has no member "${member}"`);
    }
    return { ...nothingYet(), items: [item], requests: 1 };
  } catch (error) {
    if (REQUIRED.has(name)) throw error;
    const stop = stopAtOnce(stopOf(error));
    const doubt = stop.status === 404 ? MAY_BE_ABSENT[name]?.(owner, wasThere) : undefined;
    if (doubt !== undefined) Object.assign(stop, stopAtOnce({ state: "partial", reason: doubt }));
    const isNone = stop.state === "unsettled" && name in MAY_BE_ABSENT;
    return { ...nothingYet(), requests: 1, ...(isNone ? { status: stop.status } : stop) };
  }
}

/** The parameters that the endpoint's path takes. */
export function pathParamsOf(endpoint: AnyEndpoint, params: Params): Record<string, string> {
  return Object.fromEntries(endpoint.params.map((name: string) => [name, params[name] ?? ""]));
}

/** The GET endpoint with this path. @throws Error if the catalog has none */
export function endpointAt(endpoints: Readonly<Record<string, AnyEndpoint>>, path: string): AnyEndpoint {
  const found = Object.values(endpoints).find((one) => one.method === "GET" && one.path === path);
  if (!found) throw new Error(`no endpoint answers GET ${path}`);
  return found;
}
