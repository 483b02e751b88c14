import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { ended } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";
import { type Service, service, until } from "./service.js";

const home = useHome();
let api: Service | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

const env = () => ({ DOCS_BASE_URL: api?.url, DOCS_TOKEN: "t", DOCS_ORG: "o1" });

const spaces = (page: number, count: number, title: string) =>
  Array.from({ length: count }, (_, index) => ({ object: "space", id: `p${page}n${index}`, title }));

/** A list of `pages` pages; Infinity for one that never ends. */
const pagesOf = (pages: number, items: (page: number) => object[]) =>
  service(({ url }) => {
    const page = Number(new URL(url, "http://x").searchParams.get("page") ?? "0");
    return { body: { items: items(page), ...(page + 1 < pages && { next: { page: String(page + 1) } }) } };
  });

describe("R37 a reader that goes away", () => {
  test("head -1 of an endless list ends it quietly as by SIGPIPE, and fetching stops", async () => {
    api = await pagesOf(Number.POSITIVE_INFINITY, (page) => spaces(page, 1000, "A title of some length"));
    const result = await home.shell(`docs spaces list | head -1; echo "\${PIPESTATUS[0]}"`, { env: env() });
    expect(result.stdout).toMatch(/^p0n0\tA title of some length\t*\n141\n$/);
    expect(result.stderr).toBe("");
    // What the pipe holds, what was written before the end was seen, one page ahead.
    expect(api.hits.length).toBeLessThanOrEqual(6);
  });

  test.each(["--help", "help cr", "--sandbox cr view 43", "--sandbox cr list --json"])(
    "docs %s into a closed pipe",
    async (args) => {
      const result = await home.shell(`docs ${args} | (exec 0<&-); echo "\${PIPESTATUS[0]}"`);
      // Short output may be in the pipe before its reader is gone.
      expect(["0\n", "141\n"]).toContain(result.stdout);
      expect(result.stderr).toBe("");
    },
  );

  test("of several writes the current one is finished and no other is started", async () => {
    const closed = join(home.dir, "closed");
    api = await service(async ({ url }) => {
      await until(() => existsSync(closed));
      return { body: { object: "space", id: url.split("/").at(-1), title: "x" } };
    });
    const edit = "docs spaces edit s1 s2 s3 s4 s5 --title x -o jsonl --concurrency 1";
    const result = await home.shell(`${edit} | { exec 0<&-; touch "${closed}"; }; echo "\${PIPESTATUS[0]}"`, {
      env: env(),
    });
    expect(result.stdout).toBe("141\n");
    expect(api.hits.length).toBeLessThanOrEqual(2);
    // What was done is said; that the reader has gone is not.
    expect(result.stderr).toBe(
      ["s1", "s2"]
        .slice(0, api.hits.length)
        .map((id) => `Changed space ${id}\n`)
        .join(""),
    );
  });

  test("stdout closed from the start", async () => {
    const result = await home.shell("docs --sandbox cr list >&-");
    expect(result).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });
});

describe("R37 output that cannot be written", () => {
  test.each(["--help", "--sandbox cr list", "--sandbox cr view 43", "help exit-codes"])(
    "docs %s > /dev/full is exit 1 with one line",
    async (args) => {
      const result = await home.shell(`docs ${args} > /dev/full`);
      expect(result).toMatchObject({ code: 1, stdout: "" });
      expect(result.stderr).toBe("docs: cannot write the output: no space left on the device\n");
    },
  );

  test("a full stderr does not change the exit code", async () => {
    expect(await home.shell("docs nope 2> /dev/full")).toMatchObject({ code: 2, stdout: "" });
    const capped = await home.shell("docs --sandbox cr list --limit 1 2> /dev/full");
    expect(capped).toMatchObject({ code: 0 });
    expect(capped.stdout.split("\n")).toHaveLength(2);
  });
});

describe("R37 large output is whole", () => {
  test("a JSON object of 300 KB through a pipe, and an error after it", async () => {
    const title = "é".repeat(150_000);
    api = await service(() => ({ body: { object: "space", id: "s1", title } }));
    const result = await home.run(["spaces", "view", "s1", "--json"], { env: env() });
    expect(JSON.parse(result.stdout).title).toBe(title);
    expect(result.code).toBe(0);
  });

  test("R28 a list that fails later keeps the whole lines that came before", async () => {
    let count = 0;
    api = await service(() =>
      ++count < 3
        ? { body: { items: spaces(count, 900, "x".repeat(100)), next: { page: `c${count}` } } }
        : { status: 404, body: { error: { code: 404, message: "gone" } } },
    );
    const result = await home.shell("docs spaces list -o jsonl | (sleep 0.4; cat)", { env: env() });
    const lines = result.stdout.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines).toHaveLength(1800);
    expect(JSON.parse(lines[1799] ?? "").id).toBe("p2n899");
    expect(result.stderr).toContain("cursor no longer valid");
  });

  test("50 MB through a slow reader", async () => {
    const title = "0123456789abcdef".repeat(640);
    api = await pagesOf(5, (page) => spaces(page, 1000, title));
    const expected = createHash("sha256");
    let size = 0;
    for (let page = 0; page < 5; page++) {
      for (const item of spaces(page, 1000, title)) {
        const line = `${JSON.stringify(item)}\n`;
        expected.update(line);
        size += line.length;
      }
    }
    expect(size).toBeGreaterThan(50_000_000);
    const child = home.start(["spaces", "list", "-o", "jsonl"], { env: env() });
    child.stdin.end();
    const actual = createHash("sha256");
    let received = 0;
    let pauses = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      actual.update(chunk);
      received += chunk.length;
      if (received / 5_000_000 > pauses) {
        pauses += 1;
        child.stdout.pause();
        setTimeout(() => child.stdout.resume(), 60);
      }
    });
    expect(await ended(child, 60_000)).toMatchObject({ code: 0, signal: null });
    expect(received).toBe(size);
    expect(actual.digest("hex")).toBe(expected.digest("hex"));
  });
});
