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
const SPACE = `/v1/spaces/${SAMPLE.space}`;
const edit = (title: string) => `spaces edit ${SAMPLE.space} --title ${title}`;

describe("a typo at a terminal", () => {
  it("costs one read, says what it changed, is listed, and is undone", async () => {
    const before = await titleNow();
    const ran = await typed(edit("Handbok"));
    expect([ran.code, requests(ran)]).toEqual([0, [`GET ${SPACE}`, `PATCH ${SPACE}`]]);
    expect(ran.stderr).toContain(`✓ Changed space "${before}": title "${before}" → "Handbok"\n`);
    expect(await cli.json("history")).toEqual([
      {
        number: 1,
        at: "2026-01-15T10:00:00.000Z",
        id: expect.any(String),
        command: expect.stringContaining(`docs spaces edit ${SAMPLE.space}`),
        origin: "sandbox",
        organization: "",
        log: join(cli.folder, "history/000001.log"),
        state: "applied",
        done: 1,
        steps: 1,
        undo: "exact",
        changes: [`change space "${before}": title "${before}" → "Handbok"`],
      },
    ]);
    const undone = await undo();
    expect([undone.code, JSON.parse(undone.stdout)]).toMatchObject([0, [{ outcome: "done" }]]);
    expect(await titleNow()).toBe(before);
    expect(await cli.json("history")).toMatchObject([{ number: 1, state: "undone", done: 0 }]);
    expect(await undo()).toMatchObject({ code: 3 });
  });

  it("that changes nothing is not what an undo takes back", async () => {
    const before = await titleNow();
    await typed(edit("Handbok"));
    const ran = await typed(edit("Handbok"));
    expect(ran.stderr).toBe('✓ No change: space "Handbok" already has these values\n');
    expect(await cli.json("history")).toMatchObject([{ state: "not-done" }, { state: "applied" }]);
    expect(await undo()).toMatchObject({ code: 0 });
    expect(await titleNow()).toBe(before);
    expect(await cli.json("history")).toMatchObject([{ state: "not-done" }, { state: "undone" }]);
  });

  it("among several is applied as a whole if some need no change", async () => {
    await typed("cr edit 42 43 --subject Torque");
    await typed("cr edit 42 --subject Torques");
    await typed("cr edit 42 43 --subject Torque");
    expect(await cli.json("history")).toMatchObject([{ state: "applied", done: 1 }, {}, {}]);
  });

  it("that changes nothing says nothing of an undo", async () => {
    const ran = await typed(`spaces edit ${SAMPLE.space} --title '${await titleNow()}'`);
    expect(ran.stderr).not.toContain("undo");
  });

  it("is shown with before and after", async () => {
    const before = await titleNow();
    await typed(edit("Handbok"));
    const shown = await cli.json("history view 1");
    expect(shown.steps).toMatchObject([
      { endpoint: "updateSpace", before: { title: before }, after: { title: "Handbok" }, undo: "exact" },
    ]);
    expect(await run("history view 2")).toMatchObject({ code: 3 });
    expect(await run("history view two")).toMatchObject({ code: 2 });
  });

  it("is left alone once somebody has changed it since", async () => {
    await typed(edit("Handbok"));
    await run(edit("Theirs"));
    const ran = await undo("undo --yes");
    expect([ran.code, ran.stderr]).toEqual([9, expect.stringContaining("skipped, changed since then: change space")]);
    expect(await titleNow()).toBe("Theirs");
  });

  it("is shown by a dry run as the request that takes it back, and nothing is sent", async () => {
    const before = await titleNow();
    await typed(edit("Handbok"));
    const ran = await run("undo --dry-run --json");
    expect([ran.code, ran.sent, JSON.parse(ran.stdout)]).toMatchObject([
      0,
      [],
      { method: "PATCH", url: expect.stringContaining(SPACE), body: { title: before } },
    ]);
    expect(await titleNow()).toBe("Handbok");
  });

  it("is the one that has the number", async () => {
    const before = await titleNow();
    const team = (await cli.json("teams create --title Writers")).id;
    await typed(edit("Handbok"));
    await typed(`teams edit ${team} --title Autors`);
    expect(await undo("undo 1 --yes")).toMatchObject({ code: 0 });
    expect([await titleNow(), (await cli.json(`teams view ${team}`)).title]).toEqual([before, "Autors"]);
    expect(await undo("undo --yes")).toMatchObject({ code: 0 });
    expect((await cli.json(`teams view ${team}`)).title).toBe("Writers");
  });

  it("needs no read of its own where the command has read it for its question", async () => {
    const ran = await typed(`spaces delete ${SAMPLE.space}`, { answers: [true] });
    expect(requests(ran)).toEqual([`GET ${SPACE}`, `DELETE ${SPACE}`]);
    expect(await undo()).toMatchObject({ code: 0 });
    expect(await run(`spaces view ${SAMPLE.space}`)).toMatchObject({ code: 0 });
  });

  it("creates without a read, and undo deletes what came out", async () => {
    const ran = await typed("teams create --title Writers");
    expect(requests(ran)).toEqual([`PUT /v1/orgs/${SAMPLE.org}/teams`]);
    expect(await undo()).toMatchObject({ code: 0 });
    expect(await cli.json("teams list --title Writers")).toEqual([]);
  });

  it("is undone after a sentence that says what will be otherwise, and one question", async () => {
    await typed("teams delete t5D77ErA53CC6A8eGrh6 --yes");
    const ran = await run("undo", { tty: true, width: 120, answers: [true] });
    expect([ran.stdout, ran.questions]).toEqual([
      'Creates team "Firmware" again.\n' +
        "Not exactly as it was: a new team has another id, and no members or spaces until they are added.\n",
      ["Undo this in Halden Robotics?"],
    ]);
    expect(ran.stderr).toMatch(/typed just now\n✓ Undone\n$/);
  });

  it("is undone after a sentence that a narrow terminal does not break inside words", async () => {
    await typed("teams delete t5D77ErA53CC6A8eGrh6 --yes");
    const ran = await run("undo", { tty: true, width: 60, answers: [false] });
    expect(ran.stdout).toBe(
      'Creates team "Firmware" again.\n' +
        "Not exactly as it was: a new team has another id, and no\n  members or spaces until they are added.\n",
    );
  });

  it("is undone with its requests shown where that is asked for", async () => {
    await typed(edit("Handbok"));
    const ran = await run("undo --verbose", { tty: true, width: 120, answers: [false] });
    expect([ran.code, ran.questions]).toEqual([130, ["Apply 1 step to Halden Robotics?"]]);
    expect(ran.stdout).toContain(`     @ PATCH ${SPACE}\n`);
  });

  it("is mentioned to be undone now and then, and not each time", async () => {
    expect((await typed(edit("One"))).stderr).toContain("to undo this: docs undo");
    expect((await typed(edit("Two"))).stderr).not.toContain("undo");
  });
});

it("the hint to undo names the service of the command", async () => {
  expect((await typed(`${edit("One")} --sandbox`)).stderr).toContain("to undo this: docs --sandbox undo\n");
});

describe("what the history says of itself", () => {
  it.each<[string, string, RunOptions, number]>([
    ["in a script", edit("A"), { history: "terminal" }, 0],
    ["with never", edit("A"), { tty: true, history: "never" }, 0],
    ["with always", edit("A"), { history: "always" }, 1],
    ["of a dry run", `${edit("A")} --dry-run`, { tty: true, history: "always" }, 0],
    ["of a plan that is written", `${edit("A")} --plan {dir}/a.plan`, { tty: true, history: "always" }, 0],
    ["of a read", `spaces view ${SAMPLE.space}`, { tty: true, history: "always" }, 0],
  ])("is kept %s", async (_, line, options, count) => {
    expect(await run(line.replace("{dir}", cli.folder), options)).toMatchObject({ code: 0 });
    expect(await cli.json("history")).toHaveLength(count);
  });

  it("has nothing of what was refused, or could not be undone, as done", async () => {
    expect(await always("cr merge 42")).toMatchObject({ code: 0 });
    expect(await cli.json("history")).toMatchObject([{ state: "applied", undo: "impossible" }]);
    const ran = await undo("undo --yes");
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("a merge cannot be undone")]);
    expect(await always("teams edit nobodyNobodyNobody00 --title X")).toMatchObject({ code: 3 });
    expect(await cli.json("history")).toMatchObject([{ state: "not-done", done: 0 }, {}]);
  });

  it("has what the service made of a value, and not what was sent", async () => {
    const ran = await typed(edit("Handbok"), {
      rewrite: (body) => (isSpace(body) && body.title === "Handbok" ? { ...body, title: "handbok" } : body),
    });
    expect(ran.stderr).toContain('→ "handbok"');
  });

  it("has a merge with conflicts as not done", async () => {
    await always("cr merge 42", {
      intercept: ({ method }) => (method === "POST" ? { status: 200, body: { result: "conflicts" } } : undefined),
    });
    expect(await cli.json("history")).toMatchObject([{ state: "not-done", done: 0 }]);
  });

  it("knows what a raw request was", async () => {
    const before = await titleNow();
    expect(await always(`api -X PATCH ${SPACE} -f title=Raw`)).toMatchObject({ code: 0 });
    expect(await undo()).toMatchObject({ code: 0 });
    expect(await titleNow()).toBe(before);
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

it("comments, replies and change requests have names in the history, which take no request", async () => {
  await typed("cr comment 42 'Is it 8 Nm for the rear wheels, too? Nobody told me.'");
  await typed("comments resolve mC6yKp2nWvB9RxZt5JqD --cr 42");
  await typed("replies create mC6yKp2nWvB9RxZt5JqD Thanks --cr 42");
  const edited = await typed("cr edit 43 --subject 'Axle screws'");
  expect(requests(edited)).toHaveLength(2);
  const rows: { changes: string[] }[] = await cli.json("history");
  expect(rows.map(({ changes }) => changes)).toEqual([
    ['edit change request "Torque for the axle screws": subject "Torque for the axle screws" → "Axle screws"'],
    ['create reply "Thanks" on #42'],
    ['change comment "Reads well. Please merge before the …" on #42: status "open" → "resolved"'],
    ['create comment "Is it 8 Nm for the rear wheels, too? …" on #42'],
  ]);
  expect((await undo("undo 2 --yes")).stderr).toContain(
    'Changed comment "Reads well. Please merge before the …" on #42',
  );
});

it("half of a long word names no comment", async () => {
  await typed(`cr comment 42 ${"x".repeat(41)}`);
  expect(await cli.json("history")).toMatchObject([{ changes: ["create comment on #42"] }]);
});

it.each(["comments resolve", "comments edit --body New"])(
  "%s of a comment that does not exist is not planned",
  async (line) => {
    const ran = await run(`${line} mAAAAAAAAAAAAAAAAAAA --plan ${join(cli.folder, "no.plan")}`);
    expect([ran.code, ran.stderr]).toEqual([
      3,
      expect.stringContaining('comment "mAAAAAAAAAAAAAAAAAAA" does not exist'),
    ]);
    expect(existsSync(join(cli.folder, "no.plan"))).toBe(false);
  },
);
