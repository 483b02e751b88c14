/** What people see at a terminal: pickers, questions, what is lost, and how a terminal is left. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openScreen, type Screen } from "./tmux.js";

const FIRST = "Charge for 60 minutes instead of 75 · 42 [open]";
const SECOND = "Torque for the axle screws · 43 [open]";

let screen: Screen;
afterEach(() => screen.close());

describe("a picker", () => {
  beforeEach(() => {
    screen = openScreen();
  });

  test("shows title, id and state, narrows while one types and takes what Enter is pressed on", async () => {
    screen.enter("docs --sandbox cr view -q .number");
    const all = await screen.until(SECOND);
    expect(all.slice(1, 4)).toEqual(["? Which change request?", `❯ ${FIRST}`, `  ${SECOND}`]);
    screen.keys("t", "o", "r", "q");
    // Its last key has been heard once the whole word is shown; Enter on a list that is still searched is passed over.
    const narrowed = await screen.until(/^\? Which change request\? torq\n❯ Torque.*\n(?!.*\[)/m);
    expect(narrowed[2]).toBe(`❯ ${SECOND}`);
    screen.keys("Enter");
    const done = await screen.until(/^43$/m);
    expect(done.slice(1, 3)).toEqual([`✔ Which change request? ${SECOND}`, "43"]);
  });

  test("drafts follow the open ones; arrows move", async () => {
    screen.enter("docs --sandbox cr view -q .status");
    await screen.until("navigate");
    screen.keys("d", "r", "a", "f", "t");
    await screen.until(/request\? draft\n❯ .*\[draft\]/);
    screen.keys("Enter");
    await screen.until(/^draft$/m);
  });

  test("a missing flag that takes an id is picked, too", async () => {
    screen.enter("docs --sandbox site-spaces add --dry-run");
    await screen.until("? Space to link");
    screen.keys("H", "a", "r", "b", "o", "r", "Space", "A");
    await screen.until(/link Harbor A\n❯ Harbor API \[public\]/);
    screen.keys("Enter");
    await screen.until('"spaceId": "p6XAtCw2ZM66CYe1Dw4C"');
  });

  test("says that typing filters and Esc leaves; Esc does, and changes nothing", async () => {
    screen.enter("stty -a > before; docs --sandbox cr merge");
    await screen.until("type to filter • ↑↓ navigate • ⏎ select • esc cancel");
    screen.keys("Escape");
    await screen.until("canceled");
    screen.enter('echo "code $?"; stty -a > after; cmp before after && echo same');
    expect(await screen.until(/^same$/m)).toContain("code 130");
  });

  test("is drawn anew in a window of another width, with what was typed", async () => {
    screen.enter("docs --sandbox cr view -q .number");
    await screen.until(SECOND);
    screen.keys("d");
    // The last thing drawn for a key is what it leaves of the list: a window that changes before then tears the drawing.
    await screen.until(/request\? d\n(?![\s\S]*Torque)[\s\S]*type to filter/);
    for (const width of [50, 38, 100]) {
      const before = screen.drawn().length;
      screen.resize(width);
      // What was there is erased, and the whole question is drawn anew.
      await expect
        .poll(() => screen.drawn().slice(before))
        .toMatch(/\r\u001b\[J.*Which change request\?.*❯.*type to filter/s);
      const shown = await screen.until("type to filter");
      const asked = shown.filter((line) => line.includes("Which change request?"));
      expect([width, asked]).toEqual([width, ["? Which change request? d"]]);
      expect(shown.filter((line) => line.includes("type to filter"))).toHaveLength(1);
      expect(shown.filter((line) => line.startsWith("❯"))).toHaveLength(1);
    }
    screen.keys("Enter");
    await screen.until(/^\d\d$/m);
  });

  test("has one line for each thing, however narrow the window is", async () => {
    screen.resize(50);
    screen.enter("docs --sandbox members spaces");
    // The keys are explained before the list is read.
    const shown = await screen.until("sam.whitfield@");
    expect(shown.filter((line) => line.includes("@halden-robotics") && !line.endsWith("…"))).toEqual([]);
    expect(shown.filter((line) => line.includes("sam.whitfield@"))).toEqual([
      "  sam.whitfield@halden-robotics.example · Sam Whi…",
    ]);
    screen.keys("Escape");
    await screen.until("canceled");
    screen.resize(100);
  });

  test("R36 Ctrl-C leaves the terminal as it was and ends with 130", async () => {
    screen.enter("stty -a > before; docs --sandbox cr merge");
    await screen.until("navigate");
    screen.keys("C-c");
    await screen.until("canceled");
    screen.enter('echo "code $?"; stty -a > after; cmp before after && echo same');
    const shown = await screen.until(/^same$/m);
    expect(shown).toContain("code 130");
    expect(screen.run("--sandbox", "cr", "view", "42", "-q", ".status")).toBe("open\n");
  });
});

describe("a missing field", () => {
  beforeEach(() => {
    screen = openScreen();
  });

  test("is asked for; the limit is checked while one types", async () => {
    screen.enter("docs --sandbox teams create");
    await screen.until("? Title of the team");
    screen.keys("x".repeat(65));
    await screen.until("[--title takes at most 64 characters, got 65]");
    screen.keys("BSpace");
    await screen.until(/^\? Title of the team x{64}$/m);
    screen.keys("Enter");
    await screen.until(`✓ Created team "${"x".repeat(64)}"`);
  });

  test("nothing at all is refused", async () => {
    screen.enter("docs --sandbox teams create");
    await screen.until("? Title of the team");
    screen.keys("Enter");
    await screen.until("> Enter a title.");
    screen.keys("C-c");
    await screen.until("canceled");
  });
});

describe("a destructive command", () => {
  beforeEach(() => {
    screen = openScreen();
  });

  test("R39 says what is lost and asks; no is the default", async () => {
    screen.enter("docs --sandbox collections delete cC27v54cXpR684GxcEvU");
    const asked = await screen.until("(y/N)");
    expect(asked[1]).toMatch(/^\? Delete collection "Robots"\? Its spaces and collections move up/);
    screen.keys("Enter");
    await screen.until("canceled: nothing was changed");
    screen.enter('echo "code $?"');
    await screen.until("code 130");
    expect(screen.run("--sandbox", "collections", "view", "cC27v54cXpR684GxcEvU", "-q", ".id")).toBe(
      "cC27v54cXpR684GxcEvU\n",
    );
  });
});

describe("without a terminal", () => {
  beforeEach(() => {
    screen = openScreen();
  });

  test.each([
    ["docs --sandbox cr view < /dev/null", "<cr> is required: pass its number or id"],
    ["docs --sandbox cr view 2> errors; cat errors", "<cr> is required: pass its number or id"],
    ["CI=1 docs --sandbox cr view", "<cr> is required: pass its number or id"],
    ["docs --sandbox teams create --no-input", "<title> is required"],
    ["docs --sandbox teams delete t3QuiTd9yR8G95e1tUaj < /dev/null", "confirmation is required"],
  ])("R38 %s asks nothing", async (line, message) => {
    screen.enter(`${line}; echo end`);
    const shown = (await screen.until(/^end$/m)).join("\n");
    expect(shown).toContain(message);
    expect(shown).not.toMatch(/^\?/m);
  });

  test("a prompt is shown on standard error: standard output holds the data alone", async () => {
    screen.enter("docs --sandbox cr view -q .number > out");
    await screen.until("navigate");
    screen.keys("Enter");
    await screen.until("✔ Which change request?");
    screen.enter("clear; od -c out");
    await screen.until(/0000000 {3}4 {3}2 {2}\\n/);
  });
});

describe("the accessible mode", () => {
  beforeEach(() => {
    screen = openScreen({ env: { DOCS_ACCESSIBLE: "1" } });
  });

  test("asks in plain lines", async () => {
    screen.enter("docs --sandbox cr view -q .number");
    const shown = await screen.until("Number, or text to search for:");
    expect(shown.slice(1, 3)).toEqual([`1. ${FIRST}`, `2. ${SECOND}`]);
    screen.enter("torque");
    await screen.until(/^1\. Torque for/m);
    screen.enter("1");
    await screen.until(/^43$/m);
  });

  test("a refused text is told and asked for again; Ctrl-C ends with 130", async () => {
    screen.enter("docs --sandbox teams create");
    await screen.until("Title of the team:");
    screen.keys("Enter");
    const shown = await screen.until(/Enter a title\.\nTitle of the team:/);
    expect(shown).toContain("Enter a title.");
    screen.keys("C-c");
    await screen.until("canceled");
    screen.enter('echo "code $?"');
    await screen.until("code 130");
  });

  test("a confirmation is a line; trees and tables are drawn without boxes", async () => {
    screen.enter("docs --sandbox teams delete t3QuiTd9yR8G95e1tUaj");
    await screen.until('Delete team "Documentation"?');
    screen.enter("n");
    await screen.until("canceled: nothing was changed");
    screen.enter("clear; docs --sandbox pages list; docs --sandbox pages view 'Getting started'; echo end");
    const shown = (await screen.until(/^end$/m)).join("\n");
    expect(shown).toContain("Getting started");
    expect(shown).not.toMatch(/[\u2500-\u257f\u2022]/);
  });
});

test("pasted lines are one text", async () => {
  screen = openScreen();
  screen.enter("docs --sandbox cr comment 42 --dry-run");
  await screen.until("Enter opens the editor");
  screen.paste("one\ntwo");
  await screen.until("one␤two");
  screen.keys("Enter");
  await screen.until('"markdown": "one\\ntwo"');
});
