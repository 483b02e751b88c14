/** What a change is answered with may lack every member: nothing is claimed of it, and no "undefined" is shown. */
import { expect, test } from "vitest";
import type { WireResponse } from "../../src/http/types.js";
import { type RunOptions, type Sent, testCli } from "../helpers/run.js";
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
  // The service has changed it, and the look after the poor answer shows so.
  [{}, "with nothing that shows it; reading it again shows the change"],
  [{ role: null }, "but role is still null; reading it again shows the change"],
  [{ role: "edit" }, 'but role is still "edit"; reading it again shows the change'],
])("R94 a role as the service has it after the answer %j", async (body, note) => {
  const applied = (path: string) => path.endsWith("/members/u5s6yviydT27vWkB4r3J");
  const between = async ({ method, path }: Sent, service: () => Promise<WireResponse>) => {
    const answer = await service();
    return method === "PATCH" && applied(path) ? { ...answer, body: Buffer.from(JSON.stringify(body)) } : answer;
  };
  const { stderr, code } = await cli.run("members edit u5s6yviydT27vWkB4r3J --role read --yes", { between });
  expect(code).toBe(0);
  expect(stderr).toContain(note);
  expect(stderr).toContain("now has the read role");
});
