/** Without configuration, in CI: which service is meant comes before what is missing on it. */
import { afterAll, expect, test } from "vitest";
import { createHome } from "../helpers/cli.js";

const home = createHome();
afterAll(() => home.remove());

const URL = "https://docs.example.invalid";

test.each([
  ["no base URL", {}, "cr list", 1, 'no base URL is known for the profile "default"'],
  ["an unknown profile", {}, "cr list --profile work", 2, 'there is no profile "work"'],
  ["an unknown profile in the environment", { DOCS_PROFILE: "work" }, "sections list", 1, 'there is no profile "work"'],
  ["a base URL", { DOCS_BASE_URL: URL }, "cr list", 2, "--space is required when not running interactively"],
])("a run without a terminal says what is missing: with %s", async (_, env, line, code, message) => {
  const ran = await home.run(line.split(" "), { env: { ...env, CI: "1" } });
  expect([ran.code, ran.stderr.split("\n")[0]]).toEqual([code, `docs: ${message}`]);
});
