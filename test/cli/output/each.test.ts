import { describe, expect, it } from "vitest";
import type { OutputOptions } from "../../../src/cli/output/types.js";
import { Failure, type FailureKind } from "../../../src/errors.js";
import { PIPE, speak, TTY } from "./helpers.js";

type Answer = { n: number; id: string };

/** Targets named after what happens to them: "ok", or the kind of their failure. */
const act = async (target: string): Promise<Answer> => {
  const [word = ""] = target.split(":");
  if (word !== "ok") throw new Failure(word as FailureKind, `${word} happened`);
  return { n: 1, id: target };
};
const run = async (targets: string[], options: Partial<OutputOptions> = {}, more: object = {}) => {
  const spoken = speak(PIPE, options);
  let error: unknown;
  const started: string[] = [];
  await spoken.out
    .each(
      targets,
      async (target) => {
        started.push(target);
        return act(target);
      },
      { done: (target) => `Did ${target}`, ...more },
    )
    .catch((thrown: unknown) => {
      error = thrown;
    });
  return { stdout: spoken.stdout(), stderr: spoken.stderr(), error, started };
};

/** Until all that waits for nothing but promises has run. */
const endTurn = () => new Promise((resolve) => setImmediate(resolve));

const REFUSED = '{"target":"refused","error":{"kind":"refused","message":"refused happened"}}';

const N_AND_ID = {
  columns: [
    { header: "N", path: "n" },
    { header: "ID", path: "id" },
  ],
};

describe("one target", () => {
  it("is a single command: one object, words, the failure as it is", async () => {
    expect(await run(["ok"])).toMatchObject({ stdout: "", stderr: "Did ok\n" });
    expect(await run(["ok"], { format: "json" })).toMatchObject({ stdout: '{"n":1,"id":"ok"}\n', stderr: "Did ok\n" });
    const { error, stderr } = await run(["not-found"]);
    expect(error).toMatchObject({ kind: "not-found", message: "not-found happened" });
    expect(stderr).toBe("");
  });

  it("shows the result where columns say how", async () => {
    const item = { columns: [{ header: "ID", path: "id" }] };
    expect((await run(["ok"], {}, { item })).stdout).toBe("ID\tok\n");
  });
});

describe("several targets", () => {
  it("R45 do not stop at one failure, and are counted", async () => {
    const { stdout, stderr, error } = await run(["ok:1", "not-found", "unknown-outcome", "ok:2"], { format: "json" });
    expect(JSON.parse(stdout)).toEqual([
      { target: "ok:1", n: 1, id: "ok:1" },
      { target: "not-found", error: { kind: "not-found", message: "not-found happened" } },
      { target: "unknown-outcome", error: { kind: "unknown-outcome", message: "unknown-outcome happened" } },
      { target: "ok:2", n: 1, id: "ok:2" },
    ]);
    expect(stderr).toBe(
      "Did ok:1\nfailed: not-found: not-found happened\nunknown: unknown-outcome: unknown-outcome happened\nDid ok:2\n",
    );
    expect(error).toMatchObject({
      kind: "partial",
      message: "2 ok, 1 failed, 1 unknown, 0 not started",
      details: {
        ok: 2,
        failed: 1,
        unknown: 1,
        notStarted: 0,
        failures: [
          { target: "not-found", kind: "not-found", message: "not-found happened" },
          { target: "unknown-outcome", kind: "unknown-outcome", message: "unknown-outcome happened" },
        ],
      },
    });
  });

  it.each([
    [
      "jsonl",
      '{"target":"ok:1","n":1,"id":"ok:1"}\n{"target":"refused","error":{"kind":"refused","message":"refused happened"}}\n',
    ],
    [
      "yaml",
      '- target: ok:1\n  "n": 1\n  id: ok:1\n- target: refused\n  error:\n    kind: refused\n    message: refused happened\n',
    ],
    ["csv", "target,n,id,error\r\nok:1,1,ok:1,\r\nrefused,,,refused: refused happened\r\n"],
    ["tsv", "ok:1\t1\tok:1\t\nrefused\t\t\trefused: refused happened\n"],
  ] as const)("as %s name their target, of failures too", async (format, expected) => {
    const { stdout } = await run(["ok:1", "refused"], { format }, { item: N_AND_ID });
    expect(stdout).toBe(expected);
  });

  it("write nothing where only words are wanted", async () => {
    expect((await run(["ok:1", "ok:2"])).stdout).toBe("");
  });

  it.each([
    [
      "json",
      '[{"target":"ok","n":1,"id":"ok"}]\n',
      '[{"target":"refused","error":{"kind":"refused","message":"refused happened"}}]\n',
    ],
    ["tsv", "ok\t1\tok\t\n", "refused\t\t\trefused: refused happened\n"],
    ["csv", "target,n,id,error\r\nok,1,ok,\r\n", "target,n,id,error\r\nrefused,,,refused: refused happened\r\n"],
  ] as const)("are a list as %s whatever the count", async (format, one, failed) => {
    const several = { item: N_AND_ID, several: true };
    expect(await run(["ok"], { format }, several)).toMatchObject({ stdout: one, error: undefined });
    const ended = await run(["refused"], { format }, several);
    expect(ended).toMatchObject({
      stdout: failed,
      error: { kind: "partial", message: "0 ok, 1 failed, 0 unknown, 0 not started" },
    });
    const none = format === "json" ? "[]\n" : format === "csv" ? "target,n,id,error\r\n" : "";
    expect(await run([], { format }, several)).toMatchObject({ stdout: none, error: undefined });
  });

  it.each([
    ["json", ["id"], `[{"id":"ok"},${REFUSED}]\n`],
    ["json", ["target", "id"], `[{"target":"ok","id":"ok"},${REFUSED}]\n`],
    ["tsv", ["id"], "ok\n"],
    ["tsv", ["id", "target", "error.kind"], "ok\tok\t\n\trefused\trefused\n"],
  ] as const)("as %s with --fields %j hold these alone, and what failed", async (format, fields, expected) => {
    expect(
      (await run(["ok", "refused"], { format, fields }, { item: { ...N_AND_ID, fields: ["id", "n"] } })).stdout,
    ).toBe(expected);
  });

  it("keep a member of the answer that is called target", async () => {
    const answer = { target: { page: "p1" } };
    for (const [format, expected] of [
      ["json", '[{"target":{"page":"p1"}},{"target":{"page":"p1"}}]\n'],
      ["tsv", "a\tp1\t\nb\tp1\t\n"],
    ] as const) {
      const spoken = speak(PIPE, { format });
      await spoken.out.each(["a", "b"], async () => answer, {
        item: { columns: [{ header: "Page", path: "target.page" }] },
      });
      expect(spoken.stdout()).toBe(expected);
    }
  });

  it("are blocks of lines on a terminal", async () => {
    const spoken = speak(TTY);
    await spoken.out.each(["a", "b"], async (id) => ({ id }), { item: { columns: [{ header: "ID", path: "id" }] } });
    expect(spoken.stdout()).toBe("ID:  a\n\nID:  b\n");
  });

  it("name their targets when nothing came back", async () => {
    const spoken = speak(PIPE, { format: "json" });
    await spoken.out.each(["a", "b"], async () => undefined);
    expect(spoken.stdout()).toBe('[{"target":"a"},{"target":"b"}]\n');
  });

  it("write nothing beside what the work writes itself", async () => {
    const spoken = speak(PIPE, { format: "tsv" });
    await spoken.out.each(["a", "b"], (id) => spoken.out.text(`${id}!`), { bare: true });
    expect(spoken.stdout()).toBe("a!\nb!\n");
  });

  it("R45 stop after five failures of service or network in a row", async () => {
    const { error, started } = await run(["service", "network", "ok", ...Array.from({ length: 9 }, () => "timeout")]);
    expect(started).toHaveLength(8);
    expect(error).toMatchObject({
      kind: "partial",
      message: "1 ok, 7 failed, 0 unknown, 4 not started",
      hint: "stopped after 5 failures of service or network in a row",
    });
  });

  it("R45 stop when the token is not accepted", async () => {
    const { error, started, stderr } = await run(["ok", "unauthorized", "ok:2", "ok:3"]);
    expect(started).toEqual(["ok", "unauthorized"]);
    expect(stderr).toBe("Did ok\nfailed: unauthorized: unauthorized happened\n");
    expect(error).toMatchObject({ message: "1 ok, 1 failed, 0 unknown, 2 not started" });
  });

  it("R45 stop where there is no token", async () => {
    const { error, started } = await run(["no-token", "ok", "ok:2"]);
    expect(started).toEqual(["no-token"]);
    expect(error).toMatchObject({ message: "0 ok, 1 failed, 0 unknown, 2 not started" });
  });

  it("R45 start nothing after a stop, whatever ends well after it", async () => {
    const spoken = speak(PIPE);
    const started: string[] = [];
    let finish = () => {};
    const work = (target: string) => {
      started.push(target);
      if (target === "bad") return Promise.reject(new Failure("refused", "no"));
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    };
    const end = spoken.out.each(["slow", "bad", "c", "d"], work, { concurrency: 2, failFast: true });
    const failed = expect(end).rejects.toMatchObject({ message: "1 ok, 1 failed, 0 unknown, 2 not started" });
    await endTurn();
    finish();
    await failed;
    expect(started).toEqual(["slow", "bad"]);
  });

  it("R45 stop at the first failure with --fail-fast", async () => {
    const { error } = await run(["ok", "refused", "ok:2"], {}, { failFast: true });
    expect(error).toMatchObject({ message: "1 ok, 1 failed, 0 unknown, 1 not started" });
  });

  it("tell failures with --quiet too", async () => {
    expect((await run(["ok", "refused"], { quiet: true })).stderr).toBe("failed: refused: refused happened\n");
  });

  it("run side by side, no more than asked for, and are told in their order", async () => {
    const spoken = speak(PIPE, { format: "json" });
    const waiting = new Map<string, () => void>();
    const started: string[] = [];
    let most = 0;
    const ended = spoken.out.each(
      ["a", "b", "c", "d"],
      (target) => {
        started.push(target);
        most = Math.max(most, waiting.size + 1);
        return new Promise<string>((resolve) =>
          waiting.set(target, () => {
            waiting.delete(target);
            resolve(target);
          }),
        );
      },
      { concurrency: 2, done: (target) => `Did ${target}` },
    );
    for (const target of ["b", "c", "a", "d"]) {
      await expect.poll(() => waiting.has(target)).toBe(true);
      waiting.get(target)?.();
      await endTurn();
      if (target === "c") expect(spoken.stderr()).toBe("");
    }
    await ended;
    expect(most).toBe(2);
    expect(started).toEqual(["a", "b", "c", "d"]);
    expect(JSON.parse(spoken.stdout())).toEqual(["a", "b", "c", "d"].map((id) => ({ target: id, result: id })));
    expect(spoken.stderr()).toBe("Did a\nDid b\nDid c\nDid d\n");
  });

  it("end at once with a bug or a cancellation, after running ones are done", async () => {
    const bug = new TypeError("oops");
    const spoken = speak(PIPE);
    const seen: string[] = [];
    const ended = spoken.out.each(
      ["a", "b", "c"],
      async (target) => {
        if (target === "a") throw bug;
        await endTurn();
        seen.push(target);
      },
      { concurrency: 2 },
    );
    await expect(ended).rejects.toBe(bug);
    expect(seen).toEqual(["b"]);
    expect((await run(["ok", "canceled", "ok:2"])).error).toMatchObject({ kind: "canceled" });
  });
});

describe("--fields with something that changes", () => {
  it.each([
    [["a"], "id, n"],
    [["a", "b"], "error, id, n, target"],
  ])("is refused before anything is started, for %j", async (targets, names) => {
    const item = { fields: ["id", "n"] };
    const { error, started, stdout } = await run(targets, { format: "json", fields: ["nope"] }, { item });
    expect(error).toMatchObject({ kind: "usage", message: 'unknown field "nope"', hint: `valid fields: ${names}` });
    expect(started).toEqual([]);
    expect(stdout).toBe("");
  });
});
