/** Many things of one list are read as that list, before they are changed and afterward, where that tells the same. */
import { expect, test } from "vitest";
import { applyPlan } from "../../src/changes/apply/apply.js";
import { createListReads } from "../../src/changes/list-reads.js";
import type { Client, Plan } from "../../src/changes/types.js";
import { Failure } from "../../src/errors.js";
import { hashOf } from "../../src/shared/values.js";

type Member = { id: string; role: string; sso?: boolean };

interface Service {
  client: Client;
  members: Member[];
  /** `PATCH u3`, `GET u3`, `LIST`, in their order. */
  sent: string[];
}

interface Options {
  pageSize?: number;
  /** What the list shows of a member. */
  listed?: (member: Member) => unknown;
  /** Called before each request is answered. */
  at?: (sent: string, members: Member[]) => void;
  /** Whether a change is made, or only answered. */
  isDeaf?: (id: string) => boolean;
}

function serve(count: number, { pageSize = 1000, listed, at, isDeaf }: Options = {}): Service {
  const members = Array.from({ length: count }, (_, number): Member => ({ id: `u${number}`, role: "read" }));
  const sent: string[] = [];
  const note = (what: string) => {
    sent.push(what);
    at?.(what, members);
  };
  const client = {
    async call(
      { method, path }: { method: string; path: string },
      { params, body }: { params: Record<string, string>; body?: object },
    ) {
      if (!path.endsWith("{userId}"))
        return { id: "o1", title: "Halden", permissions: { admin: true, listMembers: true } };
      note(`${method} ${params.userId}`);
      const member = members.find(({ id }) => id === params.userId);
      if (!member) throw new Failure("not-found", "not found", { status: 404 });
      if (method === "PATCH" && !isDeaf?.(member.id)) Object.assign(member, body);
      return { ...member };
    },
    list: () => ({
      async *pages() {
        for (let first = 0; first < members.length; first += pageSize) {
          note("LIST");
          const items = members
            .slice(first, first + pageSize)
            .map((member) => (listed ? listed(member) : { ...member }));
          yield { items, count: members.length };
        }
      },
    }),
    // Only what reading and changing members takes.
  } as unknown as Client;
  return { client, members, sent };
}

const planOf = (count: number): Plan =>
  ({
    id: "p1",
    organization: "o1",
    steps: Array.from({ length: count }, (_, at) => ({
      id: `s${at}`,
      title: "change member",
      thing: "member",
      endpoint: "updateMember",
      params: { organizationId: "o1", userId: `u${at}` },
      body: { role: "edit" },
      change: "change",
      reads: [
        {
          path: `/v1/orgs/o1/members/u${at}`,
          fields: ["role"],
          was: hashOf({ role: "read" }),
          becomes: hashOf({ role: "edit" }),
        },
      ],
      inverse: [],
      needs: [],
    })),
    // Only these members are read.
  }) as unknown as Plan;

async function apply({ client }: Service, count: number, { concurrency = 4, now = (): number => 0 } = {}) {
  const records: { record: string; step?: string }[] = [];
  const results = await applyPlan({
    client,
    plan: planOf(count),
    state: { text: "", append: (line) => void records.push(JSON.parse(line)), flush: async () => {} },
    stateName: "state",
    now,
    concurrency,
    settleMs: 0,
    retryUnknown: false,
    onResult: () => {},
  });
  return {
    outcomes: results.map(({ outcome, says }) => (says === undefined ? outcome : `${outcome}: ${says}`)),
    records,
  };
}

const counted = (sent: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const [kind = ""] of sent.map((one) => one.split(" "))) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

test("250 members: a list before, a list afterward, and one member to compare the list with", async () => {
  const service = serve(250, { pageSize: 100 });
  const { outcomes, records } = await apply(service, 250);
  expect(new Set(outcomes)).toEqual(new Set(["done"]));
  expect(counted(service.sent)).toEqual({ LIST: 6, GET: 1, PATCH: 250 });
  expect(records.filter(({ record }) => record === "ok")).toHaveLength(250);
});

test("a few are read one by one", async () => {
  const service = serve(250);
  await apply(service, 12);
  expect(counted(service.sent)).toEqual({ GET: 24, PATCH: 12 });
});

test("a list of more pages than it would spare is read no further than its first page", async () => {
  const service = serve(5000, { pageSize: 100 });
  const { outcomes } = await apply(service, 40);
  expect(new Set(outcomes)).toEqual(new Set(["done"]));
  const { LIST, ...rest } = counted(service.sent);
  expect(rest).toEqual({ GET: 81, PATCH: 40 });
  expect(LIST).toBeLessThanOrEqual(4);
});

test("a list that does not show what the things show is not believed", async () => {
  const service = serve(60, { listed: ({ id }) => ({ id, role: "read", sso: false }) });
  service.members[7] = { id: "u7", role: "admin" };
  const { outcomes } = await apply(service, 60);
  expect(outcomes[7]).toContain("changed since it was planned");
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(59);
  expect(counted(service.sent)).toMatchObject({ LIST: 1, PATCH: 59 });
});

test("an item that changed since is read by itself, and is not sent", async () => {
  const service = serve(60);
  service.members[7] = { id: "u7", role: "admin" };
  const { outcomes } = await apply(service, 60);
  expect(outcomes[7]).toContain("changed since it was planned: role; not sent");
  expect(service.sent).toContain("GET u7");
  expect(service.sent).not.toContain("PATCH u7");
});

test("a member who is gone, or twice in the list, is asked for alone", async () => {
  const service = serve(60, { listed: (member) => (member.id === "u8" ? { ...member, id: "u9" } : { ...member }) });
  service.members.splice(7, 1);
  const { outcomes } = await apply(service, 60);
  expect(outcomes[7]).toMatch(/^changed|^cannot tell/);
  expect(outcomes[8]).toBe("done");
  expect(service.sent).toEqual(expect.arrayContaining(["GET u7", "GET u8", "GET u9"]));
});

test("a change that was only answered is told, though all are looked at together", async () => {
  const service = serve(60, { isDeaf: (id) => id === "u7" });
  const { outcomes, records } = await apply(service, 60);
  expect(outcomes[7]).toBe("failed: the service answered, but nothing changed");
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(59);
  expect(records.filter(({ step }) => step === "s7").map(({ record }) => record)).toEqual(["sent", "failed"]);
});

test("a list is believed for five seconds only", async () => {
  let clock = 0;
  const service = serve(60, {
    at: (sent, members) => {
      if (!sent.startsWith("PATCH")) return;
      clock += 1000;
      // Somebody else, after the list was read and long before the last step.
      const last = members[59];
      if (sent === "PATCH u20" && last) last.role = "admin";
    },
  });
  const { outcomes } = await apply(service, 60, { concurrency: 1, now: () => clock });
  expect(outcomes[59]).toContain("changed since it was planned");
  expect(service.sent).not.toContain("PATCH u59");
});

test("many reads become one list even if their number is not known beforehand", async () => {
  const service = serve(250, { pageSize: 100 });
  const { reader } = createListReads({ client: service.client, organization: "o1", now: () => 0, known: new Map() });
  const { getMember } = await import("../../src/catalog/members.js");
  for (let at = 0; at < 250; at += 1) {
    const found = await reader.call(getMember, { params: { organizationId: "o1", userId: `u${at}` } });
    expect(found).toEqual({ id: `u${at}`, role: "read" });
  }
  // At 20 it is found to have three pages, which are worth it from 30 on; these two are asked for beside it.
  expect(counted(service.sent)).toEqual({ GET: 29 + 2, LIST: 1 + 3 });
});
