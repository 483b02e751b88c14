import { describe, expect, it } from "vitest";
import { detectTerminal, loadPaint, styleOf } from "../../../src/cli/output/text/color.js";

const STREAMS = {
  pipe: { stdin: {}, stdout: {}, stderr: {} },
  tty: { stdin: { isTTY: true }, stdout: { isTTY: true, columns: 120 }, stderr: { isTTY: true } },
};
const detect = (env: Record<string, string>, streams: keyof typeof STREAMS = "tty") =>
  detectTerminal(env, STREAMS[streams]);

describe("detectTerminal", () => {
  it("takes the streams as they are", () => {
    expect(detect({})).toEqual({
      stdoutIsTTY: true,
      stderrIsTTY: true,
      stdinIsTTY: true,
      width: 120,
      color: true,
      colorStderr: true,
      hyperlinks: false,
      animate: true,
      ascii: false,
      accessible: false,
    });
    expect(detect({}, "pipe")).toMatchObject({
      stdoutIsTTY: false,
      stderrIsTTY: false,
      stdinIsTTY: false,
      width: 80,
      color: false,
      colorStderr: false,
      animate: false,
    });
  });

  it.each([
    [{}, true],
    [{ NO_COLOR: "1" }, false],
    [{ NO_COLOR: "" }, true],
    [{ CLICOLOR: "0" }, false],
    [{ CLICOLOR: "1" }, true],
    [{ TERM: "dumb" }, false],
    [{ NO_COLOR: "1", CLICOLOR_FORCE: "1" }, false],
    [{ CLICOLOR: "0", CLICOLOR_FORCE: "1" }, true],
    [{ CI: "true" }, true],
  ])("R38 color on a terminal with %j: %j", (env, color) => {
    expect(detect(env as Record<string, string>)).toMatchObject({ color, colorStderr: color });
  });

  it.each([
    [{}, false],
    [{ CLICOLOR_FORCE: "1" }, true],
    [{ CLICOLOR_FORCE: "0" }, false],
    [{ CLICOLOR: "1" }, false],
    [{ DOCS_FORCE_TTY: "1" }, true],
    [{ DOCS_FORCE_TTY: "100", NO_COLOR: "1" }, false],
    [{ DOCS_FORCE_TTY: "100", CLICOLOR: "0" }, false],
  ])("R38 color on a pipe with %j: %j", (env, color) => {
    expect(detect(env as Record<string, string>, "pipe").color).toBe(color);
  });

  it.each([
    ["true", 120],
    ["40", 40],
    ["50%", 60],
    ["0", 120],
    ["-5", 120],
  ])("DOCS_FORCE_TTY=%s makes a terminal %i wide", (value, width) => {
    expect(detect({ DOCS_FORCE_TTY: value })).toMatchObject({ stdoutIsTTY: true, width });
    expect(detect({ DOCS_FORCE_TTY: value }, "pipe").stdoutIsTTY).toBe(true);
  });

  it.each([
    [{}, true],
    [{ CI: "true" }, false],
    [{ CI: "false" }, true],
    [{ BUILD_NUMBER: "7" }, false],
    [{ TERM: "dumb" }, false],
    [{ CI: "no" }, true],
    [{ DOCS_ACCESSIBLE: "1" }, false],
    [{ DOCS_ACCESSIBLE: "false" }, true],
  ])("R38 a spinner with %j: %j", (env, animate) => {
    expect(detect(env as Record<string, string>).animate).toBe(animate);
  });

  it.each([
    [{ TERM_PROGRAM: "WezTerm" }, true],
    [{ VTE_VERSION: "6003" }, true],
    [{ VTE_VERSION: "4000" }, false],
    [{ TERM: "xterm-kitty" }, true],
    [{ FORCE_HYPERLINK: "0", TERM: "xterm-kitty" }, false],
    [{ NO_COLOR: "1", TERM: "xterm-kitty" }, false],
  ])("links with %j: %j", (env, hyperlinks) => {
    expect(detect(env as Record<string, string>).hyperlinks).toBe(hyperlinks);
  });
});

describe("styles", () => {
  it("carry meaning", async () => {
    const paint = await loadPaint(true);
    expect(paint("green", "open")).toBe("\u001b[32mopen\u001b[39m");
    expect([
      styleOf("open"),
      styleOf("merged"),
      styleOf("draft"),
      styleOf("failed"),
      styleOf("private"),
      styleOf("admin"),
    ]).toEqual(["green", "magenta", "dim", "red", "cyan", "green"]);
    expect(styleOf("never heard of")).toBeUndefined();
    expect((await loadPaint(false))("red", "plain")).toBe("plain");
  });
});
