import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { hashOf } from "../../src/shared/values.js";
import type { Ran, TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
let file: string;
const { run } = useCli((made, plan) => {
  cli = made;
  file = plan;
});

const saved = (): Plan => JSON.parse(readFileSync(file, "utf8"));
const writes = ({ sent }: Ran) => sent.filter(({ method }) => method !== "GET");

it("writes the request of a command to a plan, sends nothing, and the plan does the same", async () => {
  const before = (await cli.json(`spaces view ${SAMPLE.space}`)).title;
  const ran = await run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`);
  expect(ran.code).toBe(0);
  expect(writes(ran)).toEqual([]);
  expect(ran.stderr).toContain(`Wrote 1 step to ${file}: docs plans view ${file}`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(saved()).toMatchObject({
    format: 1,
    origin: "sandbox",
    organization: SAMPLE.org,
    command: `docs spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`,
    steps: [{ endpoint: "updateSpace", before: { title: before }, after: { title: "Handbook" }, undo: "exact" }],
  });
  expect(await run(`plans apply ${file} --yes`)).toMatchObject({ code: 0 });
  expect((await cli.json(`spaces view ${SAMPLE.space}`)).title).toBe("Handbook");
});

it("takes several targets, and adds to a plan that is there", async () => {
  const spaces: { id: string }[] = await cli.json("spaces list");
  const [one, two] = spaces.map(({ id }) => id);
  await run(`spaces edit ${one} ${two} --language de --plan ${file}`);
  expect(saved().steps).toHaveLength(2);
  expect(await run(`spaces edit ${one} --emoji 1f600 --plan ${file}`)).toMatchObject({ code: 2 });
  await run(`spaces edit ${one} --language fr --plan ${file} --append`);
  const { steps } = saved();
  expect(steps).toHaveLength(3);
  // It is about what the first step leaves, and waits for it.
  expect(steps[2]).toMatchObject({ before: { language: "de" }, after: { language: "fr" }, needs: ["s1"] });
});

it("asks nothing, and a destructive command is a step too", async () => {
  const ran = await run(`spaces delete ${SAMPLE.space} --plan ${file}`);
  expect(ran.code).toBe(0);
  expect(saved().steps).toMatchObject([{ endpoint: "deleteSpace", change: "remove", undo: "near" }]);
  expect(await run(`spaces view ${SAMPLE.space}`)).toMatchObject({ code: 0 });
});

it("refuses what makes no sense with it, before anything is sent", async () => {
  const of = (flags: string) =>
    run(`translations create --source-space ${SAMPLE.space} --language de --plan ${file} ${flags}`);
  for (const [flags, says] of [
    ["--wait", "--wait cannot be used together with --plan"],
    ["--dry-run", "--dry-run cannot be used together with --plan"],
    ["--query a=b", "--query is not kept in a plan"],
    ["--retry-unsafe", "--retry-unsafe cannot be used"],
  ] as const) {
    const ran = await of(flags);
    expect([ran.code, ran.stderr.includes(says), ran.stderr]).toEqual([2, true, ran.stderr]);
    expect(writes(ran)).toEqual([]);
  }
  const secret = await run(`content import file:///etc/passwd --source zip --plan ${file}`);
  expect(secret.stderr).toContain("file: sources cannot be planned");
  expect(secret.code).toBe(2);
});

it("says what cannot be undone, and keeps no secret", async () => {
  await run(`cr merge 42 --plan ${file}`);
  expect(saved()).toMatchObject({
    cannotUndo: ["s1"],
    steps: [{ undo: "impossible", title: expect.stringContaining("merge") }],
  });
  const other = join(cli.folder, "other.plan");
  const ran = await run(`openapi create pets --source-url https://me:geheim@example.com/a.yaml --plan ${other}`);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain("contains a secret");
});

describe("docs api", () => {
  it("writes a call of the interface as a step, with its undo", async () => {
    const { title } = await cli.json(`spaces view ${SAMPLE.space}`);
    const ran = await cli.run(
      `api -X PATCH /v1/spaces/{space} -f title=Handbook --space ${SAMPLE.space} --plan ${file}`,
    );
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([
      0,
      expect.any(String),
      expect.stringContaining("Wrote 1 step"),
    ]);
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
    await cli.run(`api -X DELETE /spaces/${SAMPLE.space} --plan ${file} --append`);
    expect(JSON.parse(readFileSync(file, "utf8")).steps).toMatchObject([
      {
        endpoint: "updateSpace",
        params: { spaceId: SAMPLE.space },
        body: { title: "Handbook" },
        undo: "exact",
        inverse: [{ endpoint: "updateSpace", params: { spaceId: SAMPLE.space }, body: { title } }],
      },
      { endpoint: "deleteSpace", params: { spaceId: SAMPLE.space }, undo: "near" },
    ]);
  });

  it.each([
    [
      "-X PATCH /v1/spaces/x/nothing -f a=b",
      "PATCH /v1/spaces/x/nothing is not a known endpoint that changes something",
    ],
    ["-X PATCH /v1/spaces/x?a=b -f title=b", "a query is not kept in a plan"],
    ["-X PATCH /v1/spaces/x -H 'a: b' -f title=b", "--header is not kept in a plan"],
    ["/v1/orgs", "--plan is only for requests that change something"],
    ["-X PATCH /v1/spaces/.. -f title=b", "must not be a dot segment"],
  ])("%s is refused, and nothing is sent", async (line, words) => {
    const ran = await cli.run(`api ${line} --plan ${file}`);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });
});

it("a missing target is reported when the plan is made", async () => {
  const ran = await cli.run(`spaces edit x123456789012345678a --title Else --plan ${file}`);
  expect([ran.code, ran.stderr]).toEqual([
    3,
    expect.stringContaining('space "x123456789012345678a" does not exist: nothing can be planned for it'),
  ]);
  expect(existsSync(file)).toBe(false);
});

it("is headed with the organization of its target, also where another one is the default", async () => {
  await run(`orgs edit osAgpp53c2y4hH7jymzf --title Orchards --plan ${file}`);
  expect(saved()).toMatchObject({ organization: "osAgpp53c2y4hH7jymzf", steps: [{ endpoint: "updateOrg" }] });
});

it("holds no call that changes nothing", async () => {
  const ran = await run(`api -X POST /v1/orgs/${SAMPLE.org}/ping --plan ${file}`);
  expect([ran.code, ran.sent, existsSync(file)]).toEqual([2, [], false]);
  expect(ran.stderr).toContain("is not a known endpoint that changes something");
});

it("gives a step that is added an id of its own, also where steps were taken out by hand", async () => {
  for (const title of ["One", "Two"])
    await run(`teams create --title ${title} --plan ${file} ${title === "Two" ? "--append" : ""}`);
  const { id: _, totals: __, ...plan } = saved();
  writeFileSync(file, JSON.stringify({ ...plan, steps: plan.steps.slice(1) }));
  await run(`teams create --title Three --plan ${file} --append`);
  expect(saved().steps.map(({ id, body }) => [id, body?.title])).toEqual([
    ["s2", "Two"],
    ["s3", "Three"],
  ]);
});

it("foresees what the service does with somebody who is both removed and given a role: they are removed", async () => {
  const [team, user] = ["t3aVFS211n5tKAH88D12", "u5s6yviydT27vWkB4r3J"];
  await run(`team-members edit ${team} --remove ${user} --role ${user}=owner --plan ${file}`);
  expect(saved().steps[0]?.reads.map(({ becomes }) => becomes)).toEqual([hashOf(null)]);
});

it("adds nothing to a plan of another organization, or of another service", async () => {
  await run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`);
  const { id: _, totals: __, ...plan } = saved();
  for (const [member, value] of [
    ["organization", "anotherOrganization1"],
    ["origin", "https://docs.example.com"],
  ] as const) {
    const text = JSON.stringify({ ...plan, [member]: value });
    writeFileSync(file, text);
    const { code, stderr } = await run(`spaces edit ${SAMPLE.space} --emoji 1f600 --plan ${file} --append`);
    expect([member, code, stderr]).toEqual([
      member,
      2,
      expect.stringMatching(new RegExp(`is of another (organization|service) \\(${value}\\); nothing was added`)),
    ]);
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});

describe("a plan after which nobody would be left in charge", () => {
  const GRACE = "u7Trvg1161CH4P8ZDE9m";
  let support: string;
  const owners = async (): Promise<string[]> => {
    const all: { organization: { id: string }; team: { role: string } }[] = await cli.json(
      `team-members list ${support}`,
    );
    return all.filter(({ team }) => team.role === "owner").map(({ organization }) => organization.id);
  };
  const viewed = async () => (await run(`plans view ${file}`, { tty: true })).stdout.replace(/\s+/g, " ");

  it("is written, and says why it cannot be applied", async () => {
    [{ id: support }] = await cli.json('teams list --title "Customer support"');
    const ran = await run(`team-members remove ${support} ${(await owners()).join(" ")} --plan ${file}`);
    expect([ran.code, ran.stderr]).toEqual([
      5,
      expect.stringMatching(
        /Wrote 1 step to .*\n(?:.*\n)*.*never the last owner: team "Customer support" has 1 owner now, 0 afterward \(step 1\); the plan was written, but cannot be applied as it is\n {2}a step added with --append may solve it/,
      ),
    ]);
    expect(writes(ran)).toEqual([]);
    expect(saved().rails).toMatchObject(expect.arrayContaining([expect.objectContaining({ broken: true })]));
    expect(await viewed()).toMatch(
      /Cannot be applied as it is: \d guards? not met.*NOT MET never the last owner: team/,
    );
    const applied = await run(`plans apply ${file} --yes`);
    expect([applied.code, writes(applied)]).toEqual([5, []]);
  });

  it("can be applied once a later step names somebody who takes over", async () => {
    [{ id: support }] = await cli.json('teams list --title "Customer support"');
    expect((await run(`team-members remove ${support} ${(await owners()).join(" ")} --plan ${file}`)).code).toBe(5);
    const added = await run(`team-members set ${support} ${GRACE} --role owner --plan ${file} --append`);
    expect([added.code, saved().steps.length]).toEqual([0, 2]);
    expect(await viewed()).not.toContain("NOT MET");
  });

  it("is written without the last administrator, too, with each guard that is not met", async () => {
    const all: { id: string; role: string }[] = await cli.json("members list");
    const admins = all.filter(({ role }) => role === "admin").map(({ id }) => id);
    const ran = await run(`members remove ${admins.join(" ")} --plan ${file} --json`);
    expect(ran.code).toBe(5);
    expect(saved().steps).toHaveLength(admins.length);
    const { error } = JSON.parse(ran.stderr.slice(ran.stderr.indexOf("{")));
    expect(error.rails.map(({ rail }: { rail: string }) => rail)).toEqual(
      expect.arrayContaining(["never the last administrator", "yourself"]),
    );
  });
});

it("notes a guard that a flag of plans apply allows, and ends well", async () => {
  const [{ id: team }] = await cli.json("teams list --title Documentation");
  const all: { organization: { id: string }; team: { role: string } }[] = await cli.json(`team-members list ${team}`);
  const two = all.filter((one) => one.team.role === "member").slice(0, 2);
  const users = two.map(({ organization }) => organization.id).join(" ");
  const ran = await run(`team-members remove ${team} ${users} --plan ${file}`);
  expect([ran.code, ran.stderr]).toEqual([
    0,
    expect.stringMatching(/not met: too many removals: .*\(40 %\).*; to allow it, pass --max-removals 40%/),
  ]);
});
