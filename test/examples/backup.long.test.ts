/** What docs/backup.md shows runs as it stands there, on the sample, with a real restic and a real age. */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createHome, PROGRAM_WORDS, type Result } from "../helpers/cli.js";
import { useEach } from "../helpers/set-ups.js";
import { flipped } from "../snapshot/damage-helper.js";

const PAGE = readFileSync("docs/backup.md", "utf8");
const blocks = (language: string): string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, text = ""]) => text);

const home = useEach(createHome);
beforeEach(() => {
  mkdirSync(join(home.dir, "bin"));
  const docs = join(home.dir, "bin", "docs");
  writeFileSync(docs, `#!/bin/sh\nexec ${PROGRAM_WORDS} "$@"\n`);
  chmodSync(docs, 0o755);
});

function shell(script: string, more: Record<string, string> = {}): Promise<Result> {
  const env = { PATH: `${join(home.dir, "bin")}:${home.env.PATH}`, DOCS_PROFILE: "sandbox", ...more };
  return home.shell(`unset -f docs; set -eu; cd '${home.dir}'\n${script}`, { env });
}

/** Asks the sandbox; what it prints is one line. */
const asked = async (line: string): Promise<string> => (await shell(line)).stdout.trim();

test("docs/backup.md", async () => {
  const [make = "", restic = "", age = "", fetch = "", rehearsal = "", settings = "", texts = ""] = blocks("sh");
  expect(blocks("sh").length).toBe(7);
  expect(await shell(make)).toMatchObject({ code: 0 });
  const away = await shell([restic, age, fetch].join("\n"));
  expect(away.code, away.stderr).toBe(0);
  const read = (path: string) => readFileSync(join(home.dir, path));
  expect(read("restored/org.docs").equals(read("org.docs"))).toBe(true);
  expect(read("decrypted.docs").equals(read("org.docs"))).toBe(true);
  expect(read("org.docs.age").includes("Halden")).toBe(false);
  expect(statSync(join(home.dir, "password")).mode & 0o777).toBe(0o600);
  await expectRehearsal(rehearsal);
  // Something is lost, and comes back.
  await shell("docs teams delete --yes \"$(docs teams list --title Documentation -q '.[].id')\"");
  expect(await asked("docs teams list --title Documentation -q length")).toBe("0");
  const restored = await shell(settings);
  expect(restored.code, restored.stderr).toBe(0);
  expect(await asked("docs teams list --title Documentation -q length")).toBe("1");
  const shown = await shell(texts);
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining("unpacking")]);
  expect(existsSync(join(home.dir, "markdown/spaces/tern-user-guide/SUMMARY.md"))).toBe(true);
});

/** Ten lines: all teams of the copy are lost and come back, what cannot come back is named, and the service keeps its own. */
async function expectRehearsal(rehearsal: string): Promise<void> {
  const teams = "docs teams list -q '[.[] | .title, .members]'";
  const before = await asked(teams);
  const ran = await shell(`${rehearsal}\n${teams}`);
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stdout.trim().split("\n").at(-1)).toBe(before);
  expect(await asked(teams)).toBe(before);
  const plan = (name: string) => JSON.parse(readFileSync(join(home.dir, name), "utf8"));
  const made = plan("rehearsal.plan").steps.filter(({ endpoint }: { endpoint: string }) => endpoint === "createTeam");
  expect(made.length).toBe(4);
  expect(plan("rest.plan").steps).toEqual([]);
  expect(plan("rest.plan").left).toContainEqual(expect.stringMatching(/^team "Documentation" had 3 spaces/));
  expect(rehearsal.trim().split("\n").length).toBeLessThanOrEqual(10);
}

test("the units of systemd are valid", () => {
  const paths = blocks("ini").map((unit) => {
    const [, name = ""] = /^# \/etc\/systemd\/system\/(\S+)/.exec(unit) ?? [];
    const path = join(home.dir, name);
    // What it starts has to be there, and its user.
    writeFileSync(
      path,
      unit.replaceAll("/srv/backup/backup.sh", resolve("examples/backup.sh")).replace("User=backup", "User=root"),
    );
    return path;
  });
  expect(paths.length).toBe(2);
  execFileSync("systemd-analyze", ["verify", "--man=no", ...paths], { stdio: "pipe" });
  const [, calendar = ""] = /^OnCalendar=(.*)$/m.exec(PAGE) ?? [];
  execFileSync("systemd-analyze", ["calendar", calendar], { stdio: "pipe" });
  // The same environment as in cron's line.
  const [cron = ""] = blocks("cron");
  for (const [, value = ""] of PAGE.matchAll(/^Environment=(.*)$/gm)) expect(cron).toContain(value);
});

test("examples/backup.sh prints nothing if all is well, and hands over nothing that is damaged", {
  timeout: 120_000,
}, async () => {
  const script = resolve("examples/backup.sh");
  const env = { RESTIC_REPOSITORY: join(home.dir, "elsewhere"), RESTIC_PASSWORD_FILE: join(home.dir, "password") };
  writeFileSync(env.RESTIC_PASSWORD_FILE, "secret\n");
  await shell("restic init", env);
  // One is kept for each day: another copy takes the place of the first.
  const latest = async (): Promise<string> => JSON.parse((await shell("restic snapshots --json", env)).stdout)[0]?.id;
  expect(await shell(`'${script}' org.docs`, env)).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect(statSync(join(home.dir, "org.docs")).mode & 0o777).toBe(0o600);
  const first = await latest();
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  const instead = (code: number) =>
    writeFileSync(
      join(home.dir, "bin", "docs"),
      `#!/bin/sh\n[ "$2" = create ] && exit ${code}\nexec ${PROGRAM_WORDS} "$@"\n`,
    );
  // The service is out of reach: no second copy is made of what is older.
  instead(6);
  const failed = await shell(`'${script}' org.docs`, env);
  expect([failed.code, await latest()]).toEqual([6, first]);
  // Parts could not be read: what was read is kept all the same.
  instead(9);
  const partial = await shell(`'${script}' org.docs`, env);
  const second = await latest();
  expect([partial.code, second === first]).toEqual([9, false]);
  // A disk that flips a bit between the refresh and the copy.
  copyFileSync(join(home.dir, "org.docs"), join(home.dir, "good.docs"));
  flipped(join(home.dir, "good.docs"), join(home.dir, "org.docs"), "Welcome to Halden");
  instead(0);
  const damaged = await shell(`'${script}' org.docs`, env);
  expect([damaged.code, damaged.stderr, await latest()]).toEqual([9, expect.stringContaining("is damaged"), second]);
});
