/** All that a service keeps, for comparison: quicker than asking for every answer. */
import type { Sandbox } from "../../src/sandbox/open.js";
import type { Store } from "../../src/sandbox/store/store.js";

/** Things by kind, place and order. */
export async function storedIn(sandbox: Sandbox): Promise<Map<string, string>> {
  const rows = await sandbox.change(({ store }: { store: Store }) =>
    store.sql.all("SELECT kind, id, scope, json FROM objects ORDER BY kind, scope, position"),
  );
  const counts = new Map<string, number>();
  return new Map(
    rows.map(({ kind, id, scope, json }) => {
      const place = `${kind} in ${scope}`;
      const at = (counts.get(place) ?? 0) + 1;
      counts.set(place, at);
      return [`${kind} ${id}`, `${scope} ${at} ${json}`] as const;
    }),
  );
}
