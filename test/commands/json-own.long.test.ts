/** The members that help names of what this machine knows. */
import { expect, test } from "vitest";
import { useHome } from "../helpers/home.js";
import { expectNamed } from "./json-members.js";

const home = useHome();

test.each(["auth status", "profiles list", "config list", "doctor", "history list"])("docs %s", async (line) => {
  const args = ["--sandbox", ...line.split(" "), "--json"];
  await expectNamed(line, (await home.run(args)).stdout);
  expect((await home.run([...args, "--fields", "nope"])).stderr).toContain('unknown field \\"nope\\"');
});
