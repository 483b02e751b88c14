/** A journal or a state that is a link to nothing: what the message tells to do works. */
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closeAll } from "../../src/system/signals.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

/** Does what the hint of a failure says: only `rm` of one path is known here. */
function follow(stderr: string): void {
  const [, path] = /^ {2}remove the link: rm '?([^'\n]+)'?$/m.exec(stderr) ?? [];
  if (path === undefined) throw new Error(`no advice that can be followed: ${stderr}`);
  rmSync(path);
}

test.each([
  ["plans apply {dir}/p.plan --yes", "p.plan.state", "state"],
  ["spaces edit --title Other --journal {dir}/j", "j", "journal"],
])("docs %s", async (line, link, what) => {
  await cli.out(`spaces edit --title Planned --plan ${join(cli.folder, "p.plan")}`);
  await closeAll();
  const [path, nowhere] = [join(cli.folder, link), join(cli.folder, "nowhere")];
  symlinkSync(nowhere, path);
  const typed = line.replace("{dir}", cli.folder);
  const refused = await cli.run(typed);
  await closeAll();
  expect({ code: refused.code, sent: refused.sent.filter(({ method }) => method !== "GET") }).toEqual({
    code: 2,
    sent: [],
  });
  expect(refused.stderr).toContain(`the ${what} ${path} is a link to a file that does not exist`);
  expect(existsSync(nowhere)).toBe(false);
  follow(refused.stderr);
  const ran = await cli.run(typed);
  await closeAll();
  expect({ code: ran.code, stderr: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, stderr: "" });
});

test("docs --resume on a link to nothing", async () => {
  const path = join(cli.folder, "j");
  symlinkSync(join(cli.folder, "nowhere"), path);
  const { code, stderr } = await cli.run(`spaces edit --title Other --resume ${path}`);
  expect(code).toBe(2);
  follow(stderr);
  expect(existsSync(path)).toBe(false);
});

test("keys in fragments are masked by --debug-body", async () => {
  const url = "https://files.example/a#token=fragmentSecret1&x=1 https://files.example/b#access_token=fragmentSecret2";
  const intercept = () => ({ status: 200, body: { object: "space", id: "s1", title: url } });
  const { stderr } = await cli.run("spaces view --debug --debug-body", { intercept });
  expect(stderr).toContain("https://files.example/a");
  expect(stderr).not.toContain("fragmentSecret");
});
