/** R83: what a token does not see is not gone. Tokens of nobody, of other people, and such as lose their permissions half-way. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Ran, Reply, Sent, TestCli } from "../helpers/run.js";
import {
  DENIED,
  FIELD,
  FIRMWARE,
  foreign,
  GRACE,
  ME,
  MISSING,
  ORG,
  SAM,
  TOMASZ,
  withoutPermissions,
  writes,
} from "./out-of-sight-helper.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
const { run, out } = useCli((made) => {
  cli = made;
});

const outcomes = ({ stdout }: Ran): unknown[] =>
  (JSON.parse(stdout) as { outcome: string }[]).map(({ outcome }) => outcome);

const isMember = async (user: string): Promise<boolean> => (await run(`members view ${user}`)).code === 0;

describe("R83 plans", () => {
  const plan = (): string => join(cli.folder, "p.plan");
  const recorded = (): string[] =>
    existsSync(`${plan()}.state`)
      ? readFileSync(`${plan()}.state`, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => (JSON.parse(line) as { record: string }).record)
      : [];

  it("are not made with a token that does not see the place", async () => {
    const ran = await run(`members remove ${SAM} --plan ${plan()}`, { intercept: foreign });
    expect([ran.code, existsSync(plan())]).toEqual([9, false]);
    expect(ran.stderr).toContain(`cannot tell whether member ${SAM} exists: this token does not see the organization`);
  });

  it("claim nothing with a token of another organization, and remove with the right one", async () => {
    await out(`members remove ${SAM} --plan ${plan()}`);
    const ran = await run(`plans apply ${plan()} --yes`, { intercept: foreign });
    expect([ran.code, writes(ran)]).toEqual([9, []]);
    expect(ran.stderr).not.toContain("satisfied");
    expect(recorded()).not.toContain("satisfied");
    expect((await run(`plans apply ${plan()} --yes`)).stderr).toContain("Applied 1 step");
    expect(await isMember(SAM)).toBe(false);
  });

  it.each<[string, (sent: Sent) => Reply | undefined]>([
    ["its list has it", ({ path }) => (path.endsWith(`/members/${SAM}`) ? MISSING : undefined)],
    [
      "permission listMembers is missing",
      (sent) =>
        sent.path.endsWith(`/members/${SAM}`) || /\/orgs\/\w+\/members\?/.test(sent.path)
          ? sent.path.includes("?")
            ? { status: 200, body: { items: [{ id: ME, role: "admin" }], count: 1 } }
            : MISSING
          : withoutPermissions("listMembers")(sent),
    ],
    [
      "only 0 of 16 were listed",
      ({ path }) =>
        path.endsWith(`/members/${SAM}`)
          ? MISSING
          : /\/members(\?|$)/.test(path)
            ? { status: 200, body: { items: [], count: 16 } }
            : undefined,
    ],
  ])("a step says why it cannot tell: %s", async (why, intercept) => {
    await out(`members remove ${SAM} --plan ${plan()}`);
    const ran = await run(`plans apply ${plan()} --yes --json`, { intercept });
    expect([ran.code, writes(ran)]).toEqual([9, []]);
    expect(`${ran.stdout}${ran.stderr}`).toContain(why);
    expect(recorded()).not.toContain("satisfied");
    expect(await isMember(SAM)).toBe(true);
  });

  it("know what is really gone", async () => {
    await out(`members remove ${SAM} --plan ${plan()}`);
    await out(`members remove ${SAM} --yes`);
    const ran = await run(`plans apply ${plan()} --yes --json`);
    expect([ran.code, outcomes(ran), recorded()]).toEqual([0, ["satisfied"], ["run", "satisfied"]]);
  });

  it("stop where the token loses its permissions, and go on with the right one", async () => {
    for (const [at, user] of [SAM, GRACE].entries())
      await out(`team-members remove ${FIELD} ${user} --plan ${plan()}${at > 0 ? " --append" : ""}`);
    await out(`spaces edit --title One --plan ${plan()} --append`);
    let removed = 0;
    const intercept = (sent: Sent) => {
      if (removed > 0) return foreign(sent);
      if (sent.method === "DELETE") removed += 1;
      return undefined;
    };
    const apply = `plans apply ${plan()} --yes --json --max-removals 100%`;
    const ran = await run(apply, { intercept });
    const [first, second, ...others] = outcomes(ran);
    expect([ran.code, first, second]).toEqual([9, "done", "cannot tell"]);
    expect(new Set(others)).toEqual(new Set(["not started"]));
    expect(writes(ran)).toHaveLength(1);
    expect(recorded().filter((one) => one === "satisfied")).toEqual([]);
    const again = await run(apply);
    expect([again.code, new Set(outcomes(again))]).toEqual([0, new Set(["earlier", "done"])]);
  });

  it("stop where an administrator becomes somebody else", async () => {
    for (const [at, user] of [SAM, GRACE].entries())
      await out(`members edit ${user} --role edit --plan ${plan()}${at > 0 ? " --append" : ""}`);
    let sent = 0;
    const intercept = (one: Sent) => {
      if (one.method === "PATCH") sent += 1;
      if (sent > 0) return one.method === "PATCH" ? DENIED : withoutPermissions("admin")(one);
      return undefined;
    };
    const ran = await run(`plans apply ${plan()} --yes --json`, { intercept });
    expect([ran.code, outcomes(ran)]).toEqual([9, ["failed", "not started"]]);
    expect(ran.stdout).toContain("lost permissions in the organization: admin");
  });

  it("a step that alone is refused does not stop the others", async () => {
    for (const [at, user] of [SAM, GRACE].entries())
      await out(`members edit ${user} --role edit --plan ${plan()}${at > 0 ? " --append" : ""}`);
    const intercept = ({ method, path }: Sent) => (method === "PATCH" && path.endsWith(SAM) ? DENIED : undefined);
    const ran = await run(`plans apply ${plan()} --yes --json`, { intercept });
    expect([ran.code, outcomes(ran)]).toEqual([9, ["failed", "done"]]);
  });

  it.each([
    ["gone by then: satisfied", true, 0, "satisfied"],
    ["out of sight by then: not told, and sent again later", false, 9, "cannot tell"],
  ])("a removal that is answered 404: %s", async (_, isGone, code, outcome) => {
    await out(`teams delete ${FIRMWARE} --plan ${plan()}`);
    let answered = false;
    const intercept = (sent: Sent) => {
      if (sent.method === "DELETE") answered = true;
      if (!answered) return undefined;
      if (sent.path.endsWith(FIRMWARE)) return MISSING;
      if (!isGone) return foreign(sent);
      return /\/teams(\?|$)/.test(sent.path) ? { status: 200, body: { items: [], count: 0 } } : undefined;
    };
    const ran = await run(`plans apply ${plan()} --yes --max-removals 100% --json`, { intercept });
    expect([ran.code, outcomes(ran)]).toEqual([code, [outcome]]);
    expect(recorded()).not.toContain("ok");
    if (!isGone)
      expect(outcomes(await run(`plans apply ${plan()} --yes --max-removals 100% --json`))).toEqual(["done"]);
  });

  it("an undo does not take what is out of sight for undone", async () => {
    await out(`teams create --title Night --plan ${plan()}`);
    await out(`plans apply ${plan()} --yes`);
    const ran = await run(`plans undo ${plan()} --yes`, { intercept: foreign });
    expect([ran.code, writes(ran), recorded().includes("undone")]).toEqual([9, [], false]);
    await out(`plans undo ${plan()} --yes`);
    expect(await out("teams list")).not.toContain("Night");
  });
});

describe("R83 steps about the token's own user", () => {
  it("go last, also where the plan has them first, and alone", async () => {
    const plan = join(cli.folder, "p.plan");
    await out(`members edit ${ME} --role read --plan ${plan}`);
    await out(`members edit ${SAM} --role edit --plan ${plan} --append`);
    await out(`members edit ${GRACE} --role edit --plan ${plan} --append`);
    const ran = await run(`plans apply ${plan} --yes --touch-me --concurrency 4`);
    expect([ran.code, writes(ran).at(-1)]).toEqual([0, `PATCH members/${ME}`]);
    expect(writes(ran)).toHaveLength(3);
  });

  it.each([
    ["known: all are removed, the others verified before", ME, [ME, SAM, GRACE], 3],
    ["not known: nothing is claimed of those who are left", TOMASZ, [SAM, ME, GRACE], 2],
  ])("offboarding, own user %s", async (_, me, people, removed) => {
    const receipt = join(cli.folder, "receipt.json");
    const line = `members offboard ${people.join(" ")} --yes --max-removals 100% --heir ${TOMASZ} --receipt ${receipt}`;
    const ran = await run(line, { me });
    expect(ran.code).toBe(9);
    const gone = writes(ran).filter((one) => one.startsWith("DELETE members/"));
    expect(gone).toHaveLength(removed);
    expect(gone.at(-1)).toBe(`DELETE members/${ME}`);
    const kept = JSON.parse(readFileSync(receipt, "utf8")) as {
      done: { step: string; outcome: string }[];
      verified: { what: string; holds: boolean | null }[];
    };
    // In the service's own store, as the token is of no use any more.
    const isThere = (user: string) =>
      cli.sandbox.change(({ store }) => store.get("member", `${ORG}/${user}`) !== undefined);
    const [first, second, third] = people;
    const there = [await isThere(first ?? ""), await isThere(second ?? ""), await isThere(third ?? "")];
    expect(there).toEqual([false, false, removed < people.length]);
    const claimed = kept.verified.filter(({ what, holds }) => holds && what.endsWith("is not a member"));
    expect(claimed).toHaveLength(me === ME ? 2 : 0);
    expect(kept.verified.some(({ holds }) => holds === null)).toBe(true);
    expect(kept.done.filter(({ outcome }) => outcome === "satisfied")).toEqual([]);
  });
});
