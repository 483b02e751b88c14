/** What a change is answered with may lack every member: nothing is claimed of it, and no "undefined" is shown. */
import { expect, test } from "vitest";
import { type RunOptions, testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { LINES } from "./json-lines.js";

const cli = useOnce(() => testCli());

/** Nothing is changed, so that all lines find the sample. */
const answered = (body: object): RunOptions => ({
  files: { "schema.json": "{}" },
  intercept: ({ method }) => (method === "GET" ? undefined : { status: 200, body }),
});

const VERBS =
  /^(?!orgs (ping|search))\S+ (create|add|restore|duplicate|merge|update|import|edit|comment|move|close|resolve|publish) /;
const CHANGES = LINES.map(({ line }) => line).filter((line) => VERBS.test(`${line} `));

test("there are changes of every kind", () => expect(CHANGES.length).toBeGreaterThan(40));

test.each(CHANGES)("docs %s", async (line) => {
  const { stdout, stderr } = await cli.run(line, answered({}));
  expect(`${stdout}${stderr}`).not.toMatch(/undefined|""|guest/);
});

test.each([
  [{}, `Changed u5s6yviydT27vWkB4r3J; the answer has no role`],
  [{ role: null }, `u5s6yviydT27vWkB4r3J now has the role guest`],
  [{ role: "edit" }, `u5s6yviydT27vWkB4r3J now has the role edit`],
])("a role as the answer has it: %j", async (body, said) => {
  const { stderr } = await cli.run("members edit u5s6yviydT27vWkB4r3J --role read --yes", answered(body));
  expect(stderr).toContain(said);
});

test("a member without a role is no guest", async () => {
  const without = (role: object) => ({
    intercept: () => ({ status: 200, body: { object: "member", id: "u1", user: {}, ...role } }),
  });
  expect(await cli.out("members view u5s6yviydT27vWkB4r3J", without({ role: null }))).toMatch(/guest/);
  expect(await cli.out("members view u5s6yviydT27vWkB4r3J", without({}))).not.toMatch(/guest/);
});

test("content import names no total that the service does not say", async () => {
  const intercept = () => ({ status: 201, body: { importedResources: 0 } });
  const ran = await cli.run("content import https://example.com/guide --source website", { intercept });
  expect([ran.code, ran.stderr]).toEqual([5, expect.stringContaining("so far: 0 of an unknown number of resources")]);
});
