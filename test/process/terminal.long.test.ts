import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { collect, commandOf } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";
import { ORGANIZATIONS, service, until } from "./service.js";

interface Step {
  /** What has to show first. */
  wait: string;
  type?: string;
  kill?: NodeJS.Signals;
  /** A file to create. */
  touch?: string;
}

interface Seen {
  screen: string;
  code: number | null;
  signal: string | null;
  /** The program had switched to raw input at some time. */
  raw: boolean;
  /** At the end the terminal is as it was. */
  restored: boolean;
}

const CTRL_C = "\u0003";
const HIDE = "\u001b[?25l";
const SHOW = "\u001b[?25h";

const home = useHome();

async function inTerminal(
  args: readonly string[],
  steps: readonly Step[],
  env: Record<string, string> = {},
): Promise<Seen> {
  const job = {
    argv: commandOf(...args).flat(),
    env: { ...home.env, TERM: "xterm-256color", DOCS_PAGER: "", ...env },
    cwd: home.dir,
    columns: Number(env.COLUMNS ?? 80),
    steps,
  };
  const child = spawn("python3", [resolve("test/process/terminal.py")], { stdio: "pipe" });
  const result = await collect(child, { input: JSON.stringify(job) });
  if (result.code !== 0) throw new Error(result.stderr);
  // Written by the program just above.
  return JSON.parse(result.stdout) as Seen;
}

/** The cursor is not left hidden. */
const cursorShown = (screen: string) => screen.lastIndexOf(SHOW) >= screen.lastIndexOf(HIDE);

const status = async (cr: string) => (await home.run(["--sandbox", "cr", "view", cr, "-q", ".status"])).stdout.trim();
const exists = async (space: string) => (await home.run(["--sandbox", "spaces", "view", space])).code === 0;

async function newSpace(): Promise<string> {
  const made = await home.run(["--sandbox", "spaces", "duplicate", "-q", ".id"]);
  expect(made.code).toBe(0);
  return made.stdout.trim();
}

describe("a prompt", () => {
  test("R36 Ctrl-C at it: exit 130, nothing changed, the terminal is as before", async () => {
    const space = await newSpace();
    const seen = await inTerminal(["--sandbox", "spaces", "delete", space], [{ wait: "elete", type: CTRL_C }]);
    expect(seen).toMatchObject({ code: 130, signal: null, raw: true, restored: true });
    expect(seen.screen).toContain("canceled");
    expect(cursorShown(seen.screen)).toBe(true);
    expect(await exists(space)).toBe(true);
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "R36 %s at it: ended by the signal, the terminal is as before",
    async (signal) => {
      const space = await newSpace();
      const seen = await inTerminal(["--sandbox", "spaces", "delete", space], [{ wait: "elete", kill: signal }]);
      expect(seen).toMatchObject({ code: null, signal, raw: true, restored: true });
      expect(cursorShown(seen.screen)).toBe(true);
      expect(await exists(space)).toBe(true);
    },
  );

  test("R39 Enter and n leave it, y deletes it", async () => {
    const space = await newSpace();
    for (const answer of ["\r", "n\r"]) {
      const kept = await inTerminal(["--sandbox", "spaces", "delete", space], [{ wait: "elete", type: answer }]);
      expect(kept).toMatchObject({ code: 130, restored: true });
      expect(await exists(space)).toBe(true);
    }
    const gone = await inTerminal(["--sandbox", "spaces", "delete", space], [{ wait: "elete", type: "y\r" }]);
    expect(gone).toMatchObject({ code: 0, restored: true });
    expect(await exists(space)).toBe(false);
  });

  test("a question and an error break between words, and not inside a command", async () => {
    const env = { COLUMNS: "40", NO_COLOR: "1" };
    const space = await newSpace();
    const title = "A handbook with a title that is rather long";
    expect((await home.run(["--sandbox", "spaces", "edit", space, "--title", title])).code).toBe(0);
    const asked = await inTerminal(["--sandbox", "spaces", "delete", space], [{ wait: "(y/N)", type: CTRL_C }], env);
    // Where lines break, whatever moves the cursor between them.
    expect(asked.screen.replaceAll(/\u001b\[[\d?]*[A-Za-z]/g, "").replaceAll("\r", "")).toContain(
      '? Delete space "A handbook with\n  a title that is rather long"?',
    );
    const gone = await inTerminal(["--sandbox", "comments", "view", "nope-nope-nope"], [], env);
    expect(gone.screen.replaceAll("\r", "")).toContain("\n  see: docs --sandbox comments list\n");
  });

  test("a token that is typed is not shown", async () => {
    const steps = [{ wait: "Token for", type: "sekret-typed-0123456789\r" }];
    const seen = await inTerminal(["auth", "login", "--base-url", "http://127.0.0.1:9", "--retries", "0"], steps);
    expect(seen).toMatchObject({ code: 6, restored: true });
    expect(seen.screen).not.toContain("sekret");
  });

  test("an address that cannot be used is refused before a token is asked for", async () => {
    const seen = await inTerminal(["auth", "login"], [{ wait: "Address", type: "docs example\r" }]);
    expect(seen).toMatchObject({ code: 2, restored: true });
    expect(seen.screen).toContain("base URL: not an absolute URL");
    expect(seen.screen).not.toContain("Token for");
  });

  test("Ctrl-C at an editor that is announced in plain lines is canceled", async () => {
    const env = { DOCS_ACCESSIBLE: "1", EDITOR: "false" };
    const seen = await inTerminal(["--sandbox", "comments", "create"], [{ wait: "Markdown", type: CTRL_C }], env);
    expect(seen).toMatchObject({ code: 130, signal: null, restored: true });
    expect(seen.screen).toContain("canceled");
    expect(seen.screen).not.toContain("bug");
  });

  test.each([
    ["in double quotes", (path: string) => `"${path}" --flag`],
    ["in single quotes", (path: string) => `'${path}' --flag`],
    ["with backslashes", (path: string) => `${path.replaceAll(" ", "\\ ")} "--a b"`],
  ])("a command of an editor is split like in a shell: %s", async (_, command) => {
    const editor = join(home.dir, "my editor");
    writeFileSync(editor, '#!/bin/sh\nfor last; do :; done\necho "$#: edited" > "$last"\n', { mode: 0o755 });
    const env = { EDITOR: command(editor), VISUAL: "" };
    const args = ["--sandbox", "comments", "create", "--json"];
    const seen = await inTerminal(args, [{ wait: "Markdown", type: "\r" }], env);
    expect(seen).toMatchObject({ code: 0, restored: true });
    expect(seen.screen).toContain("2: edited");
  });

  test("an editor that fails, or cannot be started, sends nothing", async () => {
    const steps = [{ wait: "Markdown", type: "\r" }];
    const failed = await inTerminal(["--sandbox", "comments", "create"], steps, { EDITOR: "false", VISUAL: "" });
    expect([failed.code, failed.screen]).toEqual([130, expect.stringContaining("the editor ended with a failure")]);
    for (const [editor, why] of [
      ["/nowhere/ed -w", 'cannot start the editor "/nowhere/ed" (ENOENT)'],
      ["'open", "is no command"],
    ] as const) {
      const seen = await inTerminal(["--sandbox", "comments", "create"], steps, { EDITOR: editor, VISUAL: "" });
      expect([seen.code, seen.screen]).toEqual([2, expect.stringContaining(why)]);
    }
  });

  test("a line that is typed in place of the editor is the text", async () => {
    const args = ["--sandbox", "comments", "create", "-q", ".body.markdown"];
    const seen = await inTerminal(args, [{ wait: "Markdown", type: "in one line\r" }], { EDITOR: "false" });
    expect(seen).toMatchObject({ code: 0, restored: true });
    // Pasted lines are no longer marked once the answer is given.
    expect(seen.screen.trimEnd()).toContain(`${SHOW}\u001b[?2004lin one line`);
  });

  test("an editor opens with the text as it is", async () => {
    const made = await home.run(["--sandbox", "comments", "create", "--body", "Words as they are", "-q", ".id"]);
    const editor = join(home.dir, "editor.sh");
    writeFileSync(editor, '#!/bin/sh\nsed -i "s/as they are/that are better/" "$1"\n', { mode: 0o755 });
    const id = made.stdout.trim();
    const env = { EDITOR: editor, VISUAL: editor };
    const seen = await inTerminal(["--sandbox", "comments", "edit", id], [{ wait: "Markdown", type: "\r" }], env);
    expect(seen).toMatchObject({ code: 0, restored: true });
    const now = await home.run(["--sandbox", "comments", "view", id, "-q", ".body.markdown"]);
    expect(now.stdout).toBe("Words that are better\n");
  });

  test.each([
    ["--no-input", ["--no-input"], {}],
    ["CI", [], { CI: "true" }],
    ["DOCS_PROMPT_DISABLED", [], { DOCS_PROMPT_DISABLED: "1" }],
  ])("R38 with %s none is shown: exit 2", async (_, flags, env) => {
    const seen = await inTerminal(["--sandbox", "spaces", "delete", "tG4nVx8YqLz2RkWd7JmS", ...flags], [], env);
    expect(seen).toMatchObject({ code: 2, raw: false, restored: true });
  });
});

describe("on a terminal", () => {
  test("a list has a header and color; TERM=dumb and NO_COLOR have no escapes", async () => {
    const colored = await inTerminal(["--sandbox", "cr", "list"], []);
    expect(colored).toMatchObject({ code: 0, restored: true });
    expect(colored.screen).toMatch(/NUMBER/);
    expect(colored.screen).toContain("\u001b[");
    expect(cursorShown(colored.screen)).toBe(true);
    for (const [name, value] of [
      ["NO_COLOR", "1"],
      ["TERM", "dumb"],
    ] as const) {
      const { screen } = await inTerminal(["--sandbox", "cr", "list"], [], { [name]: value });
      expect(screen).toMatch(/NUMBER/);
      expect(screen).not.toMatch(/\u001b\[\d*m/);
    }
  });

  test.each(["80", "0"])(
    "R56 on %s columns a spinner comes and goes, a token in an error stays hidden",
    async (columns) => {
      // Answered once a terminal shows that it waits.
      const shown = (name: string) => join(home.dir, `${name}-${columns}`);
      const api = await service(async ({ url }) => {
        if (url.includes("slow")) return undefined;
        const name = shown(url.startsWith("/v1/orgs?") ? "list" : "view");
        await until(() => existsSync(name));
        return url.startsWith("/v1/orgs?")
          ? { body: ORGANIZATIONS }
          : { status: 403, body: { message: "no spinner-token-0123456789" } };
      });
      const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: "spinner-token-0123456789", COLUMNS: columns };
      const [listed, refused, ended] = await Promise.all([
        inTerminal(["orgs", "list"], [{ wait: "Fetching", touch: shown("list") }], env),
        inTerminal(["spaces", "view", "s1kT3yWq8RbNzX0vLd5M"], [{ wait: "Get a space", touch: shown("view") }], env),
        inTerminal(["spaces", "view", "slowT3yWq8RbNzX0vLd5"], [{ wait: "Get a space", kill: "SIGINT" }], env),
      ]);
      await api.close();
      expect(listed).toMatchObject({ code: 0, signal: null, restored: true });
      expect(listed.screen).toContain("Fetching");
      expect(listed.screen).toContain("Acme");
      expect(refused).toMatchObject({ code: 4, restored: true });
      expect(refused.screen).toContain("docs: ");
      expect(refused.screen).not.toContain("spinner-token");
      expect(ended).toMatchObject({ code: null, signal: "SIGINT", restored: true });
      for (const { screen } of [listed, refused, ended]) expect(cursorShown(screen)).toBe(true);
    },
  );

  test("what is missing is picked from a list; Ctrl-C at it changes nothing", async () => {
    const seen = await inTerminal(["--sandbox", "cr", "merge"], [{ wait: "Torque", type: CTRL_C }]);
    expect(seen).toMatchObject({ code: 130, restored: true });
    expect(cursorShown(seen.screen)).toBe(true);
    expect(await status("43")).toBe("open");
  });

  test("R36 Ctrl-C while a sandbox is served: it ended well, exit 0", async () => {
    const seen = await inTerminal(["sandbox", "start"], [{ wait: "stop it with Ctrl-C", type: CTRL_C }]);
    expect(seen).toMatchObject({ code: 0, signal: null, restored: true });
  });

  test("a pager that is left early is no failure", async () => {
    const words = ["--sandbox", "cr", "list", "--status", "merged", "--quiet"];
    const seen = await inTerminal(words, [], { DOCS_PAGER: "head -2" });
    expect(seen).toMatchObject({ code: 0, signal: null, restored: true });
    expect(seen.screen.trimEnd().split("\n")).toHaveLength(2);
  });
});
