/** The cost of a run: seconds and requests, by rule and by kind of request. */
import type { AnyEndpoint } from "../catalog/endpoint.js";

export interface Cost {
  /** A rule, or what all rules share; or a request such as `GET /v1/spaces/{spaceId}/links`. */
  name: string;
  seconds: number;
  requests: number;
}

export interface Timing {
  /** One request, for whoever was the first to need it. */
  request(owner: string, endpoint: Pick<AnyEndpoint, "method" | "path">, ms: number): void;
  /** From the first to the last thing that was checked: rules run side by side. */
  rule(id: string, ms: number): void;
  /** The slowest first. */
  costs(): { rules: Cost[]; requests: Cost[] };
}

/** Requests before any rule needs them. */
export const SHARED = { lists: "(lists, before the rules)", comments: "(comments in pages)" } as const;

interface Sum {
  ms: number;
  requests: number;
}

export function createTiming(): Timing {
  const owners = new Map<string, Sum>();
  const endpoints = new Map<string, Sum>();
  const add = (sums: Map<string, Sum>, name: string, ms: number, requests: number): void => {
    const before = sums.get(name) ?? { ms: 0, requests: 0 };
    sums.set(name, { ms: before.ms + ms, requests: before.requests + requests });
  };
  const rowsOf = (sums: ReadonlyMap<string, Sum>): Cost[] =>
    [...sums]
      .map(([name, { ms, requests }]) => ({ name, seconds: Math.round(ms) / 1000, requests }))
      .sort((one, other) => other.seconds - one.seconds || other.requests - one.requests);
  const isShared = (owner: string): boolean => Object.values(SHARED).some((name) => name === owner);
  return {
    request(owner, { method, path }, ms) {
      // The time of a rule is that from its beginning to its end.
      add(owners, owner, isShared(owner) ? ms : 0, 1);
      add(endpoints, `${method} ${path}`, ms, 1);
    },
    rule: (id, ms) => add(owners, id, ms, 0),
    costs: () => ({ rules: rowsOf(owners), requests: rowsOf(endpoints) }),
  };
}
