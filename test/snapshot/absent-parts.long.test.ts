/** A 404 is no absence where something else says that the thing is there (R86). */
import { beforeEach, expect, it } from "vitest";
import type { Reply, Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();
let file: string;
beforeEach(() => {
  file = `${cli.folder}/monday.docs`;
});

const missing =
  (end: string) =>
  ({ method, path }: Sent): Reply | undefined =>
    method === "GET" && path.split("?")[0]?.endsWith(end)
      ? { status: 404, body: { error: { code: 404, message: "not found" } } }
      : undefined;

const EXCLUDED = "--exclude people,content,change-requests,comments,openapi,translations,saml";

it("a visitor schema that was there stays: nothing removes one", async () => {
  expect((await cli.run(`snapshots create ${file} ${EXCLUDED}`)).code).toBe(0);
  const intercept = missing("/adaptive-schema");
  const live = await cli.run(`snapshots verify ${file} --live --sample 100%`, { intercept });
  expect([live.stdout, live.stderr].join("")).toMatch(/adaptive-schema.*nothing removes the schema/s);
  const ran = await cli.run(`snapshots create ${file} ${EXCLUDED}`, { intercept });
  expect([ran.code, ran.stderr]).toEqual([9, expect.stringMatching(/adaptive-schema.*nothing removes the schema/s)]);
  const diff = await cli.run(`snapshots diff ${file} --live`, {});
  expect(diff.stdout).not.toContain("schema");
  // One that never was is none.
  expect((await cli.run(`snapshots create ${file}.new ${EXCLUDED}`, { intercept })).code).toBe(0);
});

it.each([
  ["/adaptive-schema", "jsonSchema"],
  ["/published", "customizations"],
])("an answer of %s without its %s changes nothing", async (end, member) => {
  const before = `${file}.before`;
  for (const one of [before, file]) expect((await cli.run(`snapshots create ${one} ${EXCLUDED}`)).code).toBe(0);
  const intercept = ({ path }: Sent) => {
    const [, site] = /sites\/(\w+)/.exec(path) ?? [];
    const body = { object: "of a site", site: { id: site } };
    return path.split("?")[0]?.endsWith(end) ? { status: 200, body } : undefined;
  };
  const live = await cli.run(`snapshots verify ${file} --live --sample 100%`, { intercept });
  expect(live.stdout + live.stderr).toMatch(/not answered/);
  const ran = await cli.run(`snapshots create ${file} ${EXCLUDED}`, { intercept });
  expect([ran.code, ran.stderr]).toEqual([9, expect.stringContaining(`the answer has no member "${member}"`)]);
  expect((await cli.run(`snapshots diff ${before} ${file}`)).stdout).toBe("");
});

it("the profile of a site that is published is there", async () => {
  const ran = await cli.run(`snapshots create ${file} ${EXCLUDED}`, { intercept: missing("/published") });
  expect([ran.code, ran.stderr]).toEqual([9, expect.stringMatching(/published.*not answered.*the site is published/s)]);
});

it.each<[string, string, string]>([
  ["content", "/content", "the service answered with the content of another revision"],
  ["text of a page", "/content/page/", "the text is not that of the page in the content"],
])("the %s of another change request is no change", async (_, part, reason) => {
  expect((await cli.run(`snapshots create ${file}`)).code).toBe(0);
  const [asked = "", other = ""] = (await cli.json("cr list")).map(({ id }: { id: string }) => id);
  const isPart = (path: string) => (part.endsWith("/") ? path.includes(part) : path.split("?")[0]?.endsWith(part));
  const live = await cli.run(`snapshots verify ${file} --live --sample 100% --json`, {
    between: async ({ method, path }, service) => {
      if (!isPart(path)) return service();
      const headers = { authorization: `Bearer ${cli.sandbox.token}` };
      return cli.sandbox.handle({ method, path: path.replace(`/${asked}/`, `/${other}/`), headers, body: undefined });
    },
  });
  const { differences } = JSON.parse(live.stdout).live;
  expect([live.code, live.stderr]).toEqual([9, expect.stringMatching(/"message":"\d+ parts? could not be compared"/)]);
  expect(differences).not.toEqual([]);
  expect(differences.filter(({ change }: { change: string }) => change !== "not answered")).toEqual([]);
  expect(new Set(differences.map((one: { reason: string }) => one.reason))).toEqual(new Set([reason]));
});
