/** What all requests of the walk share: the lane, and what a failure means for the scope that it was made for. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import type { SourceState } from "../../sandbox/store/sources.js";
import { MAY_BE_ABSENT, REQUIRED } from "../facts.js";
import type { Lane } from "../lanes.js";
import type { Reading } from "../plan.js";
import type { Item, Params, Walk } from "../types.js";
import type { Estimate } from "./estimate.js";

/** One scope's answers: everything of it, or how far it came and why. */
export interface Read {
  items: Item[];
  requests: number;
  state: SourceState;
  reason?: string | undefined;
  status?: number | undefined;
  /** Of contents: hashes of the pages' texts by the pages' ids. */
  documents?: Map<string, string>;
  /** How the bytes of its files were read, where they were asked for. */
  files?: Pick<Read, "state" | "reason" | "requests"> | undefined;
}

export interface Asking extends Pick<Walk, "asked" | "client" | "download" | "endpoints" | "file"> {
  lane: Lane;
  estimate: Estimate;
  /** Told before each request. */
  told: () => void;
  /** Things of a page, by scope: where whole pages were refused it has become smaller, and stays so. */
  sizes: Map<string, number>;
}

/** What is needed for questions alone. */
export type Asker = Omit<Asking, "file" | "download">;

/** What is there changed while it was read this often: then it is marked. */
export const TRIES = 3;

/** Kinds of failures that are of one scope; all others end the walk, which can go on with the same file. */
const OF_ONE: ReadonlySet<string> = new Set([
  "forbidden",
  "not-found",
  "refused",
  "conflict",
  "redirect",
  "service",
  "invalid-answer",
]);

/** @throws Failure for what is of no use to go on after: no token, no network, rate limits, signals */
export function stopOf(error: unknown): Pick<Read, "state" | "reason" | "status"> {
  if (!(error instanceof Failure) || !OF_ONE.has(error.kind)) throw error;
  const { kind, message, status } = error;
  if (kind === "not-found") return { state: "unsettled", reason: "it was gone when it was read", status };
  return { state: "denied", reason: message, status };
}

export const nothingYet = (): Read => ({ items: [], requests: 0, state: "complete", status: 200 });

export function call({ client, lane, told }: Asker, endpoint: AnyEndpoint, params: Params): Promise<Item> {
  return lane(async () => {
    told();
    // The plan derives parameters from the endpoint's own path; every answer that is read is an object.
    return (await client.call(endpoint, { params: own(endpoint, params) } as never, { silent: true })) as Item;
  });
}

/** One thing; where there may be none, its absence is complete. @throws Failure for what is required */
export async function askOne(asking: Asker, { name, endpoint }: Reading, params: Params): Promise<Read> {
  try {
    return { ...nothingYet(), items: [await call(asking, endpoint, params)], requests: 1 };
  } catch (error) {
    if (REQUIRED.has(name)) throw error;
    const stop = stopOf(error);
    const isNone = stop.state === "unsettled" && MAY_BE_ABSENT.has(name);
    return { ...nothingYet(), requests: 1, ...(isNone ? { status: stop.status } : stop) };
  }
}

/** The parameters that a path has. */
export function own(endpoint: AnyEndpoint, params: Params): Record<string, string> {
  return Object.fromEntries(endpoint.params.map((name: string) => [name, params[name] ?? ""]));
}

/** The reading endpoint with this path. @throws Error where the catalog has none */
export function endpointAt({ endpoints }: Pick<Asking, "endpoints">, path: string): AnyEndpoint {
  const found = Object.values(endpoints).find((one) => one.method === "GET" && one.path === path);
  if (!found) throw new Error(`no endpoint answers GET ${path}`);
  return found;
}
