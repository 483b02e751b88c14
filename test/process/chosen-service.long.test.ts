import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createHome, type Home } from "../helpers/cli.js";
import { type Service, service } from "./service.js";

let home: Home;
let api: Service;
beforeAll(async () => {
  home = createHome();
  api = await service(() => ({ body: { number: 45, revision: "r9", result: "merge" } }));
  await home.run(["profiles", "use", "sandbox"]);
});
beforeEach(() => void api.hits.splice(0));
afterAll(async () => {
  await api.close();
  home.remove();
});

const merge = ["cr", "merge", "43", "--space", "tG4nVx8YqLz2RkWd7JmS"];
const remote = () => ({ DOCS_BASE_URL: api.url, DOCS_TOKEN: "prod-0123456789" });

/** Status of the change request in the sandbox. */
const status = async () => (await home.run(["--sandbox", "cr", "view", "43", "-q", ".status"])).stdout;

test("the environment wins over a sandbox that is only the profile in use", async () => {
  expect(await home.run(merge, { env: remote() })).toMatchObject({ code: 0 });
  expect(api.hits.map(({ method, url, authorization }) => [method, url, authorization])).toEqual([
    ["POST", "/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/43/merge", "Bearer prod-0123456789"],
  ]);
  expect(await status()).toBe("open\n");
});

test("a flag for the sandbox wins over the environment", async () => {
  const env = remote();
  expect(await home.run(["cr", "view", "43", "--sandbox", "-q", ".number"], { env })).toMatchObject({ stdout: "43\n" });
  expect(api.hits).toEqual([]);
});

test("what cannot hold is refused with words", async () => {
  const ran = await home.run(merge, { env: { ...remote(), DOCS_PROFILE: "sandbox" } });
  expect(ran).toMatchObject({ code: 2, stdout: "" });
  expect(ran.stderr).toBe(
    "docs: DOCS_PROFILE=sandbox and DOCS_BASE_URL cannot be used together\n  unset one of them, or pass --sandbox\n",
  );
});

test("a token that the sandbox does not know changes nothing", async () => {
  const ran = await home.run(["cr", "merge", "43"], { env: { DOCS_TOKEN: "prod-0123456789" } });
  expect(ran).toMatchObject({ code: 4, stdout: "" });
  expect(ran.stderr).toContain("the token came from DOCS_TOKEN; the sandbox accepts only its own tokens");
  expect(await status()).toBe("open\n");
});

test.each([
  [["cr", "merge", "43"]],
  [["cr", "merge", "43", "--sandbox"]],
  [["cr", "merge", "43", "--dry-run"]],
  [["config", "list"]],
])("a token file that is not there is never passed over: %j", async (words) => {
  expect(await home.run([...words, "--token-file", "nope"])).toMatchObject({
    code: 2,
    stdout: "",
    stderr: "docs: cannot read nope: no such file or folder\n",
  });
  expect(await status()).toBe("open\n");
});

test("the file with a token that is near in name is the next step", async () => {
  writeFileSync(join(home.dir, "sam.tok"), "");
  const { code, stderr } = await home.run(["orgs", "list", "--token-file", "sam.tko"]);
  expect([code, stderr]).toEqual([2, "docs: cannot read sam.tko: no such file or folder\n  did you mean: sam.tok\n"]);
});

test.each([
  ["pages edit Start", "in the app: docs --sandbox pages view Start --url"],
  ["cr approve 42", "reviews are made in the app: docs --sandbox cr view 42 --url"],
  ["spaces viw", "did you mean: docs --sandbox spaces view"],
  ["profiles use prod", "list them with docs profiles list, or add one with docs auth login --profile prod"],
])("what is suggested after docs --sandbox %s is in the sandbox, too", async (line, hint) => {
  const ran = await home.run(["--sandbox", ...line.split(" ")]);
  expect(ran.stderr).toContain(`  ${hint}\n`);
});
