/** What a plan's file says about its steps is compared with their requests, and never shown in place of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import type { Plan, Step } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { Ran, RunOptions, TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

const organizationId = SAMPLE.org;
const TEAM = "t3aVFS211n5tKAH88D12";

let cli: TestCli;
let file: string;
const { run } = useCli((made, plan) => {
  cli = made;
  file = plan;
});

type Draft = Omit<Plan, "id" | "steps"> & { id?: string; steps: (Partial<Step> & Record<string, unknown>)[] };

const saved = (): Draft => JSON.parse(readFileSync(file, "utf8"));
const writes = ({ sent }: Ran) => sent.filter(({ method }) => method !== "GET");

/** Changes the file without its id, as whoever means to deceive would. */
function edit(change: (plan: Draft, first: Draft["steps"][number]) => void): void {
  const { id: _, ...plan } = saved();
  const [first] = plan.steps;
  if (!first) throw new Error("the plan has no step");
  change(plan, first);
  writeFileSync(file, JSON.stringify(plan, null, 2));
}

const hand = (steps: unknown, more: object = {}): void =>
  writeFileSync(
    file,
    JSON.stringify({ format: 1, origin: "sandbox", organization: organizationId, steps, ...more }, null, 1),
  );

/** What is changed in a plan that renames a space, and how it is refused. */
const LIES: Record<string, [(plan: Draft, step: Draft["steps"][number]) => void, RegExp]> = {
  "a title": [
    (_, step) => {
      step.title = "change space: emoji";
    },
    /steps\.0\.title: the request does something else/,
  ],
  "the kind of change": [
    (_, step) => {
      step.change = "create";
    },
    /steps\.0\.change: .*"change"/,
  ],
  "the kind of thing": [
    (_, step) => {
      step.thing = 'comment "Guide"';
    },
    /steps\.0\.thing: the request is about/,
  ],
  "a thing with another id": [
    (_, step) => {
      step.thing = "space s9";
    },
    /steps\.0\.thing: the request is about/,
  ],
  "the request under its title": [
    (_, step) => Object.assign(step, { endpoint: "deleteSpace", body: undefined }),
    /steps\.0\.(thing|title|change|reads|after)/,
  ],
  "a second member of the body": [
    (_, step) => {
      step.body = { title: "Handbook", visibility: "public" };
    },
    /steps\.0\.(title|after|reads|inverse)/,
  ],
  "the new value": [
    (_, step) => {
      step.after = { title: "Handboek" };
    },
    /steps\.0\.after: the request sets something else/,
  ],
  "no new value": [
    (_, step) => {
      step.after = null;
    },
    /steps\.0\.after/,
  ],
  "the old value": [
    (_, step) => {
      step.before = { title: "Else" };
    },
    /steps\.0\.reads\.0\.was: before has other values/,
  ],
  "that it does not exist": [
    (_, step) => {
      step.before = null;
    },
    /steps\.0\.reads\.0\.was/,
  ],
  "what it leaves": [
    (_, step) => {
      step.reads = step.reads?.map((read) => ({ ...read, becomes: read.was }));
    },
    /steps\.0\.reads\.0\.becomes: the request leaves other values/,
  ],
  "another thing to compare": [
    (_, step) => {
      step.reads = step.reads?.map((read) => ({ ...read, path: "/v1/spaces/s9" }));
    },
    /steps\.0\.reads\.0: it does not read what the request changes/,
  ],
  "its undo": [
    (_, step) => {
      step.inverse = [{ endpoint: "deleteSpace", params: { spaceId: SAMPLE.space } }];
    },
    /steps\.0\.inverse: it is not what undoes this request/,
  ],
  "another value in its undo": [
    (_, step) => {
      step.inverse = step.inverse?.map((call) => ({ ...call, body: { title: "Else" } }));
    },
    /steps\.0\.inverse/,
  ],
  "another thing in its undo": [
    (_, step) => {
      step.inverse = step.inverse?.map((call) => ({ ...call, params: { spaceId: "s9" } }));
    },
    /steps\.0\.inverse/,
  ],
  "how well it is undone": [(_, step) => Object.assign(step, { undo: "approximate" }), /steps\.0\.undo/],
  "that it is undone without requests": [
    (_, step) => {
      step.inverse = [];
    },
    /steps\.0\.undo/,
  ],
  "a reason": [
    (_, step) => {
      step.why = "it never fails";
    },
    /steps\.0\.why/,
  ],
  totals: [
    (plan) => {
      plan.totals = { create: 1 };
    },
    /totals: the steps are/,
  ],
  "what cannot be undone": [
    (plan) => {
      plan.cannotUndo = ["s1"];
    },
    /cannotUndo: the steps that cannot be undone are/,
  ],
  "a value that was not recorded, in its undo": [
    (_, step) => {
      step.body = { title: "Handbook", visibility: "public" };
      step.after = step.body;
      step.inverse = [{ endpoint: "updateSpace", params: { spaceId: SAMPLE.space }, body: { visibility: null } }];
      step.reads = [];
      step.thing = `space ${SAMPLE.space}`;
      step.title = `change space ${SAMPLE.space}: title, visibility`;
    },
    /steps\.0\.inverse/,
  ],
  "its id": [
    (plan) => {
      plan.id = "0123456789ab";
    },
    /id: it is the id of another plan/,
  ],
  "the organization of a read": [
    (_, step) => {
      step.reads = [...(step.reads ?? []), { path: "/v1/orgs/o2", fields: ["title"], was: "0".repeat(64) }];
    },
    /steps\.0\.reads\.1/,
  ],
};

describe("R84: a file that says something else than its request is refused, with the line", () => {
  beforeEach(() => run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`));

  it.each(Object.entries(LIES))("refuses a wrong %s", async (_, [change, says]) => {
    edit(change);
    for (const verb of ["view", "apply"]) {
      const ran = await run(`plans ${verb} ${file}`);
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(/some\.plan: line ([2-9]|\d\d+): /)]);
      expect(ran.stderr).toMatch(says);
      expect(writes(ran)).toEqual([]);
    }
  });

  it("by every command that reads a plan", async () => {
    edit((_, step) => {
      step.title = "change space: emoji";
    });
    for (const line of [
      `plans undo ${file} --yes`,
      `plans apply ${file} --on ${cli.folder}/none.docs`,
      `spaces edit ${SAMPLE.space} --language de --plan ${file} --append`,
    ]) {
      expect([line, await run(line)]).toMatchObject([
        line,
        { code: 2, stderr: expect.stringContaining("steps.0.title") },
      ]);
    }
  });

  it("unchanged it is taken, with and without its id", async () => {
    expect(await run(`plans view ${file}`)).toMatchObject({ code: 0 });
    edit(() => {});
    expect(await run(`plans view ${file}`)).toMatchObject({ code: 0 });
  });
});

it("R84: the id of an edited plan is refused, though the rest fits", async () => {
  await run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`);
  const plan = saved();
  hand([{ id: "s1", endpoint: "updateSpace", params: { spaceId: SAMPLE.space }, body: { title: "Else" } }], {
    id: plan.id,
  });
  const ran = await run(`plans apply ${file} --yes`);
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("id: it is the id of another plan")]);
});

it("R84: shows the request with its ids, at a terminal, in a pipe and as JSON", async () => {
  hand([
    { id: "a", endpoint: "createTeam", params: { organizationId }, body: { title: "Writers" } },
    { id: "b", endpoint: "deleteSite", params: { organizationId, siteId: SAMPLE.site } },
    {
      id: "c",
      endpoint: "deleteTeam",
      params: { organizationId, teamId: { $from: "a", path: "id" } },
      needs: ["a"],
    },
  ]);
  const request = `DELETE /v1/orgs/${organizationId}/sites/${SAMPLE.site}`;
  const shown = (await run(`plans view ${file}`, { tty: true, width: 60 })).stdout;
  expect(shown).toContain(`- 2. remove site ${SAMPLE.site}\n     @ ${request}\n`);
  expect(shown).toContain(`@ DELETE /v1/orgs/${organizationId}/teams/{a.id}\n`);
  expect((await run(`plans view ${file}`)).stdout).toMatch(
    new RegExp(`remove\\tremove site ${SAMPLE.site}\\t.*\\t${request}`),
  );
  expect(JSON.parse((await run(`plans view ${file} --json`)).stdout).steps[1]).toMatchObject({
    endpoint: "deleteSite",
    params: { siteId: SAMPLE.site },
    title: `remove site ${SAMPLE.site}`,
  });
});

it("R84: rails and memberships of a file are not shown; what its requests remove is", async () => {
  const params = { organizationId, teamId: TEAM };
  hand(
    [
      { id: "a", endpoint: "updateTeamMembers", params, body: { remove: ["u1", "u2"] } },
      { id: "b", endpoint: "deleteTeam", params },
    ],
    { rails: [{ rail: "removals", says: "nobody leaves" }], memberships: { removed: 0, of: 100 } },
  );
  for (const options of [{ tty: true }, {}]) {
    const { stdout } = await run(`plans view ${file}`, options);
    expect(stdout).not.toContain("nobody leaves");
  }
  const offline = (await run(`plans view ${file} --offline`, { tty: true })).stdout;
  expect(offline).toContain(`team ${TEAM} loses 2 members`);
  expect(offline).toContain(`team ${TEAM} is deleted, with all its memberships`);
  const shown = (await run(`plans view ${file}`, { tty: true })).stdout;
  expect(shown).toContain('NOT MET too many removals: team "Field service" loses ');
  expect(JSON.parse((await run(`plans view ${file} --json`)).stdout)).not.toHaveProperty("memberships");
});

describe("R84: names", () => {
  const rename = (from: string, to: string) =>
    edit((_, step) => {
      step.thing = step.thing?.replace(from, to) ?? "";
      step.title = step.title?.replace(from, to) ?? "";
    });

  it("a team under another name is not removed", async () => {
    const [{ title }] = (await cli.json("teams list")).filter(({ id }: { id: string }) => id === TEAM);
    await run(`teams delete ${TEAM} --plan ${file}`);
    rename(JSON.stringify(title), '"Old tests"');
    const ran = await run(`plans apply ${file} --yes --max-removals 100%`);
    expect([ran.code, ran.stderr]).toEqual([
      9,
      expect.stringContaining(`it is now called ${JSON.stringify(title)}; not sent`),
    ]);
    expect(ran.stderr).toContain(`changed: remove team ${JSON.stringify(title)}`);
    expect(writes(ran)).toEqual([]);
  });

  it.each<[string, string, RunOptions]>([
    ["before the question", "plans apply", { answers: [false] }],
    ["by a dry run", "plans apply --dry-run", { tty: true }],
    ["as rows of a dry run", "plans apply --dry-run", {}],
    ["for a review", "plans view", { tty: true }],
    ["in a pipe", "plans view", {}],
    ["as Markdown", "plans view -o markdown", {}],
    ["without a request", "plans view --offline", { tty: true }],
    ["without a request, in a pipe", "plans view --offline", {}],
  ])("a thing that the file calls by the name of another is shown as what it is: %s", async (how, command, options) => {
    const [space, other] = ["pkNn494pi8HgB36Wxyf8", "Tern User Guide"];
    await run(`spaces edit ${space} --title Manual --plan ${file}`);
    rename("Field Service Manual", other);
    const ran = await run(`${command} ${file}`, { width: 120, ...options });
    const name = how.startsWith("without") ? `space ${space}` : 'space "Field Service Manual"';
    expect(ran.stdout).toContain(`change ${name}: title`);
    expect(ran.stdout).not.toContain(`change space "${other}"`);
    if (options.tty || options.answers)
      expect(ran.stdout).toContain(`     according to the file: target: space "${other}"\n`);
    expect(writes(ran)).toEqual([]);
  });

  it("a step that is not tried is told by its id", async () => {
    await run(`spaces edit ${SAMPLE.space} --title Guide --plan ${file}`);
    await run(`spaces edit pkNn494pi8HgB36Wxyf8 --title Manual --plan ${file} --append`);
    edit(({ steps: [, second] }) => {
      for (const field of ["thing", "title"] as const)
        if (second) second[field] = second[field]?.replace("Field Service Manual", "Old tests") ?? "";
    });
    const ran = await run(`plans apply ${file} --yes`, {
      intercept: ({ method }) => (method === "PATCH" ? { status: 401, body: { error: {} } } : undefined),
    });
    expect([ran.code, writes(ran).length]).toEqual([9, 1]);
    expect(ran.stderr).toContain("not started: change space pkNn494pi8HgB36Wxyf8: title");
    expect(ran.stderr).not.toContain("Old tests");
  });

  it("a thing whose name cannot be read is shown by its id", async () => {
    const space = "pkNn494pi8HgB36Wxyf8";
    await run(`spaces edit ${space} --title Manual --plan ${file}`);
    const ran = await run(`plans view ${file}`, {
      tty: true,
      intercept: ({ path }) => (/\/spaces\b/.test(path) ? { status: 403, body: { error: {} } } : undefined),
    });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain("not read: the name of what step s1 is about: ");
    expect(ran.stdout).toContain(`change space ${space}: title`);
    expect(ran.stdout).toContain('according to the file: target: space "Field Service Manual"');
  });

  it("a member of a team under another name is refused", async () => {
    await run(`team-members remove ${TEAM} u5s6yviydT27vWkB4r3J --plan ${file}`);
    rename("Field service", "Old tests");
    const ran = await run(`plans apply ${file} --yes`);
    expect([ran.code, ran.stderr]).toEqual([
      9,
      expect.stringContaining(`team ${TEAM} is now called "Field service"; not sent`),
    ]);
    expect(writes(ran)).toEqual([]);
  });

  it("of what is not read before it is sent there is none", async () => {
    hand([{ id: "a", endpoint: "deleteTeam", params: { organizationId, teamId: TEAM }, thing: 'team "Old tests"' }]);
    const ran = await run(`plans view ${file}`);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringContaining(`the request is about something else: team ${TEAM}`),
    ]);
  });

  it("a plan by hand without names is applied under those of the service", async () => {
    hand([
      {
        id: "a",
        endpoint: "updateSpace",
        params: { spaceId: SAMPLE.space },
        body: { title: "Handbook" },
        before: { title: "Tern User Guide" },
      },
    ]);
    const ran = await run(`plans apply ${file} --yes`);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('Changed space "Tern User Guide": title')]);
  });
});

describe("a plan by hand that is done already", () => {
  it.each<[string, string[]]>([
    ["where before has what it sets", ["title"]],
    ["where before has more than it sets", ["title", "visibility"]],
  ])("sends nothing: %s", async (_, names) => {
    const space = await cli.json(`spaces view ${SAMPLE.space}`);
    const before = Object.fromEntries(names.map((name) => [name, space[name]]));
    const params = { spaceId: SAMPLE.space };
    hand([{ id: "a", endpoint: "updateSpace", params, body: { title: "Handbook" }, before }]);
    await cli.out(`spaces edit ${SAMPLE.space} --title Handbook`);
    const ran = await run(`plans apply ${file} --yes`, { tty: true });
    expect([ran.code, ran.stderr, writes(ran)]).toEqual([
      0,
      expect.stringContaining("Nothing to do: 1 needed no change"),
      [],
    ]);
  });

  it("another value than the wanted one counts as somebody else's", async () => {
    const { title } = await cli.json(`spaces view ${SAMPLE.space}`);
    const params = { spaceId: SAMPLE.space };
    hand([{ id: "a", endpoint: "updateSpace", params, body: { title: "Handbook" }, before: { title } }]);
    await cli.out(`spaces edit ${SAMPLE.space} --title Else`);
    const ran = await run(`plans apply ${file} --yes`);
    expect([ran.code, ran.stderr, writes(ran)]).toEqual([9, expect.stringContaining("changed since"), []]);
  });
});

it("R84: fields of before that nothing compares are marked", async () => {
  hand([
    {
      id: "a",
      endpoint: "updateSpace",
      params: { spaceId: SAMPLE.space },
      body: { title: "Handbook" },
      before: { title: "Whatever" },
      reads: [],
    },
  ]);
  const { stdout } = await run(`plans view ${file}`, { tty: true, width: 100 });
  expect(stdout).toContain('title: "Whatever" (not compared) → "Handbook"');
  expect(stdout).toContain("sent without checking first");
});

it("R84: a plan by hand may give what undoes it, where that follows from before", async () => {
  const step = {
    id: "a",
    endpoint: "updateSpace",
    params: { spaceId: SAMPLE.space },
    body: { title: "Handbook" },
    before: { title: "Tern User Guide" },
    inverse: [{ endpoint: "updateSpace", params: { spaceId: SAMPLE.space }, body: { title: "Tern User Guide" } }],
  };
  hand([step]);
  expect(await run(`plans apply ${file} --yes`)).toMatchObject({ code: 0 });
  expect(await run(`plans undo ${file} --yes`)).toMatchObject({ code: 0 });
  expect((await cli.json(`spaces view ${SAMPLE.space}`)).title).toBe("Tern User Guide");
});

it("steps of earlier versions, which call comments by their ids, are read as they are", async () => {
  const [spaceId, changeRequestId] = [SAMPLE.space, "42"];
  const comment = { endpoint: "updateChangeRequestComment", body: { resolved: true } };
  hand([
    {
      ...{ id: "s1", endpoint: "createChangeRequestComment", params: { spaceId, changeRequestId } },
      ...{ body: { body: { markdown: "Hello" } }, title: "create comment", thing: "comment" },
    },
    {
      ...{ id: "s2", ...comment, params: { spaceId, changeRequestId, commentId: "c9" } },
      ...{ title: "change comment c9: resolved", thing: "comment c9" },
    },
    {
      ...{ id: "s3", endpoint: "updateChangeRequest", params: { spaceId, changeRequestId }, body: { subject: "New" } },
      ...{ title: "change change request 42: subject", thing: "change request 42" },
    },
  ]);
  const shown: Plan = await cli.json(`plans view ${file} --offline`);
  expect(shown.steps.map(({ id }) => id)).toEqual(["s1", "s2", "s3"]);
  const other = (step: object) => hand([{ id: "s1", ...comment, params: { spaceId, commentId: "c9" }, ...step }]);
  other({ endpoint: "updateSpaceComment", thing: "comment c8" });
  expect((await run(`plans view ${file} --offline`)).stderr).toContain(
    "the request is about something else: comment c9",
  );
  other({ endpoint: "updateSpaceComment", title: "change comment c9" });
  expect((await run(`plans view ${file} --offline`)).stderr).toContain("the request does something else");
});
