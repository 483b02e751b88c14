import type { HandlerContext } from "../../src/sandbox/types.js";
import { ORG, smallOrganization } from "../helpers/sandbox.js";

/** The member whose token calls; the small organization of helpers/sandbox.ts has this one already. */
export const ADA = "uA5mJr9TyBq3ZxKd7WnE";

interface Fields {
  role?: string | null;
  joinedAt?: string;
  lastSeenAt?: string;
  disabled?: boolean;
}

/** Bo (edit), Cy (guest), Di (read, disabled), Ed (review, never seen), beside Ada (admin). */
export function putPeople(context: HandlerContext): void {
  const put = (id: string, displayName: string, fields: Fields) => {
    context.store.put("member", `${ORG}/${id}`, ORG, {
      object: "member",
      id,
      role: "read",
      user: { object: "user", id, displayName, email: `${displayName.split(" ")[0]?.toLowerCase()}@harbor.example` },
      disabled: false,
      joinedAt: "2025-07-01T00:00:00.000Z",
      sso: false,
      spaces: 0,
      teams: 0,
      ...fields,
    });
  };
  put("bo1", "Bo Lund", { role: "edit", joinedAt: "2025-09-01T00:00:00.000Z", lastSeenAt: "2026-01-10T00:00:00.000Z" });
  put("cy1", "Cy Marsh", { role: null, joinedAt: "2025-08-01T00:00:00.000Z", lastSeenAt: "2026-01-12T00:00:00.000Z" });
  put("di1", "Di Okoro", { disabled: true, lastSeenAt: "2026-01-14T00:00:00.000Z" });
  put("ed1", "Ed Boyle", { role: "review", joinedAt: "2025-12-01T00:00:00.000Z" });
}

/** The small organization with these people. */
export function loadPeople(context: HandlerContext): void {
  smallOrganization(context);
  putPeople(context);
}
