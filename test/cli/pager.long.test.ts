import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutput } from "../../src/cli/output/output.js";
import { pagerCommand } from "../../src/cli/output/pager.js";
import type { OutputOptions, Terminal } from "../../src/cli/output/types.js";
import { splitWords } from "../../src/shared/shell-words.js";
import { PIPE, sink, TTY } from "./output/helpers.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pager test-"));
  // Writes what it was given in upper case, and its settings to a file.
  await writeFile(
    join(folder, "upper.cjs"),
    `const fs = require("node:fs");
     fs.writeFileSync(process.argv[2], JSON.stringify([process.env.LESS, process.env.LV, ...process.argv.slice(3)]));
     process.stdin.setEncoding("utf8").on("data", (text) => process.stdout.write(text.toUpperCase()));`,
  );
  await writeFile(join(folder, "leave.cjs"), `process.stdin.once("data", () => process.exit(0));`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const paged = (env: Record<string, string>, terminal: Terminal = TTY, options: Partial<OutputOptions> = {}) => {
  const [stdout, stderr] = [sink(), sink()];
  const out = createOutput({ terminal, stdout, stderr, env, options: { quiet: false, now: () => 0, ...options } });
  return { out, stdout: stdout.text, stderr: stderr.text };
};
const command = (script: string, ...args: string[]) =>
  [process.execPath, join(folder, script), ...args].map((word) => `'${word}'`).join(" ");

describe("pagerCommand", () => {
  it.each([
    [{}, undefined],
    [{ PAGER: "less" }, ["less"]],
    [{ PAGER: "less", DOCS_PAGER: "more -s" }, ["more", "-s"]],
    [{ PAGER: "less", DOCS_PAGER: "" }, []],
    [{ PAGER: "" }, []],
    [{ PAGER: "cat" }, []],
    [{ PAGER: "less", DOCS_PAGER: "cat -v" }, []],
    [{ PAGER: "  " }, []],
    [{ PAGER: "less '-R" }, []],
  ])("is chosen by the environment: %j: %j", (env, expected) => {
    expect(pagerCommand(env as Record<string, string>)).toEqual(expected);
  });

  it("splits words as a shell does, and runs nothing", () => {
    expect(splitWords(`less -R "a b" 'c $(d)' e\\ f "g \\" h" x'y'z; rm`)).toEqual([
      "less",
      "-R",
      "a b",
      "c $(d)",
      "e f",
      'g " h',
      "xyz;",
      "rm",
    ]);
  });
});

describe("a pager", () => {
  it("shows lists on a terminal, with the settings that less needs", async () => {
    const seen = join(folder, "seen.json");
    const { out, stdout } = paged({ PATH: "", DOCS_PAGER: command("upper.cjs", seen, "$(id)") });
    await out.list([{ id: "abc" }]);
    expect(stdout()).toBe("ID\nABC\n");
    expect(JSON.parse(await readFile(seen, "utf8"))).toEqual(["FRX", "-c", "$(id)"]);
  });

  it("keeps the settings of less that are there", async () => {
    const seen = join(folder, "kept.json");
    const { out } = paged({ LESS: "-S", PAGER: command("upper.cjs", seen) });
    await out.text("two\nlines");
    expect(JSON.parse(await readFile(seen, "utf8"))).toEqual(["-S", "-c"]);
  });

  it("may be left early: that is no failure, and fetching stops", async () => {
    const { out, stderr } = paged({ PAGER: command("leave.cjs") });
    let pages = 0;
    await out.list({
      async *pages() {
        for (;;) {
          pages += 1;
          await new Promise((resolve) => setImmediate(resolve));
          yield { items: [{ id: "x".repeat(1000) }], next: `${pages}` };
        }
      },
    });
    expect(pages).toBeGreaterThan(0);
    expect(stderr()).toBe("");
  });

  it("is not started for pipes, single lines, or with --no-pager", async () => {
    const env = { PAGER: command("upper.cjs", join(folder, "never.json")) };
    const pipe = paged(env, PIPE);
    await pipe.out.list([{ id: "a" }]);
    expect(pipe.stdout()).toBe("a\n");
    const line = paged(env);
    await line.out.text("https://x.example");
    await line.out.item({ id: "a" });
    expect(line.stdout()).toBe("https://x.example\nid:  a\n");
    const off = paged(env, TTY, { pager: false });
    await off.out.list([{ id: "a" }]);
    expect(off.stdout()).toBe("ID\na\n");
    await expect(readFile(join(folder, "never.json"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("that cannot be started is named, and the text is shown without it", async () => {
    const { out, stdout, stderr } = paged({ PAGER: `"${join(folder, "absent")}"` });
    await out.list([{ id: "a" }]);
    expect(stdout()).toBe("ID\na\n");
    expect(stderr()).toBe(`note: cannot start the pager "${join(folder, "absent")}"; set DOCS_PAGER to another one\n`);
  });

  it("is not started for a failure before the first page", async () => {
    const { out, stdout } = paged({ PAGER: command("upper.cjs", join(folder, "failed.json")) });
    const failing = {
      // biome-ignore lint/correctness/useYield: it fails before there is a page
      async *pages(): AsyncGenerator<never> {
        throw new Error("no");
      },
    };
    await expect(out.list(failing)).rejects.toThrow("no");
    expect(stdout()).toBe("");
    await expect(readFile(join(folder, "failed.json"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("where none is requested", () => {
  const SCREEN = { ...TTY, animate: true, height: 5, width: 20 };
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `row${at}` }));
  let bin = "";
  beforeAll(async () => {
    bin = join(folder, "bin");
    await mkdir(bin);
    const less = `#!${process.execPath}\nrequire("node:fs").appendFileSync(process.env.SEEN, process.env.LESS + "\\n");
      process.stdin.setEncoding("utf8").on("data", (text) => process.stdout.write(text.toUpperCase()));`;
    await writeFile(join(bin, "less"), less, { mode: 0o755 });
  });
  let runs = 0;
  const own = (terminal: Terminal, options: Partial<OutputOptions> = {}, env = {}) => {
    const SEEN = join(folder, `seen-${runs++}`);
    const asked = { PATH: `:relative:${bin}`, SEEN, ...env };
    return { ...paged(asked, terminal, options), started: () => readFile(SEEN, "utf8").catch(() => "") };
  };

  it("less shows what is longer than the terminal, and nothing else starts it", async () => {
    const [long, short, wide] = [own(SCREEN), own(SCREEN), own(SCREEN)];
    await long.out.list(rows(4));
    expect([long.stdout(), await long.started()]).toEqual(["ID\nROW0\nROW1\nROW2\nROW3\n", "FRX\n"]);
    await short.out.list(rows(3));
    expect([short.stdout(), await short.started()]).toEqual(["ID\nrow0\nrow1\nrow2\n", ""]);
    await wide.out.text(`${"a".repeat(81)}\nb`);
    expect(await wide.started()).toBe("FRX\n");
  });

  it("not with --no-pager, an empty DOCS_PAGER, cat, a pipe, TERM=dumb, or without less", async () => {
    const without = [
      own(SCREEN, { pager: false }),
      own(SCREEN, {}, { DOCS_PAGER: "" }),
      own(SCREEN, {}, { PAGER: "cat" }),
      own({ ...SCREEN, animate: false }),
      own({ ...SCREEN, height: undefined }),
      own(SCREEN, {}, { PATH: "/nowhere:" }),
    ];
    for (const { out, stdout, stderr, started } of without) {
      await out.list(rows(9));
      expect([stdout().split("\n").length, stderr(), await started()]).toEqual([11, "", ""]);
    }
  });

  it("what is slow to come is not held back, and what came before a failure is shown", async () => {
    const slow = own(SCREEN);
    let seen = "";
    await slow.out.list({
      async *pages() {
        yield { items: rows(1), next: "2" };
        while (slow.stdout() === "") await new Promise((resolve) => setImmediate(resolve));
        seen = slow.stdout();
        yield { items: rows(1) };
      },
    });
    expect(seen).toBe("ID\nROW0\n");
    const failing = own(SCREEN);
    const broken = {
      async *pages() {
        yield { items: rows(1), next: "2" };
        throw new Error("no");
      },
    };
    await expect(failing.out.list(broken)).rejects.toThrow("no");
    expect([failing.stdout(), await failing.started()]).toEqual(["ID\nrow0\n", ""]);
  });
});
