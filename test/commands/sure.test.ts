/** What should not happen by accident is asked for, and in scripts --yes has to be given. */
import { expect, test } from "vitest";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { step } from "./step.js";

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SITE = "sD9wPb3HfKc6XnTj1VqZ";
const INGRID = "uA5mJr9TyBq3ZxKd7WnE";
const MATEO = "ud2V6HzDt93xN58tHQ6Z";
const ADMINS = `GET /v1/orgs/${ORG}/members?limit=1000&role=admin`;
const patched = (user: string, role: string) => `PATCH /v1/orgs/${ORG}/members/${user} {"role":"${role}"}`;

const cli = useOnce(() => testCli());

const writes = (sent: readonly { method: string }[]) => sent.filter(({ method }) => method !== "GET");

test("a change request that was picked is merged after a yes only", async () => {
  const no = await cli.run("cr merge", { answers: ["torque", false], width: 100 });
  expect(no.questions.at(-1)).toBe(
    'Merge change request 43 "Torque for the axle screws"? A merge cannot be undone; the space\'s history has the earlier content.',
  );
  expect(no.code).toBe(130);
  expect(no.stderr).toContain("canceled: nothing was changed");
  expect(writes(no.sent)).toEqual([]);
  const yes = await cli.run("cr merge", { answers: ["charge for", true], width: 100 });
  expect(yes.code).toBe(0);
  expect(writes(yes.sent)).toHaveLength(1);
});

test("--yes and a typed number merge without a question", async () => {
  const picked = await cli.run("cr merge --yes", { answers: ["release notes"], width: 100 });
  expect(picked.questions).toHaveLength(2);
  expect(writes(picked.sent)).toHaveLength(1);
  const typed = await cli.run("cr merge 43", { answers: [], width: 100 });
  expect(typed.questions).toEqual([]);
  expect(writes(typed.sent)).toHaveLength(1);
});

test("an implied site is not published in a script without --yes", async () => {
  await step(cli, "sites publish", {
    err: ["docs: no site was named: confirmation is required when not running interactively", "  pass --yes"],
    code: 2,
    sent: [],
  });
  for (const line of ["sites publish --yes", `sites publish --site ${SITE}`, `sites publish ${SITE}`]) {
    const { sent, code } = await cli.run(line);
    expect([line, code, sent.map(({ method, path }) => `${method} ${path}`)]).toEqual([
      line,
      0,
      [`POST /v1/orgs/${ORG}/sites/${SITE}/publish`],
    ]);
  }
});

test("an implied site is confirmed by its title on a terminal", async () => {
  const { questions, sent, code } = await cli.run("sites publish", { answers: [false], width: 100 });
  expect([questions, code, writes(sent)]).toEqual([
    [`Publish site "Halden Docs"? This cannot be undone: the service's interface cannot unpublish a site.`],
    130,
    [],
  ]);
});

test("one's own administrator role is not taken away by accident", async () => {
  await step(cli, "members edit @me --role edit", {
    err: [
      "docs: this takes away your own administrator role: confirmation is required when not running interactively",
      "  pass --yes",
    ],
    code: 2,
    sent: [ADMINS],
  });
  const asked = await cli.run(`members edit ${INGRID} --role guest`, { answers: [false] });
  expect(asked.questions).toEqual(["This takes away your own administrator role. Continue?"]);
  expect([asked.code, writes(asked.sent)]).toEqual([130, []]);
  const removed = await cli.run(`members remove ${INGRID}`, { answers: [false] });
  expect(removed.questions).toEqual([
    'Remove member "ingrid.solheim@halden-robotics.example" from the organization? They lose access to everything in the organization. This takes away your own administrator role. This cannot be undone: the person must be invited again.',
  ]);
});

test("the last administrator keeps the role unless it is confirmed; another's goes without a question", async () => {
  await step(cli, `members edit ${INGRID} ${MATEO} --role edit`, {
    err: [
      "docs: this leaves the organization without an administrator: confirmation is required when not running interactively",
      "  pass --yes",
    ],
    code: 2,
    sent: [ADMINS],
  });
  const other = await cli.run(`members edit ${MATEO} --role edit`);
  expect([other.code, other.sent.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`)]).toEqual(
    [0, [`${ADMINS} undefined`, patched(MATEO, "edit")]],
  );
  const last = await cli.run(`members remove ${INGRID}`, { answers: [false] });
  expect(last.questions[0]).toContain("This leaves the organization without an administrator.");
  const given = await cli.run(`members edit ${MATEO} --role admin`);
  expect(given.sent).toMatchObject([{ method: "PATCH", body: { role: "admin" } }]);
});

test("a disabled administrator does not count as the last one who can sign in", async () => {
  const rewrite = (body: unknown) =>
    JSON.parse(JSON.stringify(body), (_, value) => (value?.id === MATEO ? { ...value, disabled: true } : value));
  const last = await cli.run(`members edit ${INGRID} --role edit`, { answers: [false], rewrite });
  expect(last.questions).toEqual(["This leaves the organization without an administrator. Continue?"]);
  const disabled = await cli.run(`members edit ${MATEO} --role edit`, { rewrite });
  expect([disabled.code, writes(disabled.sent)]).toEqual([0, [expect.anything()]]);
});

test("an empty title is asked for", async () => {
  await step(cli, 'spaces edit --title ""', {
    err: ["docs: the title is empty: confirmation is required when not running interactively", "  pass --yes"],
    code: 2,
    sent: [],
  });
  const no = await cli.run('spaces edit --title ""', { answers: [false] });
  expect([no.questions, no.code, no.sent]).toEqual([["Leave the title empty?"], 130, []]);
  const sent = await cli.run('spaces edit --title "" --yes');
  expect(sent.sent).toMatchObject([{ method: "PATCH", body: { title: "" } }]);
});

test("spaces restore wants its target named: the space of the context is not the one that is gone", async () => {
  for (const on of [{}, { answers: [] }]) {
    await step(cli, "spaces restore", {
      on,
      err: ["docs: <space> is required: pass its id", expect.stringContaining("docs spaces")],
      code: 2,
      sent: [],
    });
  }
});
