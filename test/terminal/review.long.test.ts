/** `docs cr review` as people see it, in 60 columns. */
import { execFileSync } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { openScreen, type Screen } from "./tmux.js";

let screen: Screen;
afterEach(() => screen.close());

const LAST = "[m] merge [q] quit";

/** The terminal's settings are those from before. */
async function expectSane(): Promise<void> {
  screen.enter('echo "code $?"; stty -a > after; cmp before after && echo same');
  await screen.until(/^same$/m);
}

test("pages, keys and questions; quit leaves the terminal as it was", async () => {
  screen = openScreen({ width: 60, height: 40 });
  screen.enter("stty -a > before; docs --sandbox cr review 42");
  expect(await screen.until(LAST)).toEqual(
    expect.arrayContaining([
      "#42 Charge for 60 minutes instead of 75",
      "[n] next [p] previous [d] raw diff [c] comment [r] resolve",
      "[o] open in app [k] check [m] merge [q] quit",
    ]),
  );
  screen.keys("Right");
  await screen.until("+Since version 4.2 the dock charges an empty battery in 60");
  screen.keys("c");
  await screen.until("Comment on Charging");
  screen.keys("Escape");
  await screen.until("canceled");
  screen.keys("c");
  await screen.until(/canceled(.|\n)*Comment on Charging/);
  screen.enter("Fine.");
  await screen.until("Created comment");
  screen.keys("m");
  await screen.until("Merge change request 42");
  screen.enter("n");
  await screen.until("canceled: nothing was changed");
  screen.keys("q");
  await screen.until(/quit quit\n(note: .*\n)?\$/);
  await expectSane();
  expect(screen.run("--sandbox", "cr", "view", "42", "-q", ".status")).toBe("open\n");
});

test.each(["at a key", "at a question"])("R36 Ctrl-C %s ends it with 130", async (where) => {
  screen = openScreen({ width: 60 });
  screen.enter("stty -a > before; docs --sandbox cr review 42");
  await screen.until(LAST);
  if (where === "at a question") {
    screen.keys("m");
    await screen.until("(y/N)");
  }
  screen.keys("C-c");
  await screen.until("canceled");
  await expectSane();
  expect(await screen.until(/^same$/m)).toContain("code 130");
});

test("a signal from elsewhere leaves the terminal as it was, too", async () => {
  screen = openScreen({ width: 60 });
  screen.enter("stty -a > before; echo shell $$; docs --sandbox cr review 42");
  await screen.until(LAST);
  const [, shell = ""] = /shell (\d+)/.exec(screen.drawn()) ?? [];
  execFileSync("pkill", ["-TERM", "-P", shell, "node"]);
  await screen.until(/Terminated|\n\$/);
  await expectSane();
});

test("a review with a screen reader asks in plain lines", async () => {
  screen = openScreen({ width: 60, env: { DOCS_ACCESSIBLE: "1" } });
  screen.enter("docs --sandbox cr review 43; echo end $?");
  await screen.until("What next?");
  screen.enter("next");
  expect((await screen.until("Open comments on this page: 1")).join("\n")).not.toMatch(/[│█─]/);
  screen.enter("q");
  await screen.until(/^end 0$/m);
});
