/** All that a service keeps, for comparison: quicker than asking for every answer. */

import type { Sandbox } from "../../src/sandbox/open.js";
import { SAMPLE } from "../../src/sandbox/sample/ids.js";
import type { Store } from "../../src/sandbox/store/store.js";
import { sorted } from "../changes/state-of.js";

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
