import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHome, ended, type Home } from "../helpers/cli.js";
import { answer, type Fault, faultServer, reset, stall } from "../helpers/fault-server.js";
import { environment, errorOf } from "./attempt.js";

let home: Home;
let count = 0;
let journal = "";
beforeAll(() => {
  home = createHome();
});
beforeEach(() => {
  count += 1;
  journal = join(home.dir, `journal-${count}.ndjson`);
});
afterAll(() => {
  home.remove();
});

/** Faults by request line without the query; what is not named is answered as it should be. */
type Service = Record<string, Fault>;

async function against<T>(service: Service, act: (url: string, lines: () => string[]) => Promise<T>) {
  const server = await faultServer([
    (socket, request) => {
      (service[lineOf(request)] ?? changed)(socket, request);
    },
  ]);
  const lines = () => server.requests.map(lineOf);
  try {
    const result = await act(server.url, lines);
    return { result, lines: lines() };
  } finally {
    await server.close();
  }
}

/** The space that was asked for, with what was sent. */
const changed: Fault = (socket, request) => {
  const sent = request.body === "" ? {} : JSON.parse(request.body);
  answer(200, { object: "space", id: lineOf(request).split("/")[3], title: "Guide", ...sent })(socket, request);
};

const lineOf = ({ head }: { head: string }): string => (head.split(" HTTP/")[0] ?? "").replace(/\?.*$/, "");

/** Runs with the same port from one run to the next: the journal is for one origin. */
async function run(service: Service, args: readonly string[], origin?: string) {
  const { result, lines } = await against(service, (url) => {
    if (origin !== undefined) rebind(origin, url);
    return home.run([...args, "--retries", "0", "--timeout", "1", "--json"], { env: environment(url) });
  });
  return { ...result, lines, error: errorOf(result.stderr) };
}

/** The journal as if it had been kept against another port. */
function rebind(from: string, to: string): void {
  writeFileSync(journal, readFileSync(journal, "utf8").replaceAll(from, to));
}

interface Line {
  record: string;
  [member: string]: unknown;
}
const records = (): Line[] =>
  readFileSync(journal, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const originOf = (): string => String(JSON.parse(readFileSync(journal, "utf8").split("\n")[0] ?? "").origin);
const shape = () => records().map(({ record, index, key }) => [record, index, key].filter((one) => one !== undefined));

const EDIT = ["spaces", "edit", "s1", "s2", "s3", "--title", "secret title"];

describe("R43 the journal", () => {
  test("is written ahead, 0600, without token and bodies", async () => {
    const service = { "PATCH /v1/spaces/s2": answer(404, { error: { code: 404, message: "no such space" } }) };
    const ran = await run(service, [...EDIT, "--journal", journal]);
    expect(ran).toMatchObject({
      code: 9,
      lines: ["PATCH /v1/spaces/s1", "PATCH /v1/spaces/s2", "PATCH /v1/spaces/s3"],
    });
    expect(statSync(journal).mode & 0o777).toBe(0o600);
    expect(records()).toMatchObject([
      { record: "run", version: 1, operation: "docs spaces edit", targets: 3 },
      { record: "sent", index: 0, key: "s1", target: { spaceId: "s1" }, request: "PATCH /v1/spaces/s1" },
      { record: "ok", index: 0, key: "s1", attempts: 1, status: 200, id: "s1" },
      { record: "sent", index: 1, key: "s2", operation: "docs spaces edit", request: "PATCH /v1/spaces/s2" },
      {
        ...{ record: "failed", index: 1, key: "s2", attempts: 1, status: 404, outcome: "not_applied" },
        error: { kind: "not-found", message: "the service answered 404: no such space" },
      },
      { record: "sent", index: 2, key: "s3" },
      { record: "ok", index: 2, key: "s3" },
    ]);
    const [first] = records();
    expect(first?.input).toMatch(/^[0-9a-f]{64}$/);
    for (const line of records()) if (line.record === "sent") expect(line.input).toBe(first?.input);
    const text = readFileSync(journal, "utf8");
    expect(text).not.toContain("fault-token");
    expect(text).not.toContain("secret title");
  });

  test("holds the record of a write when the write arrives", async () => {
    const seenAt: string[] = [];
    const look: Fault = (socket, request) => {
      seenAt.push(readFileSync(journal, "utf8").trimEnd().split("\n").at(-1) ?? "");
      changed(socket, request);
    };
    const service = { "PATCH /v1/spaces/s1": look, "PATCH /v1/spaces/s2": look, "PATCH /v1/spaces/s3": look };
    expect((await run(service, [...EDIT, "--journal", journal])).code).toBe(0);
    expect(seenAt.map((line) => JSON.parse(line))).toMatchObject([
      { record: "sent", key: "s1" },
      { record: "sent", key: "s2" },
      { record: "sent", key: "s3" },
    ]);
  });

  test("counts attempts, writes one record ahead of them, and hides a token that an error echoes", async () => {
    const service = { "PATCH /v1/spaces/s1": answer(400, { error: { message: "bad fault-token-0123456789" } }) };
    const { result } = await against({ ...service, "PATCH /v1/spaces/s2": reset }, (url) =>
      home.run([...EDIT, "--journal", journal, "--retries", "2"], { env: environment(url) }),
    );
    expect(result.code).toBe(9);
    expect(shape()).toEqual([
      ...[["run"], ["sent", 0, "s1"], ["failed", 0, "s1"], ["sent", 1, "s2"], ["unknown", 1, "s2"]],
      ...[
        ["sent", 2, "s3"],
        ["ok", 2, "s3"],
      ],
    ]);
    expect(records()[4]).toMatchObject({ attempts: 3, outcome: "unknown", error: { kind: "network" } });
    expect(readFileSync(journal, "utf8")).not.toContain("fault-token");
    expect(records()[2]).toMatchObject({ error: { message: "the service answered 400: bad [redacted]" } });
  });

  test("is never written over an existing file or through a link", async () => {
    writeFileSync(journal, "mine\n");
    const over = await run({}, [...EDIT, "--journal", journal]);
    expect(over).toMatchObject({ code: 2, lines: [], stdout: "" });
    expect(readFileSync(journal, "utf8")).toBe("mine\n");
    const link = `${journal}.link`;
    symlinkSync(`${journal}.target`, link);
    expect(await run({}, [...EDIT, "--journal", link])).toMatchObject({ code: 2, lines: [] });
    expect(existsSync(`${journal}.target`)).toBe(false);
  });

  test("that cannot be written sends nothing", async () => {
    const ran = await run({}, [...EDIT, "--journal", join(home.dir, "absent", "journal")]);
    expect(ran).toMatchObject({ code: 1, lines: [], stdout: "" });
    expect(ran.error).toMatchObject({ kind: "io" });
  });

  test("is not touched by a dry run, and belongs to commands that change several things", async () => {
    const dry = await run({}, [...EDIT, "--journal", journal, "--dry-run"]);
    expect(dry).toMatchObject({ code: 0, lines: [] });
    expect(existsSync(journal)).toBe(false);
    for (const args of [
      ["spaces", "list"],
      ["spaces", "view", "s1"],
      ["cr", "create"],
    ]) {
      expect(await run({}, [...args, "--journal", journal])).toMatchObject({ code: 2, lines: [] });
    }
  });
});

describe("R44 --resume", () => {
  test("skips what is done and repeats what failed", async () => {
    await run({ "PATCH /v1/spaces/s2": answer(500, {}) }, [...EDIT, "--journal", journal]);
    const ran = await run({}, [...EDIT, "--resume", journal], originOf());
    // The service failed to answer: whether it was applied is looked up first.
    expect(ran).toMatchObject({ code: 0, lines: ["GET /v1/spaces/s2", "PATCH /v1/spaces/s2"] });
    expect(ran.stderr).toContain("note: resuming: 2 of 3 are already done");
    expect(shape().slice(-5)).toEqual([
      ...[["run"], ["skipped", 0, "s1"], ["sent", 1, "s2"], ["ok", 1, "s2"], ["skipped", 2, "s3"]],
    ]);
    const again = await run({}, [...EDIT, "--resume", journal], originOf());
    expect(again).toMatchObject({ code: 0, lines: [] });
  });

  test("refuses other targets or values, another command and another service", async () => {
    await run({}, [...EDIT, "--journal", journal]);
    const before = readFileSync(journal, "utf8");
    for (const [args, words] of [
      [["spaces", "edit", "s1", "s2", "--title", "secret title"], "other targets or values"],
      [["spaces", "edit", "s2", "s1", "s3", "--title", "secret title"], "other targets or values"],
      [["spaces", "edit", "s1", "s2", "s3", "--title", "other"], "other targets or values"],
      [[...EDIT, "--field", "a=1"], "other targets or values"],
      [["spaces", "restore", "s1", "s2", "s3"], "another command (docs spaces edit, not docs spaces restore)"],
    ] as const) {
      const ran = await run({}, [...args, "--resume", journal], originOf());
      expect(ran).toMatchObject({ code: 2, lines: [], stdout: "" });
      expect(ran.error?.message).toContain(words);
    }
    writeFileSync(journal, before);
    const elsewhere = await run({}, [...EDIT, "--resume", journal]);
    expect(elsewhere).toMatchObject({ code: 2, lines: [] });
    expect(elsewhere.error?.message).toContain("another service");
    expect(readFileSync(journal, "utf8")).toBe(before);
  });

  /** Killed with -9 while the request for s2 has arrived and has no answer. */
  async function killed(args: readonly string[], line: string): Promise<void> {
    await against({ [line]: stall }, async (url, lines) => {
      const child = home.start([...args, "--journal", journal], { env: environment(url) });
      while (!lines().includes(line)) await new Promise((wake) => setTimeout(wake, 10));
      child.kill("SIGKILL");
      return ended(child);
    });
    expect(records().at(-1)).toMatchObject({ record: "sent", index: 1, key: "s2" });
  }

  test("after kill -9 repeats a write that may be repeated", async () => {
    await killed(EDIT, "PATCH /v1/spaces/s2");
    const ran = await run({}, [...EDIT, "--resume", journal], originOf());
    expect(ran).toMatchObject({
      code: 0,
      lines: ["GET /v1/spaces/s2", "PATCH /v1/spaces/s2", "PATCH /v1/spaces/s3"],
    });
  });

  const RESTORE = ["spaces", "restore", "s1", "s2", "s3"];

  test("after kill -9 looks a change of state up: it happened, it is not sent again", async () => {
    await killed(RESTORE, "POST /v1/spaces/s2/restore");
    const ran = await run({}, [...RESTORE, "--resume", journal], originOf());
    expect(ran).toMatchObject({ code: 0, lines: ["GET /v1/spaces/s2", "POST /v1/spaces/s3/restore"] });
  });

  const deleted = answer(200, { object: "space", id: "s2", deletedAt: "2026-01-01T00:00:00.000Z" });

  test("after kill -9 looks a change of state up: it did not happen, it is sent once nobody can be at work on it", async () => {
    await killed(RESTORE, "POST /v1/spaces/s2/restore");
    const early = await run({ "GET /v1/spaces/s2": deleted }, [...RESTORE, "--resume", journal], originOf());
    const look = "GET /v1/spaces/s2";
    expect(early).toMatchObject({ code: 9, lines: [look, look, look, "POST /v1/spaces/s3/restore"] });
    expect(early.stderr).toContain("2 ok, 0 failed, 1 unknown, 0 not started");
    writeFileSync(journal, readFileSync(journal, "utf8").replaceAll(/"at":"\d{4}/g, '"at":"2020'));
    const late = await run({ "GET /v1/spaces/s2": deleted }, [...RESTORE, "--resume", journal], originOf());
    expect(late).toMatchObject({ code: 0, lines: [look, "POST /v1/spaces/s2/restore"] });
  });

  test("without a verdict it stays unknown, until --retry-unknown", async () => {
    await killed(RESTORE, "POST /v1/spaces/s2/restore");
    const blind = { "GET /v1/spaces/s2": answer(500, {}) };
    const ran = await run(blind, [...RESTORE, "--resume", journal], originOf());
    expect(ran).toMatchObject({ code: 9, lines: ["GET /v1/spaces/s2", "POST /v1/spaces/s3/restore"] });
    expect(ran.stderr).toContain("2 ok, 0 failed, 1 unknown, 0 not started");
    expect(ran.stderr).toContain("docs spaces view s1 s2 s3; --retry-unknown sends it again");
    const forced = await run(blind, [...RESTORE, "--resume", journal, "--retry-unknown"], originOf());
    expect(forced).toMatchObject({ code: 0, lines: ["GET /v1/spaces/s2", "POST /v1/spaces/s2/restore"] });
  });

  test("tolerates a last line that was cut, refuses one that is damaged", async () => {
    await run({ "PATCH /v1/spaces/s3": answer(500, {}) }, [...EDIT, "--journal", journal]);
    const whole = readFileSync(journal, "utf8");
    writeFileSync(journal, `${whole}{"record":"sent","ind`);
    chmodSync(journal, 0o644);
    expect(await run({}, [...EDIT, "--resume", journal], originOf())).toMatchObject({
      code: 0,
      lines: ["GET /v1/spaces/s3", "PATCH /v1/spaces/s3"],
    });
    expect(statSync(journal).mode & 0o777).toBe(0o600);
    writeFileSync(journal, whole.replace('{"record":"ok"', '{"rec'));
    const damaged = await run({}, [...EDIT, "--resume", journal]);
    expect(damaged).toMatchObject({ code: 2, lines: [] });
    expect(damaged.error?.message).toContain("line 3 is not a record");
  });

  test("goes on with an empty file, not with one that is absent", async () => {
    writeFileSync(journal, "");
    expect((await run({}, [...EDIT, "--resume", journal])).lines).toHaveLength(3);
    expect(await run({}, [...EDIT, "--resume", `${journal}.absent`])).toMatchObject({ code: 2, lines: [] });
  });

  test("--journal and --resume cannot be used together, --retry-unknown needs --resume", async () => {
    expect(await run({}, [...EDIT, "--resume", journal, "--journal", journal])).toMatchObject({ code: 2, lines: [] });
    expect(await run({}, [...EDIT, "--retry-unknown"])).toMatchObject({ code: 2, lines: [] });
  });
});

describe("R14 --retry-unsafe", () => {
  test("is refused for several targets without a journal", async () => {
    expect(await run({}, [...EDIT, "--retry-unsafe"])).toMatchObject({ code: 2, lines: [] });
    expect((await run({}, [...EDIT, "--retry-unsafe", "--journal", journal])).lines).toHaveLength(3);
    expect((await run({}, ["spaces", "edit", "s1", "--title", "x", "--retry-unsafe"])).lines).toHaveLength(1);
  });

  test("sends a creation again, and no Idempotency-Key ever goes out", async () => {
    const heads: string[] = [];
    let calls = 0;
    const lostOnce: Fault = (socket, request) => {
      heads.push(request.head);
      calls += 1;
      if (calls === 1) reset(socket, request);
      else answer(201, { object: "change-request", id: "c1", number: 7 })(socket, request);
    };
    const service = { "POST /v1/spaces/s1/change-requests": lostOnce };
    const create = ["cr", "create", "--subject", "Fix"];
    const { result } = await against(service, (url) =>
      home.run([...create, "--retry-unsafe", "--retries", "1"], { env: environment(url) }),
    );
    expect(result.code).toBe(0);
    expect(heads).toHaveLength(2);
    expect(heads.join("\n").toLowerCase()).not.toContain("idempotency");
  });
});

describe("R45 R46 several targets", () => {
  test("five outages in a row stop the run; the journal knows what was never started", async () => {
    const ids = ["s1", "s2", "s3", "s4", "s5", "s6", "s7"];
    const service = Object.fromEntries(ids.map((id) => [`PATCH /v1/spaces/${id}`, answer(500, {})]));
    const ran = await run(service, ["spaces", "edit", ...ids, "--title", "x", "--journal", journal]);
    expect(ran).toMatchObject({ code: 9 });
    expect(ran.lines).toHaveLength(5);
    expect(ran.error?.message).toBe("0 ok, 0 failed, 5 unknown, 2 not started");
    expect(new Set(records().map(({ key }) => key))).toEqual(new Set([undefined, "s1", "s2", "s3", "s4", "s5"]));
    const resumed = await run({}, ["spaces", "edit", ...ids, "--title", "x", "--resume", journal], originOf());
    expect(resumed).toMatchObject({ code: 0 });
    // The five that were sent are looked up first.
    expect(resumed.lines.filter((line) => line.startsWith("GET"))).toHaveLength(5);
    expect(resumed.lines.filter((line) => line.startsWith("PATCH"))).toHaveLength(7);
  });

  test("401 stops at once, --fail-fast at the first failure", async () => {
    const refused = await run({ "PATCH /v1/spaces/s1": answer(401, {}) }, [...EDIT, "--journal", journal]);
    expect(refused).toMatchObject({ code: 9, lines: ["PATCH /v1/spaces/s1"] });
    const fast = await run({ "PATCH /v1/spaces/s1": answer(404, {}) }, [...EDIT, "--fail-fast"]);
    expect(fast).toMatchObject({ code: 9, lines: ["PATCH /v1/spaces/s1"] });
    expect(fast.error?.message).toBe("0 ok, 1 failed, 0 unknown, 2 not started");
  });

  test("every line of input is looked at before the first request", async () => {
    const { result, lines } = await against({}, (url) =>
      home.run(["spaces", "edit", "-", "--title", "x", "--journal", journal], {
        env: environment(url),
        input: "s1\n..\n\ns2\n-b\n",
      }),
    );
    expect({ code: result.code, lines }).toEqual({ code: 2, lines: [] });
    expect(result.stderr).toContain("line 2");
    expect(result.stderr).toContain("line 5");
    expect(existsSync(journal)).toBe(false);
  });
});
