/** Whose spaces were not read, whoever is an administrator, and whoever is disabled keep what their role gives them. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeLevels } from "../../src/sandbox/rights/levels.js";
import { fillFrom } from "../../src/snapshot/file/load.js";
import {
  ORG,
  OTHER_ORG,
  putCollection,
  SPACE,
  smallOrganization,
  type TestSandbox,
  testSandbox,
} from "../helpers/sandbox.js";
import { refusal, rewriting, snapshotOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

let service: TestSandbox;
let copy: TestSandbox;
let place: ReturnType<typeof temporaryFolder>;
const PEOPLE = [
  { id: "unread", role: "read", disabled: false },
  { id: "second", role: "admin", disabled: false },
  { id: "away", role: "read", disabled: true },
  { id: "none", role: "read", disabled: false },
];
beforeEach(async () => {
  place = temporaryFolder();
  copy = await testSandbox();
  service = await testSandbox({ load: smallOrganization });
  await service.change(({ store }) => {
    for (const one of PEOPLE) {
      const user = { object: "user", id: one.id, displayName: one.id, email: `${one.id}@harbor.example` };
      const times = { joinedAt: "2025-06-02T08:00:00.000Z" };
      const member = { object: "member", ...one, user, ...times, sso: false, spaces: 0, teams: 0 };
      store.put("member", `${ORG}/${one.id}`, ORG, member);
    }
  });
});
afterEach(() => {
  service.close();
  copy.close();
  place.remove();
});

it("grants that the service does not name are not made up by a load", async () => {
  // The service names no spaces of anyone, and of one it names nothing at all.
  const empty = rewriting(service, (path, body) => {
    if (/\/members\/\w+\/spaces$/.test(path)) return { ...body, items: [], count: 0 };
    // Nor does it count any: otherwise the lists would be short.
    if (/\/members$/.test(path) && Array.isArray(body.items))
      return { ...body, items: body.items.map((member) => ({ ...member, spaces: 0 })) };
    return body;
  });
  const { transport: refusing } = transportOf(service, (path) =>
    path.includes("/members/unread/spaces") ? refusal(403, "not for you") : undefined,
  );
  await snapshotOf(service, place.file, { organization: ORG, include: ["access"] }, (request) =>
    request.url.includes("/members/unread/") ? refusing(request) : empty(request),
  );
  await copy.sandbox.replace((db, context) => fillFrom(db, context, { file: place.file, as: "ada@harbor.example" }));
  const levels = await copy.change((context) => {
    const space = context.store.get<{ id: string; organization: string }>("space", SPACE);
    if (!space) throw new Error("the space was not loaded");
    // As they are once they are enabled, and nobody's administrator.
    return PEOPLE.map(({ id }) => [id, makeLevels(context, ORG, { id, role: "read", disabled: false }).space(space)]);
  });
  const given = levels.find(([id]) => id === "unread")?.[1];
  expect(given).toBeDefined();
  expect(levels).toEqual([
    ["unread", given],
    ["second", given],
    ["away", given],
    ["none", undefined],
  ]);
});

it("inherits no level of another organization's collection", async () => {
  const found = await service.change((context) => {
    for (const [id, org] of [
      ["ownCollection0000001", ORG],
      ["foreignCollection001", OTHER_ORG],
    ] as const) {
      putCollection(context, { id, title: id, org });
      context.store.update<object>("collection", id, (one) => ({ ...one, defaultLevel: "edit" }));
    }
    const levels = makeLevels(context, ORG, { id: "unread", role: "read", disabled: false });
    const inside = (parent: string) => levels.space({ id: `in-${parent}`, organization: ORG, parent });
    return [inside("ownCollection0000001"), inside("foreignCollection001")];
  });
  expect(found).toEqual(["edit", "read"]);
});
