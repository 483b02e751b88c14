/** `docs tour` in a terminal of 60 columns, and without one. */
import { afterAll, expect, test } from "vitest";
import { STEPS } from "../../src/commands/tour.js";
import { createHome } from "../helpers/cli.js";
import { useEach, useOwnTmpdir } from "../helpers/set-ups.js";
import { openScreen } from "./tmux.js";

const home = createHome();
const temporaryFiles = useOwnTmpdir();
afterAll(() => home.remove());

const screen = useEach(() =>
  openScreen({
    width: 60,
    height: 60,
    env: { DOCS_TOKEN: "secret", DOCS_BASE_URL: "https://docs.example.com", TMPDIR: process.env.TMPDIR ?? "" },
  }),
);

const folders = () => temporaryFiles().filter((name) => name.startsWith("docs-tour-"));

test("Enter runs each command, on a sandbox that is deleted at the end", async () => {
  screen.enter("clear; docs tour; echo code $?");
  for (const [at, { words }] of STEPS.entries()) {
    const shown = await screen.until(
      new RegExp(`^${at + 1} of ${STEPS.length}: [^\n]*\n  \\$ docs [^\n]*\n  Enter runs it, q quits`, "m"),
    );
    expect(shown).toContain(`  $ docs ${words}`);
    // An arrow key is passed over, although it begins like Esc.
    screen.keys("Down", "Enter");
  }
  const end = (await screen.until(/code \d+/)).join("\n");
  expect(end).toContain("That was the tour; its sandbox is deleted.");
  expect(end).toContain("code 0");
  expect(end).toMatch(/Undone|Applied 1 step/);
  expect(end).not.toContain("secret");
  expect(folders()).toEqual([]);
  // The person's own sandbox has seen nothing of it.
  expect(screen.run("--sandbox", "cr", "view", "42", "-q", ".status")).toBe("open\n");
});

test.each([
  ["q", "code 0"],
  ["Escape", "code 0"],
  ["C-c", "code 130"],
])("%s leaves it at once: %s", async (key, code) => {
  screen.enter("clear; docs tour; echo code $?");
  await screen.until("1 of 8");
  screen.keys("Enter");
  await screen.until("2 of 8");
  expect(folders()).toHaveLength(1);
  screen.keys(key);
  await screen.until(code);
  expect(folders()).toEqual([]);
  // Keys are shown again.
  screen.enter("echo typed");
  await screen.until(/^typed$/m);
});

test("a tour without a terminal prints the commands, and each of them works", async () => {
  const ran = await home.run(["tour"]);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout).toBe(STEPS.map(({ words }) => `docs ${words}\n`).join(""));
  const done = await home.shell(`set -e\n${ran.stdout}`, { env: { DOCS_HISTORY: "always" } });
  expect([done.code, done.stdout.includes("@")]).toEqual([0, true]);
  expect(JSON.parse((await home.run(["tour", "--json"])).stdout)).toHaveLength(STEPS.length);
});
