/** R44 one run at a time writes a journal: the others are refused before they send anything. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { journaled, space } from "./journaled.js";

const at = journaled();
const { run, lines, waiting } = at;

describe("R44 two runs of one journal at once", () => {
  test.each(["--journal", "--resume"])("the second one is refused while %s runs", async (flag) => {
    const { journal } = at;
    if (flag === "--resume") writeFileSync(journal, "");
    const first = await waiting(flag, journal);
    const other = await run("--resume", journal);
    expect(other, other.stderr).toMatchObject({ code: 2, stdout: "", error: { kind: "usage" } });
    expect(other.error?.message).toBe(`the journal ${journal} is in use by another run; nothing was sent`);
    first.answer();
    expect(await first.end).toMatchObject({ code: 0 });
    expect(lines()).toEqual(["PATCH /v1/spaces/s1", "PATCH /v1/spaces/s2", "PATCH /v1/spaces/s3"]);
    expect(existsSync(`${journal}.lock`)).toBe(false);
    expect(await run("--resume", journal)).toMatchObject({ code: 0 });
    expect(lines()).toHaveLength(3);
  });

  test("by another name of the file as well", async () => {
    const { journal } = at;
    const first = await waiting("--journal", journal);
    const link = `${journal}.link`;
    symlinkSync(journal, link);
    expect((await run("--resume", link)).error?.message).toContain("in use by another run");
    first.answer();
    await first.end;
  });

  test("a run that is stopped keeps it, one that was killed has let go", async () => {
    const { journal } = at;
    const first = await waiting("--journal", journal);
    first.child.kill("SIGSTOP");
    expect((await run("--resume", journal)).error?.message).toContain("in use by another run");
    first.child.kill("SIGKILL");
    await first.end;
    // What a killed run leaves behind keeps nobody out.
    expect(existsSync(`${journal}.lock`)).toBe(true);
    const next = await run("--resume", journal);
    expect(next, next.stderr).toMatchObject({ code: 0 });
    expect(lines()).toEqual([
      ...["PATCH /v1/spaces/s1", "PATCH /v1/spaces/s2"],
      ...["GET /v1/spaces/s2", "PATCH /v1/spaces/s2", "PATCH /v1/spaces/s3"],
    ]);
    expect(existsSync(`${journal}.lock`)).toBe(false);
  });

  test("of eight at once one goes on, and nothing is sent twice", async () => {
    const { journal } = at;
    const killed = await waiting("--journal", journal);
    killed.child.kill("SIGKILL");
    await killed.end;
    const before = lines().length;
    let over = 0;
    // Answered when the others have ended.
    at.second = (socket, request) => {
      const look = setInterval(() => {
        if (over < 7) return;
        clearInterval(look);
        space(socket, request);
      }, 20);
    };
    const all = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { journal } = at;
        const ran = await run("--resume", journal);
        over += 1;
        return ran;
      }),
    );
    expect(all.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(all.filter(({ error }) => error?.message?.includes("in use by another run"))).toHaveLength(7);
    expect(lines().slice(before)).toEqual(["GET /v1/spaces/s2", "PATCH /v1/spaces/s2", "PATCH /v1/spaces/s3"]);
  });

  test("a file that is in the lock's place is left alone", async () => {
    const { journal } = at;
    writeFileSync(`${journal}.lock`, "mine");
    const target = `${journal}.target`;
    expect(await run("--journal", journal)).toMatchObject({ code: 1, error: { kind: "io" } });
    expect(readFileSync(`${journal}.lock`, "utf8")).toBe("mine");
    const linked = `${journal}2`;
    symlinkSync(target, `${linked}.lock`);
    expect(await run("--journal", linked)).toMatchObject({ code: 1, error: { kind: "io" } });
    expect(existsSync(target)).toBe(false);
    expect(lines()).toEqual([]);
  });
});
