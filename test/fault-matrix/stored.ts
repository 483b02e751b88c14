/** All that a service keeps, for comparison: quicker than asking for every answer. */
import type { Sandbox } from "../../src/sandbox/open.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { Store } from "../../src/sandbox/store/store.js";

/** Things by kind, place and order. */
export async function storedIn(sandbox: Sandbox): Promise<Map<string, string>> {
  const { handle, token } = sandbox;
  // What is read from an address is done by the time that somebody looks.
  await handle({
    method: "GET",
    path: `/v1/orgs/${SAMPLE.org}/openapi`,
    headers: { authorization: `Bearer ${token}` },
  });
  const rows = await sandbox.change(({ store }: { store: Store }) =>
    store.sql.all("SELECT kind, id, scope, json FROM objects ORDER BY kind, scope, position"),
  );
  const counts = new Map<string, number>();
  return new Map(
    rows.map(({ kind, id, scope, json }) => {
      const place = `${kind} in ${scope}`;
      const at = (counts.get(place) ?? 0) + 1;
      counts.set(place, at);
      return [`${kind} ${id}`, `${scope} ${at} ${sorted(String(json))}`] as const;
    }),
  );
}

/** Most answers are the same in each organization of a run. */
const known = new Map<string, string>();
const MOST_KNOWN = 5_000;

/** JSON in which the members of objects are in one order, which is no data. */
export function sorted(json: string): string {
  const found = known.get(json) ?? sort(json);
  if (known.size === MOST_KNOWN) known.clear();
  known.set(json, found);
  return found;
}

const sort = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
