/** The scripts that people copy: each runs on the sandbox and does what its first lines say. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { createHome, PROGRAM_WORDS, type Result } from "../helpers/cli.js";
import { useEach } from "../helpers/set-ups.js";

const SCRIPTS = readdirSync("examples").filter((name) => name.endsWith(".sh"));

const home = useEach(createHome);
beforeEach(() => {
  mkdirSync(join(home.dir, "bin"));
  const docs = join(home.dir, "bin", "docs");
  writeFileSync(docs, `#!/bin/sh\nexec ${PROGRAM_WORDS} "$@"\n`);
  chmodSync(docs, 0o755);
});

function example(name: string, ...args: string[]): Promise<Result> {
  const words = [resolve("examples", name), ...args].map((word) => `'${word}'`).join(" ");
  const env = { PATH: `${join(home.dir, "bin")}:${home.env.PATH}`, DOCS_PROFILE: "sandbox" };
  return home.shell(`unset -f docs; exec ${words}`, { env });
}

const sandbox = async (...args: string[]) => (await home.run(["--sandbox", ...args])).stdout;

describe("all scripts", () => {
  test("are seven", () => {
    expect(SCRIPTS).toEqual([
      "backup.sh",
      "check-links.sh",
      "inventory.sh",
      "merge-approved.sh",
      "nightly-snapshot.sh",
      "offboard-member.sh",
      "publish-openapi.sh",
    ]);
  });

  test.each(SCRIPTS)("%s stops at the first error and is explained", (name) => {
    const text = readFileSync(join("examples", name), "utf8");
    expect(text).toMatch(/^#!\/usr\/bin\/env bash\n# \S/);
    expect(text).toContain("\nset -euo pipefail\n");
    expect(text).toContain(`#   examples/${name}`);
  });

  test("shellcheck has nothing to say", () => {
    const checked = spawnSync(
      "shellcheck",
      SCRIPTS.map((name) => join("examples", name)),
      { encoding: "utf8" },
    );
    expect(checked.error).toBeUndefined();
    expect({ status: checked.status, stdout: checked.stdout }).toEqual({ status: 0, stdout: "" });
  });
});

describe("check-links.sh", () => {
  test("names broken links and fails", async () => {
    expect(await example("check-links.sh")).toMatchObject({
      code: 9,
      stdout: [
        "Tern User Guide\tevery-day/floor-markers\tevery-day/print-markers.md\treference",
        "Tern User Guide\terror-codes\tharbor-codes.md\treference",
        "Harbor Fleet Controller\tadministration/backup\tadministration/retention-policy.md\treference",
        "",
      ].join("\n"),
      stderr: "checked 8 spaces, 3 broken links\n",
    });
  });

  test("goes well where there are none", async () => {
    expect(await example("check-links.sh", "Harbor API")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "checked 1 spaces, 0 broken links\n",
    });
  });

  test("a space that is not there is no sound space", async () => {
    expect(await example("check-links.sh", "tG4nVx8YqLz2RkWd7JmT")).toMatchObject({ code: 3, stdout: "" });
  });
});

describe("inventory.sh", () => {
  test("has a line for each space", async () => {
    const { code, stdout, stderr } = await example("inventory.sh");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBe(9);
    expect(lines[0]).toBe('"id","title","visibility","sites","pages","broken links","open change requests","updated"');
    expect(lines[2]).toMatch(/^"tG4nVx8YqLz2RkWd7JmS","Tern User Guide","public","Halden Docs",16,2,3,"\d{4}-[^"]*Z"$/);
  });

  test("titles that a spreadsheet would run, quote or split stay text", async () => {
    await sandbox("spaces", "edit", "tG4nVx8YqLz2RkWd7JmS", "--title", '=HYPERLINK("x"), y\\(1)');
    const { stdout } = await example("inventory.sh");
    expect(stdout).toContain('"tG4nVx8YqLz2RkWd7JmS","\'=HYPERLINK(""x""), y\\(1)","public"');
  });
});

describe("merge-approved.sh", () => {
  test("leaves alone what nobody has approved", async () => {
    expect(await example("merge-approved.sh")).toMatchObject({
      code: 0,
      stdout: "42\tskipped\tnot approved\n43\tskipped\tnot approved\n44\tskipped\tnot approved\n",
      stderr: "",
    });
  });

  test("merges what is approved once no comment is open", async () => {
    await sandbox("comments", "create", "--cr", "42", "--body", "Approved: thanks!");
    const waiting = await example("merge-approved.sh");
    expect(waiting.stdout).toContain("42\tskipped\topen comments\n");
    await sandbox("comments", "resolve", "mC6yKp2nWvB9RxZt5JqD", "--cr", "42");
    const { code, stdout } = await example("merge-approved.sh", "Tern User Guide");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^42\tmerged\trevision \w{20}\n43\tskipped/);
    expect(await sandbox("cr", "view", "42", "-q", ".status")).toBe("merged\n");
    expect(await sandbox("cr", "view", "43", "-q", ".status")).toBe("open\n");
  });
});

describe("offboard-member.sh", () => {
  const LEAVING = "priya.raman@halden-robotics.example";
  const SUCCESSOR = "aiko.tanaka@halden-robotics.example";

  test("hands over, records and removes; once more it finds nothing to do", async () => {
    // The one owner of a team of her own.
    const id = (await sandbox("members", "view", LEAVING, "-q", ".id")).trim();
    const team = (await sandbox("teams", "create", "--title", "Robots", "--members", id, "-q", ".id")).trim();
    await sandbox("team-members", "set", team, id, "--role", "owner");
    await sandbox("team-members", "remove", team, "uA5mJr9TyBq3ZxKd7WnE", "--yes");
    const { code, stdout, stderr } = await example("offboard-member.sh", LEAVING, SUCCESSOR);
    expect(stderr).toContain(`Removed member "${LEAVING}" (${id}) from the organization\n`);
    expect(code).toBe(0);
    const record = JSON.parse(stdout);
    expect(record.member).toBe(id);
    expect(record.teams).toContainEqual({ id: team, title: "Robots", role: "owner" });
    expect(record.spaces.length).toBeGreaterThan(0);
    expect(
      await sandbox("team-members", "list", team, "-q", ".[] | [.organization.user.email, .team.role] | @tsv"),
    ).toBe(`${SUCCESSOR}\towner\n`);
    const again = await example("offboard-member.sh", LEAVING, SUCCESSOR);
    expect(again).toMatchObject({ code: 0, stdout: "" });
    expect(again.stderr).toContain(`${LEAVING} is not a member\n`);
  });

  test("without somebody who takes over nothing happens", async () => {
    expect(await example("offboard-member.sh", LEAVING)).toMatchObject({ code: 2, stdout: "" });
    expect(await example("offboard-member.sh", LEAVING, "nobody@halden-robotics.example")).toMatchObject({ code: 3 });
    expect(await sandbox("members", "view", LEAVING, "-q", ".role")).toBe("review\n");
  });
});

describe("publish-openapi.sh", () => {
  test("publishes all that can be read and fails for the rest", async () => {
    const folder = join(home.dir, "specs");
    mkdirSync(folder);
    const address = pathToFileURL(folder).href;
    writeFileSync(join(folder, "pets.yaml"), "openapi: 3.0.3\ninfo: { title: Pets, version: '1' }\npaths: {}\n");
    expect(await example("publish-openapi.sh", folder, address)).toMatchObject({ code: 0, stdout: "pets\tcomplete\n" });
    writeFileSync(join(folder, "notes.json"), '{"hello": 1}');
    const { code, stdout, stderr } = await example("publish-openapi.sh", folder, `${address}/`);
    expect({ code, stdout }).toEqual({ code: 9, stdout: "pets\tcomplete\nnotes\tfailed\n" });
    expect(stderr).toContain("specification notes could not be read: PARSE_ERROR");
    expect(stderr.endsWith("published 1 of 2 specifications\n")).toBe(true);
    expect(await sandbox("openapi", "versions", "pets", "-q", "length")).toMatch(/^[12]\n$/);
  });

  test("a folder without any is a mistake", async () => {
    expect(await example("publish-openapi.sh", home.dir, "https://example.com")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("nightly-snapshot.sh", () => {
  test("commits what is different, with what it is; once more nothing", async () => {
    const repository = join(home.dir, "repository");
    const git = async (line: string) => (await home.shell(`git -C '${repository}' ${line}`)).stdout;
    await home.shell(
      `git init -q -b main '${repository}' && git -C '${repository}' config user.name t && git -C '${repository}' config user.email t@t`,
    );
    const first = await example("nightly-snapshot.sh", repository);
    expect(first, first.stderr).toMatchObject({ code: 0, stdout: "" });
    expect(await git("rev-list --count HEAD")).toBe("1\n");
    expect(await example("nightly-snapshot.sh", repository)).toMatchObject({
      code: 0,
      stderr: "nothing is different\n",
    });
    await sandbox("spaces", "edit", "tG4nVx8YqLz2RkWd7JmS", "--title", "Tern Handbook");
    const third = await example("nightly-snapshot.sh", repository);
    expect(third, third.stderr).toMatchObject({ code: 0 });
    expect(await git("rev-list --count HEAD")).toBe("2\n");
    const message = await git("log -1 --format=%B");
    expect(message).toMatch(/^Organization as of \d{4}-\d\d-\d\d\n\n/);
    expect(message).toContain("Tern Handbook");
    expect(message).not.toContain("\u001b");
    expect(await git("status --porcelain")).toBe("");
    expect(readdirSync(home.dir)).toContain("organization.docs");
    expect(readdirSync(home.dir)).not.toContain("organization.docs.before");
  });

  test("a folder that is no repository is left alone", async () => {
    const folder = join(home.dir, "plain");
    mkdirSync(folder);
    const ran = await example("nightly-snapshot.sh", folder);
    expect(ran.code).not.toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(home.dir)).not.toContain("organization.docs");
  });
});
