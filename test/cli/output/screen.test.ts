import { expect, test } from "vitest";
import { COLOR, PIPE, speak, TTY } from "./helpers.js";

test("a screen keeps the colors that it is drawn with, and nothing else of the kind", async () => {
  const told = speak(COLOR);
  await told.out.screen(({ paint }) => [`${paint("red", "a \u001b[2J b")}\u001b]0;title\u0007`, "b\n::error::c"]);
  expect(told.stdout()).toBe("\u001b[31ma \\x1b[2J b\u001b[39m\\x1b]0;title\\x07\nb\\n::error::c\n");
});

test("without color there are none, and the width is the terminal's", async () => {
  for (const terminal of [TTY, PIPE]) {
    const told = speak({ ...terminal, width: 64 });
    await told.out.screen(({ paint, width }) => [`${paint("bold", String(width))} \u001b[31mred`]);
    expect(told.stdout()).toBe("64 red\n");
  }
});
