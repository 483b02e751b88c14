/** R85: what the rails count: memberships that go with a team, people who become guests, and only those who can sign in. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkGuards } from "../../src/changes/guards/guards.js";
import type { Step } from "../../src/changes/types.js";
import { createWorld } from "../../src/changes/world.js";
import type { Failure } from "../../src/errors.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import type { Ran, RunOptions, TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

const organizationId = SAMPLE.org;
const INGRID = SAMPLE.member;

let cli: TestCli;
let file: string;
useCli((made, plan) => {
  cli = made;
  file = plan;
});

type Request = Pick<Step, "endpoint"> & { params: Record<string, string>; body?: Record<string, unknown> };

const updateMember = (userId: string, role: string | null): Request => ({
  endpoint: "updateMember",
  params: { userId },
  body: { role },
});

/** Applies a plan that was written by hand, as nobody in particular. */
async function apply(requests: readonly Request[], flags = "", options: RunOptions = {}): Promise<Ran> {
  const steps = requests.map(({ params, ...request }, at) => ({
    id: `a${at}`,
    params: { organizationId, ...params },
    ...request,
  }));
  writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: organizationId, steps }));
  const ran = await cli.run(`plans apply ${file} --yes ${flags}`, options);
  await closeAll();
  return ran;
}

const writes = ({ sent }: Ran) =>
  sent.filter(({ method }) => method !== "GET").map(({ method, path }) => [method, path]);

interface Person {
  id: string;
  role: string | null;
  user: { email: string };
}

const people = (): Promise<Person[]> => cli.json("members list");
const withRole = async (...roles: (string | null)[]) =>
  (await people()).filter(({ role }) => roles.includes(role)).map(({ id }) => id);

async function team(title: string) {
  const [{ id: teamId }] = await cli.json(`teams list --title "${title}"`);
  const all: { organization: Person; team: { role: string } }[] = await cli.json(`team-members list ${teamId}`);
  return { teamId: teamId as string, all };
}

/** Changes what the service says of some people, wherever it says it. */
function said(change: (person: Record<string, unknown>) => void): (body: unknown) => unknown {
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("user" in value && "id" in value) change(value as Record<string, unknown>);
    for (const one of Object.values(value)) visit(one);
  };
  return (body) => {
    const copy = structuredClone(body);
    visit(copy);
    return copy;
  };
}

const disabled = (...ids: string[]): RunOptions => ({
  me: "nobody",
  rewrite: said((person) => {
    if (ids.includes(String(person.id))) person.disabled = true;
  }),
});

describe("R85 a deleted team", () => {
  it("loses its members, and needs no owner", async () => {
    const { teamId, all } = await team("Customer support");
    const size = all.length;
    const refused = await apply([{ endpoint: "deleteTeam", params: { teamId } }], "", { me: "nobody" });
    expect([refused.code, refused.stderr, writes(refused)]).toEqual([
      5,
      expect.stringMatching(
        new RegExp(
          `team "Customer support" loses ${size} of ${size} members \\(100 %\\), 1 at most.*\\n.*--max-removals 100%`,
        ),
      ),
      [],
    ]);
    const meant = await apply([{ endpoint: "deleteTeam", params: { teamId } }], "--max-removals 100%", {
      me: "nobody",
    });
    expect([meant.code, writes(meant)]).toEqual([0, [["DELETE", `/v1/orgs/${organizationId}/teams/${teamId}`]]]);
  });

  it("does not excuse a team without an owner", async () => {
    const [gone, kept] = [await team("Customer support"), await team("Documentation")];
    const owners = kept.all.filter((one) => one.team.role === "owner").map((one) => one.organization.id);
    const requests: Request[] = [
      { endpoint: "deleteTeam", params: { teamId: gone.teamId } },
      ...owners.map((userId) => ({ endpoint: "removeTeamMember", params: { teamId: kept.teamId, userId } })),
    ];
    const refused = await apply(requests, "--max-removals 100%", { me: "nobody" });
    expect([refused.code, refused.stderr]).toEqual([
      5,
      expect.stringContaining('never the last owner: team "Documentation"'),
    ]);
  });

  it("takes the person who applies it out of the team", async () => {
    const { teamId, all } = await team("Documentation");
    const me = all[0]?.organization.id ?? "";
    const refused = await apply([{ endpoint: "deleteTeam", params: { teamId } }], "--max-removals 100%", { me });
    expect([refused.code, refused.stderr]).toEqual([
      5,
      expect.stringContaining('your own membership of team "Documentation" (step 1) changes'),
    ]);
  });
});

describe("R85 people who become guests", () => {
  it("leave the administrators", async () => {
    const requests = (await withRole("admin")).map((id) => updateMember(id, null));
    const refused = await apply(requests, "--max-removals 100%", { me: "nobody" });
    expect([refused.code, refused.stderr, writes(refused)]).toEqual([
      5,
      expect.stringMatching(/never the last administrator: .* has 2 administrators now, 0 afterward/),
      [],
    ]);
  });

  it("lose a membership, which those who are guests already do not", async () => {
    const [others, guests] = [await withRole("comment", "read", "review"), await withRole(null)];
    const requests = [...others.slice(0, 4), ...guests].map((id) => updateMember(id, null));
    const refused = await apply(requests, "", { me: "nobody" });
    expect([refused.code, refused.stderr]).toEqual([
      5,
      expect.stringMatching(/loses 4 of 14 members \(28.6 %\), 3 at most \(25 %\)/),
    ]);
    const allowed = await apply(
      [...others.slice(0, 3), ...guests].map((id) => updateMember(id, null)),
      "",
      { me: "nobody" },
    );
    expect(allowed.stderr).not.toContain("too many removals");
  });

  it("a guest who gets a role again loses nothing", async () => {
    const others = (await withRole("comment", "read", "review")).slice(0, 4);
    const requests = others.flatMap((id) => [updateMember(id, null), updateMember(id, "edit")]);
    expect((await apply(requests, "", { me: "nobody" })).stderr).not.toContain("too many removals");
  });
});

describe("R85 a disabled person", () => {
  it("is no administrator who stays", async () => {
    const [other = ""] = (await withRole("admin")).filter((id) => id !== INGRID);
    const refused = await apply([updateMember(INGRID, "edit")], "", disabled(other));
    expect([refused.code, refused.stderr]).toEqual([
      5,
      expect.stringContaining("has 1 administrator now, 0 afterward"),
    ]);
    const allowed = await apply([updateMember(other, "edit")], "", disabled(other));
    expect([allowed.code, writes(allowed)]).toEqual([0, [["PATCH", `/v1/orgs/${organizationId}/members/${other}`]]]);
  });

  it("is none who comes, either", async () => {
    const [newcomer = ""] = await withRole("edit");
    const requests = [
      updateMember(newcomer, "admin"),
      ...(await withRole("admin")).map((id) => updateMember(id, "edit")),
    ];
    const refused = await apply(requests, "", disabled(newcomer));
    expect([refused.code, refused.stderr]).toEqual([
      5,
      expect.stringContaining("has 2 administrators now, 0 afterward"),
    ]);
  });

  it("is no owner, not even one who is new in the team", async () => {
    const { teamId, all } = await team("Customer support");
    const owner = all.find((one) => one.team.role === "owner")?.organization.id ?? "";
    const inTeam = new Set(all.map((one) => one.organization.id));
    const newcomer = (await withRole("edit", "create")).find((id) => !inTeam.has(id)) ?? "";
    const requests = [
      { endpoint: "setTeamMember", params: { teamId, userId: newcomer }, body: { role: "owner" } },
      { endpoint: "removeTeamMember", params: { teamId, userId: owner } },
    ];
    const refused = await apply(requests, "", disabled(newcomer));
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining("has 1 owner now, 0 afterward")]);
    expect((await apply(requests, "", { me: "nobody" })).code).toBe(0);
  });
});

describe("addresses in another case", () => {
  const upper = said((person) => {
    const user = person.user as { email?: string };
    if (user.email) user.email = user.email.toUpperCase();
  });

  it.each([
    ["of the plan", (email: string) => email.toUpperCase(), {}],
    ["of the service", (email: string) => email, { rewrite: upper }],
  ])("addresses %s in another case are the same", async (_, written, options) => {
    const { teamId, all } = await team("Customer support");
    const owner = all.find((one) => one.team.role === "owner")?.organization;
    const request = {
      endpoint: "updateTeamMembers",
      params: { teamId },
      body: { remove: [written(owner?.user.email ?? "")] },
    };
    const refused = await apply([request], "", { me: "nobody", ...options });
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining("never the last owner")]);
    const mine = await apply([request], "", { me: owner?.id ?? "", ...options });
    expect(mine.code).toBe(5);
  });

  it("of somebody who is new in the team, and applies it", async () => {
    const { teamId, all } = await team("Customer support");
    const inTeam = new Set(all.map((one) => one.organization.id));
    const me = (await people()).find(({ id, role }) => role === "edit" && !inTeam.has(id));
    const memberships = { [me?.user.email.toUpperCase() ?? ""]: { role: "owner" } };
    const request = { endpoint: "updateTeamMembers", params: { teamId }, body: { memberships } };
    const refused = await apply([request], "", { me: me?.id ?? "" });
    expect([refused.code, refused.stderr]).toEqual([
      5,
      expect.stringContaining('your own membership of team "Customer support" changes'),
    ]);
  });
});

describe("the share that a refusal names", () => {
  /** A team of so many members, and nothing else. */
  const worldOf = (size: number) => ({
    // Nothing is read through it.
    ...createWorld({ call: unexpected, list: unexpected } as never, {
      proveThing: unexpected,
      proveList: unexpected,
      proveComplete: unexpected,
    }),
    whole: async () =>
      Array.from({ length: size }, (_, at) => ({ organization: { id: `u${at}` }, team: { role: "member" } })),
    thing: async () => ({ title: "Some" }),
  });
  const unexpected = async (): Promise<never> => {
    throw new Error("nothing is read elsewhere");
  };

  it("is the smallest whole one that lifts the rail", async () => {
    for (let size = 2; size <= 40; size += 1) {
      for (let gone = 2; gone <= size; gone += 1) {
        const remove = Array.from({ length: gone }, (_, at) => `u${at}`);
        const step = { endpoint: "updateTeamMembers", params: { organizationId: "o", teamId: "t" }, body: { remove } };
        const given = { rows: undefined, named: [], me: undefined, world: worldOf(size) };
        const measure = (percent: number) =>
          // Only these members of a step are looked at.
          checkGuards([step as unknown as Step], { ...given, maxRemovals: percent / 100 });
        const refused: Failure = await measure(0).then(
          () => expect.fail("it has to be refused"),
          (error) => error,
        );
        const percent = Number(/--max-removals (\d+)%/.exec(refused.hint ?? "")?.[1]);
        await measure(percent);
        await expect(measure(percent - 1)).rejects.toThrow("too many removals");
      }
    }
  });
});
