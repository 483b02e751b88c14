/** What may come of a list in place of the whole: each is not read, and so nothing is absent on the strength of it. */
import { endpoints } from "../../src/catalog/index.js";
import { matchPath } from "../../src/catalog/match-path.js";
import type { WireResponse } from "../../src/http/types.js";
import type { RunOptions, Sent } from "../helpers/run.js";

const LISTS = Object.values(endpoints).filter(({ method, items }) => method === "GET" && items !== undefined);

/** The path of the list endpoint that a request reads, as the catalog has it: `/v1/orgs/{organizationId}/teams`. */
export function listRead({ method, path }: Pick<Sent, "method" | "path">): string | undefined {
  return method === "GET" ? matchPath(LISTS, path.split("?")[0] ?? "")?.endpoint.path : undefined;
}

interface List {
  items: unknown[];
}

const CURSOR = "never";

const answer = (status: number, body: unknown): WireResponse => {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const headers = { "content-type": "application/json", "content-length": `${bytes.length}` };
  return { status, headers, body: bytes };
};

const refusal = (code: number) => answer(code, { error: { code, message: "not now" } });

/** What is answered in place of a list; undefined: the list itself. `page` is the cursor of the request. */
type Change = (list: List, name: string, page: string | null) => WireResponse | undefined;

interface Fault {
  /** Exit codes of a command that noticed it; 0 is for those that it has no effect on. */
  codes: readonly number[];
  change: Change;
}

/** Most have `items`; some name what they list, and go by that name. */
const nameOfItems = (body: Record<string, unknown>): string =>
  Object.keys(body).find((name) => Array.isArray(body[name])) ?? "items";

const hasItems = ({ items }: List): boolean => items.length > 0;

export const FAULTS = {
  denied: { codes: [4, 9], change: () => refusal(403) },
  failing: { codes: [6, 9], change: () => refusal(500) },
  "shorter than its count": {
    codes: [9],
    change: (list, name) =>
      hasItems(list) ? answer(200, { [name]: list.items.slice(0, -1), count: list.items.length }) : undefined,
  },
  "without its last page": {
    codes: [6, 9],
    change: (list, name, page) => {
      if (page === CURSOR) return refusal(503);
      if (!hasItems(list)) return undefined;
      return answer(200, { [name]: list.items.slice(0, -1), next: { page: CURSOR } });
    },
  },
  empty: {
    codes: [9],
    change: (list, name) => (hasItems(list) ? answer(200, { [name]: [], count: 0 }) : undefined),
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

export interface Faulted {
  between: NonNullable<RunOptions["between"]>;
  /** How many answers were another. */
  hits(): number;
}

/** A network where one list is never read whole, wherever it is. */
export function faulted(list: string, name: FaultName): Faulted {
  let hits = 0;
  return {
    hits: () => hits,
    async between(sent, service) {
      if (listRead(sent) !== list) return service();
      const page = new URLSearchParams(sent.path.split("?")[1]).get("page");
      const real = page === CURSOR ? undefined : await service();
      // A thing that is not there has no list.
      if (real && real.status !== 200) return real;
      const body = real ? JSON.parse(Buffer.from(real.body).toString()) : { items: [] };
      const items = nameOfItems(body);
      const changed = FAULTS[name].change({ ...body, items: body[items] ?? [] }, items, page);
      if (changed) hits += 1;
      // Without a cursor of its own, every answer of the service is there.
      return changed ?? real ?? refusal(404);
    },
  };
}
