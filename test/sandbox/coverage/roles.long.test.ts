import { describe, expect, it } from "vitest";
import { contract, successes } from "../../endpoints/all.js";
import { FIRMWARE, ORCHARD, ORG, SAM } from "../../endpoints/ids.js";
import type { Row } from "../../endpoints/row.js";
import type { Call, TestSandbox } from "../../helpers/sandbox.js";
import { useOnce } from "../../helpers/set-ups.js";
import { copies } from "./service.js";

/*
 * Who may call which writing endpoint: Sam makes the successful call of coverage/ in each of the roles of CALLERS. What
 * is refused leaves the state as it was.
 */
interface Caller {
  /** In both organizations; null is a guest, undefined is no member any more. */
  role: string | null | undefined;
  disabled?: boolean;
  /** What a team of the caller was given in every space. */
  grant?: string;
  /** Owner of every team. */
  owner?: boolean;
  /** Default level of every collection; what they hold inherits it. */
  collections?: string;
  /** Levels that follow from it; absent where nothing is shown. */
  space?: string;
  collection?: string;
  team?: string;
  organization?: string;
  /** Calls about things that are not shown all the same. */
  unseen?: string[];
}

/** An empty collection leads to nothing that a guest was given. */
const guest = (grant: string): Caller => ({
  role: null,
  grant,
  space: grant,
  collection: "read",
  organization: "guest",
  unseen: ["transferCollection"],
});

const member = (role: string): Caller => ({
  role,
  space: role,
  collection: role,
  team: role === "admin" ? "admin" : "read",
  organization: role,
});

const CALLERS: Record<string, Caller> = {
  admin: member("admin"),
  create: member("create"),
  review: member("review"),
  edit: member("edit"),
  comment: member("comment"),
  read: member("read"),
  "team owner": { ...member("read"), owner: true, team: "admin" },
  "reader of collections to edit": { ...member("read"), collections: "edit", space: "edit", collection: "edit" },
  "guest given admin": guest("admin"),
  "guest given edit": guest("edit"),
  guest: { role: null, organization: "guest" },
  "disabled admin": { role: "admin", disabled: true },
  "removed member": { role: undefined },
};

const LEVELS = ["guest", "read", "comment", "edit", "review", "create", "admin"];
const NAMES = Object.keys(CALLERS);

const services = useOnce(copies);

/** Sam in a role that holds everywhere: no space or collection has a default level. */
async function callAs(
  { role, disabled = false, grant, owner, collections }: Caller,
  service: TestSandbox,
): Promise<Call> {
  const call = await service.as(SAM);
  await service.change(({ store }) => {
    store.sql.run(
      "UPDATE objects SET json = json_remove(json, '$.defaultLevel') WHERE kind IN ('space', 'collection')",
    );
    store.sql.run("DELETE FROM objects WHERE kind = 'team-membership' AND json_extract(json, '$.user') = ?", SAM);
    const { user } = store.get<{ user: object }>("member", `${ORG}/${SAM}`) ?? {};
    for (const org of [ORG, ORCHARD]) {
      if (role === undefined) store.remove("member", `${org}/${SAM}`);
      else store.put("member", `${org}/${SAM}`, org, { object: "member", id: SAM, role, user, disabled });
    }
    if (collections !== undefined) {
      const set = "UPDATE objects SET json = json_set(json, '$.defaultLevel', ?) WHERE kind = 'collection'";
      store.sql.run(set, collections);
      store.sql.run("DELETE FROM objects WHERE kind = 'inherited-level'");
    }
    if (owner) {
      store.sql.run("DELETE FROM objects WHERE kind = 'team-space'");
      for (const team of store.ids("team", ORG)) {
        store.put("team-membership", `${team}/${SAM}`, team, { user: SAM, role: "owner" });
      }
    }
    if (grant === undefined) return;
    store.put("team-membership", `${FIRMWARE}/${SAM}`, FIRMWARE, { user: SAM, role: "member" });
    for (const { id } of store.sql.all("SELECT id FROM objects WHERE kind = 'space'")) {
      store.put("team-space", `${FIRMWARE}/${id}`, FIRMWARE, { space: id, permission: grant });
    }
  });
  return call;
}

const lowestOf = (id: string) => contract.find((one) => one.id === id)?.role;
const methodOf = ({ send }: Row) => send.split(" ")[0] ?? "";
const ask = (call: Call, { send, body }: { send: string; body?: unknown }) => {
  const [method = "", path = ""] = send.split(" ");
  return call(method, path, body);
};
const levelIn = (caller: Caller, { send }: Row) => {
  if (send.includes(" /v1/spaces/")) return caller.space;
  if (send.includes(" /v1/collections/")) return caller.collection;
  return /\/teams\/\w/.test(send) ? caller.team : caller.organization;
};
const reaches = (level: string | undefined, lowest: string) =>
  level !== undefined && LEVELS.indexOf(level) >= LEVELS.indexOf(lowest);

/** The status that must come back: deleting what one may not see is deleting what is not there. */
function expected(id: string, caller: Caller, row: Row): number {
  const level = caller.unseen?.includes(id) ? undefined : levelIn(caller, row);
  const [here = "", there] = (lowestOf(id) ?? "").replace(" there", "").split(", ");
  if (level === undefined) return methodOf(row) === "DELETE" ? 204 : 404;
  return reaches(level, here) && (there === undefined || reaches(caller.organization, there)) ? row.status : 403;
}

const writes = Object.entries(successes).filter(([, row]) => methodOf(row) !== "GET");
const named = (name: string): Caller => CALLERS[name] ?? { role: null };
const isAllowed = (id: string, name: string, row: Row) =>
  levelIn(named(name), row) !== undefined && expected(id, named(name), row) === row.status;

const everything = (service: TestSandbox) =>
  service.change(({ store }) => JSON.stringify(store.sql.all("SELECT * FROM objects ORDER BY kind, id")));

it("each writing endpoint has a lowest level, and no other", () => {
  const writing = contract.filter(({ method }) => method !== "GET");
  expect(contract.filter(({ role }) => role !== undefined)).toEqual(writing);
});

describe.each(NAMES)("%s", (name) => {
  it("is refused what takes a higher level, and nothing changes", async () => {
    const service = await services.fresh();
    const call = await callAs(named(name), service);
    const before = await everything(service);
    const answers: [string, number][] = [];
    const wanted: [string, number][] = [];
    for (const [id, row] of writes) {
      if (isAllowed(id, name, row)) continue;
      answers.push([id, (await ask(call, row)).status]);
      wanted.push([id, expected(id, named(name), row)]);
    }
    expect(answers).toEqual(wanted);
    expect(await everything(service)).toBe(before);
  });
});

/** Each endpoint in the lowest role that may call it, and by guests who may. */
const allowed = writes.flatMap(([id, row]) => {
  const names = NAMES.filter((name) => isAllowed(id, name, row));
  const lowest = names.filter((name) => !name.startsWith("guest")).at(-1);
  return names.filter((name) => name === lowest || name.startsWith("guest")).map((name) => ({ id, name, row }));
});

it.each(allowed)("$id succeeds for: $name", async ({ id, name, row }) => {
  const service = await services.fresh();
  const call = await callAs(named(name), service);
  for (const step of row.before ?? []) expect((await ask(service.call, step)).status).toBeLessThan(300);
  const { status, text } = await ask(call, row);
  expect([id, status, status === row.status ? "" : text]).toEqual([id, row.status, ""]);
});
