/** What may happen to an answer, so that something is not read: none of it may be taken for "not there". */

import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { endpoints } from "../../src/catalog/index.js";
import { matchPath } from "../../src/catalog/match-path.js";

export interface Answer {
  status: number;
  json: unknown;
}

type Fault = (answer: Answer, items: string) => Answer;

const refused =
  (status: number) =>
  (_: Answer): Answer => ({ status, json: { error: { code: status, message: "not for you" } } });

/** Fewer items than the answer counts. */
const fewer =
  (left: (items: readonly unknown[]) => readonly unknown[]): Fault =>
  ({ status, json }, name) => {
    // Only lists get here, whose answers are objects.
    const { next: _next, ...body } = json as Record<string, unknown> & { count?: number };
    const items = body[name];
    if (!Array.isArray(items)) return { status, json };
    const given = left(items);
    const count = Math.max(body.count ?? 0, items.length, given.length, 1);
    return { status, json: { ...body, [name]: given, count } };
  };

/** For every answer. */
export const REFUSALS = { denied: refused(403), failing: refused(500) } as const;

/** For lists, too. */
export const LOSSES: Readonly<Record<string, Fault>> = {
  hidden: refused(404),
  shortened: fewer((items) => items.slice(0, Math.floor(items.length / 2))),
  empty: fewer(() => []),
  // As many as it counts, and one of them twice.
  repeated: fewer((items) => [...items, ...items.slice(-1)]),
};

const READS = Object.values(endpoints).filter(({ method }) => method === "GET");

/** The reading endpoint of `GET /v1/...`. */
export function endpointAt(path: string): AnyEndpoint {
  const found = matchPath(READS, path.replace(/^GET /, "").split("?")[0] ?? "");
  if (!found) throw new Error(`no endpoint for ${path}`);
  return found.endpoint;
}

export const faultsOf = ({ items }: AnyEndpoint): Readonly<Record<string, Fault>> =>
  items === undefined ? REFUSALS : { ...REFUSALS, ...LOSSES };
