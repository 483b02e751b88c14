/** What is typed is kept, listed and undone; in scripts nothing is read or kept unless it is asked for. */
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TransportError } from "../../src/http/transport/error.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { Ran, RunOptions, TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
const { run } = useCli((made) => {
  cli = made;
});

const typed = (line: string, options: RunOptions = {}): Promise<Ran> =>
  run(line, { tty: true, width: 120, history: "terminal", ...options });
const always = (line: string, options: RunOptions = {}): Promise<Ran> => run(line, { history: "always", ...options });
const undo = (line = "undo --yes --json"): Promise<Ran> => run(line);

const requests = ({ sent }: Ran): string[] => sent.map(({ method, path }) => `${method} ${path}`);
const titleNow = async (): Promise<string> => (await cli.json(`spaces view ${SAMPLE.space}`)).title;
const isSpace = (body: unknown): body is { title: string } =>
  typeof body === "object" && body !== null && "title" in body;
const edit = (title: string) => `spaces edit ${SAMPLE.space} --title ${title}`;

describe("what the history says of itself", () => {
  it("has what the service made of a value, and not what was sent", async () => {
    const ran = await typed(edit("Handbok"), {
      rewrite: (body) => (isSpace(body) && body.title === "Handbok" ? { ...body, title: "handbok" } : body),
    });
    expect(ran.stderr).toContain('→ "handbok"');
  });

  it("does not know what came of a write whose answer was lost, and says so", async () => {
    const ran = await always(edit("Lost"), {
      between: async (request, service) => {
        const answer = await service();
        if (request.method === "PATCH") throw new TransportError("reset", { phase: "response", sent: true });
        return answer;
      },
    });
    expect(ran.code).toBe(6);
    expect(await cli.json("history")).toMatchObject([{ state: "unknown", done: 0 }]);
    const ended = await undo("undo --yes");
    expect([ended.code, ended.stderr]).toEqual([
      9,
      expect.stringContaining("whether the service applied it is not known"),
    ]);
    expect(await titleNow()).toBe("Lost");
  });

  it("R94: is not known to be applied while an undo of it has no answer", async () => {
    const before = await titleNow();
    await typed(edit("Handbok"));
    let isDown = false;
    const lost = await run("undo --yes", {
      between: async (request, service) => {
        const answer = isDown ? undefined : await service();
        isDown ||= request.method === "PATCH";
        if (isDown || !answer) throw new TransportError("reset", { phase: "response", sent: true });
        return answer;
      },
    });
    expect([lost.code, lost.stderr]).toEqual([9, expect.stringContaining("1 unknown")]);
    expect(await titleNow()).toBe(before);
    expect(await cli.json("history")).toMatchObject([{ state: "unknown", done: 1 }]);
    expect(await run("undo --yes")).toMatchObject({ code: 0 });
    expect(await cli.json("history")).toMatchObject([{ state: "undone", done: 0 }]);
  });

  it("is private, holds no token, and is forgotten on request", async () => {
    await always(edit("Handbok"), { token: "kept-nowhere-5f1c9a" });
    const file = join(cli.folder, "history/000001.log");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(cli.folder, "history")).mode & 0o777).toBe(0o700);
    expect(readFileSync(file, "utf8")).not.toContain("kept-nowhere");
    expect(await run("history clear")).toMatchObject({ code: 2 });
    expect(await run("history clear --dry-run")).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(true);
    expect(await run("history clear --yes")).toMatchObject({ code: 0 });
    expect(readdirSync(join(cli.folder, "history"))).toEqual([]);
    expect(await undo()).toMatchObject({ code: 3 });
  });

  it("is forgotten with the token by auth logout --purge, and not without it", async () => {
    const profiles = { logout: async () => true };
    await always(edit("Handbok"));
    await run("auth logout", { profiles });
    expect(await cli.json("history")).toHaveLength(1);
    expect((await run("auth logout --purge", { profiles })).stderr).toContain("Deleted 1 run from the history");
    expect(await cli.json("history")).toEqual([]);
  });

  it("does not hold what contains a secret", async () => {
    await always(
      "saml create --label Okta --entity-id https://a.example/id --sso-url https://a.example/sso --certificate -",
      {
        stdin: "-----BEGIN CERTIFICATE-----\nMIIC-secret-certificate\n-----END CERTIFICATE-----\n",
      },
    );
    const file = readFileSync(join(cli.folder, "history/000001.log"), "utf8");
    expect(file).not.toContain("secret-certificate");
  });

  it("is of 90 days", async () => {
    await always(edit("One"));
    const day = (cli.sandbox ? Date.UTC(2026, 0, 15, 10) : 0) / 1000 - 91 * 86_400;
    utimesSync(join(cli.folder, "history/000001.log"), day, day);
    await always(edit("Two"));
    expect((await cli.json("history")).map(({ number }: { number: number }) => number)).toEqual([2]);
  });

  it("has a command of any length", async () => {
    const ids = Array.from({ length: 120 }, (_, at) => `nobody${String(at).padStart(14, "0")}`);
    await always(`spaces edit ${ids.join(" ")} --title ä${"\u00e4".repeat(300)}`);
    expect(await cli.json("history")).toMatchObject([{ number: 1, state: "not-done", done: 0, steps: 120 }]);
  });

  it("has all that a disk that became full has taken", async () => {
    const before = await titleNow();
    await always(edit("One"));
    appendFileSync(join(cli.folder, "history/000001.log"), '{"record":"sen');
    expect(await cli.json("history")).toMatchObject([{ state: "applied", done: 1 }]);
    expect(await undo()).toMatchObject({ code: 0 });
    expect(await titleNow()).toBe(before);
  });

  it("leaves out a log that is damaged, and undoes none of it", async () => {
    await always(edit("One"));
    const file = join(cli.folder, "history/000001.log");
    appendFileSync(file, "not a record\n");
    expect(await cli.json("history")).toMatchObject([{ number: 1, state: "gone" }]);
    expect(await undo("undo 1 --yes")).toMatchObject({ code: 2 });
    expect(await titleNow()).toBe("One");
  });

  it("of a folder that cannot be written stops no change, and a note says so", async () => {
    writeFileSync(join(cli.folder, "history"), "a file where the folder should be");
    const ran = await always(edit("One"));
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("this change was not added to the history")]);
    expect(await titleNow()).toBe("One");
  });

  it("of a read that is refused stops no change", async () => {
    const ran = await typed(edit("One"), {
      intercept: ({ method }) => (method === "GET" ? { status: 403, body: { error: { code: 403 } } } : undefined),
    });
    expect(ran.code).toBe(0);
    const ended = await undo("undo --yes");
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining("its target could not be read")]);
    expect(await titleNow()).toBe("One");
  });
});

describe("several targets", () => {
  const titles = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await cli.json("spaces list")).map(({ id, title }: Record<string, string>) => [id, title]));

  it("are undone together, and one that was changed since is left alone", async () => {
    const before = await titles();
    const ids = Object.keys(before);
    expect(ids.length).toBeGreaterThan(4);
    const ran = await always(`spaces edit ${ids.join(" ")} --emoji 1f600 --title Same --concurrency 4`);
    expect(ran.code).toBe(0);
    expect(requests(ran).filter((one) => one.startsWith("GET"))).toHaveLength(ids.length);
    const [row] = await cli.json("history");
    expect(row).toMatchObject({ number: 1, state: "applied", done: ids.length, steps: ids.length });
    await run(`spaces edit ${ids[1]} --title Theirs`);
    expect(await undo("undo --yes")).toMatchObject({ code: 9 });
    expect(await titles()).toEqual({ ...before, [ids[1] ?? ""]: "Theirs" });
  });

  it("are undone to the end by a second undo, after one that was interrupted", async () => {
    const before = await titles();
    const ids = Object.keys(before);
    await always(`spaces edit ${ids.join(" ")} --title Same`);
    let writes = 0;
    const broken = await run("undo --yes", {
      intercept: ({ method }) => {
        writes += method === "PATCH" ? 1 : 0;
        return method === "PATCH" && writes > 2 ? { status: 403, body: { error: { code: 403 } } } : undefined;
      },
    });
    expect(broken.code).toBe(9);
    expect(await undo("undo --yes")).toMatchObject({ code: 0 });
    expect(await titles()).toEqual(before);
  });
});

it("half of a long word names no comment", async () => {
  await typed(`cr comment 42 ${"x".repeat(41)}`);
  expect(await cli.json("history")).toMatchObject([{ changes: ["create comment on #42"] }]);
});
