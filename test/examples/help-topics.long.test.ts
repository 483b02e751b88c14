/** What the help topics show runs as it stands there. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { helpFor } from "../../src/cli/help/help.js";
import { createHome, PROGRAM_WORDS } from "../helpers/cli.js";

/** The indented lines of a topic, as one comes to them. */
const shown = (topic: string): string[] =>
  topic.split("\n").flatMap((line) => (line.startsWith("    ") ? [line.trim()] : []));

/** One of their targets is not there, or conflicts in the sample. */
const PARTIAL = /999|merge -$/;

/** Runs them one after the other in one shell that stops at the first error; a line of output names each. */
async function outputs(topic: string, prelude = ""): Promise<Record<string, string>> {
  const home = createHome();
  try {
    mkdirSync(join(home.dir, "bin"));
    const files = { "bin/docs": `exec ${PROGRAM_WORDS} "$@"`, "script.sh": "docs cr view 42 -q .number" };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(home.dir, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(home.dir, name), 0o755);
    }
    const lines = shown(topic);
    const script = lines.map((line, at) => `echo "== ${at}"; ${line}${PARTIAL.test(line) ? ' || [ "$?" = 9 ]' : ""}`);
    const env = { PATH: `${join(home.dir, "bin")}:${home.env.PATH}`, DOCS_PROFILE: "sandbox" };
    const ran = await home.shell(`unset -f docs; set -euo pipefail\n${prelude}\n${script.join("\n")}\necho "== end"`, {
      env,
    });
    expect(ran.code, ran.stderr).toBe(0);
    const parts = ran.stdout.split(/^== \w+\n/m).slice(1);
    return Object.fromEntries(lines.map((line, at) => [line, parts[at] ?? ""]));
  } finally {
    home.remove();
  }
}

test("docs help scripting", async () => {
  const printed = await outputs(await helpFor(["scripting"], []), "id=nope; trap 'echo \"$numbers\" >&2' EXIT");
  const [numbers = "", emails = "", , found = "", resolved = "", script = ""] = Object.keys(printed);
  expect(numbers).toMatch(/^numbers=/);
  expect(printed[emails]).toMatch(/^\S+@halden-robotics\.example$/m);
  expect(
    printed[emails]
      ?.trim()
      .split("\n")
      .every((line) => line.includes("@")),
  ).toBe(true);
  expect(printed[found]).toBe("no such space\n");
  expect(printed[resolved]).toBe("");
  expect(printed[script]).toBe("42\n");
});

test("docs help bulk", async () => {
  const printed = Object.values(await outputs(await helpFor(["bulk"], [])));
  const targets = printed.map((text) => text.split("\n").map((row) => row.split("\t")[0]));
  expect(targets).toEqual([["42", "43", ""], ["42", "43", "44", ""], ["999", ""], [""], [""]]);
  expect(printed[1]).toMatch(/\tconflict: change request 44 was not merged/);
});
