/** Guards of a plan about a few members ask for these, how many there are, and who administers: not for all members. */
import { expect, test } from "vitest";
import type { Proofs } from "../../src/absence/absence.js";
import { readMemberships } from "../../src/changes/guards/memberships.js";
import type { Step } from "../../src/changes/types.js";
import { createWorld } from "../../src/changes/world.js";
import { Failure } from "../../src/errors.js";
import type { Reader } from "../../src/http/types.js";

interface Member {
  id: string;
  role?: string | null;
  disabled?: boolean;
}

interface Options {
  /** What the service says that there are; default as many as there are. */
  counted?: number | undefined;
  /** The service filters by role. */
  filters?: boolean;
}

function serve(members: readonly Member[], { filters = true, ...options }: Options = {}) {
  const sent: string[] = [];
  const counted = "counted" in options ? options.counted : members.length;
  const client = {
    async call({ path }: { path: string }, { params }: { params: Record<string, string> }) {
      const id = path.endsWith("{userId}") ? params.userId : undefined;
      sent.push(id === undefined ? "organization" : `member ${id}`);
      if (id === undefined) return { id: "o1", title: "Halden" };
      const found = members.find((one) => one.id === id);
      if (!found) throw new Failure("not-found", "not found", { status: 404 });
      return found;
    },
    list(_: unknown, { query = {} }: { query?: { role?: string } }, { limit }: { limit?: number } = {}) {
      sent.push(limit === 1 ? "count" : query.role === undefined ? "all members" : `members with ${query.role}`);
      const found = members.filter(({ role }) => !filters || query.role === undefined || role === query.role);
      return {
        async *pages() {
          yield { items: limit === 1 ? found.slice(0, 1) : found, count: counted };
        },
      };
    },
    // Only what guards read.
  } as unknown as Reader;
  const proofs: Proofs = { proveThing: async () => {}, proveList: async () => {}, proveComplete: async () => {} };
  return { sent, world: createWorld(client, proofs) };
}

const change = (userId: string, role: string | null): Step =>
  // Only what guards read.
  ({ endpoint: "updateMember", params: { organizationId: "o1", userId }, body: { role } }) as unknown as Step;

const crowd = (count: number): Member[] => Array.from({ length: count }, (_, at) => ({ id: `u${at}`, role: "read" }));
const ADMINS: Member[] = [
  { id: "a1", role: "admin" },
  { id: "a2", role: "admin", disabled: true },
];

const shown = ([group]: Awaited<ReturnType<typeof readMemberships>>) => ({
  size: group?.size,
  heads: [...(group?.heads ?? [])],
  after: [...(group?.headsAfter ?? [])],
  gone: [...(group?.gone ?? [])],
  unsaidHeads: [...(group?.unsaidHeads ?? [])],
});

test("one of 5,000: the one, a count, and the administrators", async () => {
  const { world, sent } = serve([...ADMINS, ...crowd(5000)]);
  const groups = await readMemberships([change("u7", null)], world);
  expect(shown(groups)).toEqual({ size: 5002, heads: ["a1"], after: ["a1"], gone: ["u7"], unsaidHeads: [] });
  expect(sent.sort()).toEqual(["count", "member u7", "members with admin", "organization"]);
});

test.each<[what: string, options: Options]>([
  ["filters", {}],
  ["does not filter", { filters: false }],
  ["does not count", { counted: undefined }],
])("the last administrator who can sign in is seen to go where the service %s", async (_, options) => {
  const { world } = serve([...ADMINS, ...crowd(40)], options);
  const groups = await readMemberships([change("a1", "read")], world);
  expect(shown(groups)).toMatchObject({ size: 42, heads: ["a1"], after: [], gone: [] });
});

test.each<[what: string, steps: Step[], options: Options]>([
  ["the service does not count", [change("u7", null)], { counted: undefined }],
  ["somebody is no member", [change("u7", null), change("u99", null)], {}],
  ["people are many", Array.from({ length: 20 }, (_, at) => change(`u${at}`, "edit")), {}],
])("all members are asked for if %s", async (_, steps, options) => {
  const { world, sent } = serve([...ADMINS, ...crowd(40)], options);
  const groups = await readMemberships(steps, world);
  expect(sent).toContain("all members");
  expect(shown(groups)).toMatchObject({ size: 42, heads: ["a1"] });
});

test("a role that the service does not say may be that of an administrator", async () => {
  const { world } = serve([...ADMINS, { id: "u1" }, ...crowd(1).map(() => ({ id: "u2", role: "read" }))]);
  expect(shown(await readMemberships([change("u1", "read")], world)).unsaidHeads).toEqual(["u1"]);
});
