/** R44 a stopped run goes on without its words: the journal names the targets. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { reset } from "../helpers/fault-server.js";
import { journaled, space } from "./journaled.js";

const at = journaled();
const PATCH = ["PATCH /v1/spaces/s1", "PATCH /v1/spaces/s2", "PATCH /v1/spaces/s3"];

/** The same command without its targets. */
const resume = async (...more: string[]) => {
  const before = at.lines().length;
  const words = ["spaces", "edit", "--resume", at.journal, "--retries", "0", "--json", ...more];
  const ran = await at.home.run(words, { env: at.environment() });
  return { ...ran, sent: at.lines().slice(before) };
};

describe("--resume alone", () => {
  test("does what the first run did not come to, with targets that were never sent", async () => {
    at.second = reset;
    const first = await at.run("--journal", at.journal, "--fail-fast");
    expect(first.code).toBe(9);
    expect(at.lines().filter((line) => line.startsWith("PATCH"))).toEqual(PATCH.slice(0, 2));
    at.second = space;
    const second = await resume("--title", "New", "--retry-unknown");
    expect(second, second.stderr).toMatchObject({ code: 0, sent: ["GET /v1/spaces/s2", ...PATCH.slice(1)] });
    expect(JSON.parse(second.stdout).map(({ target }: { target: string }) => target)).toEqual(["s1", "s2", "s3"]);
    const third = await resume("--title", "New");
    expect(third).toMatchObject({ code: 0, sent: [] });
    expect(third.stderr).toContain("resuming: 3 of 3 are already done");
  });

  test("needs the same values", async () => {
    await at.run("--journal", at.journal);
    const before = readFileSync(at.journal, "utf8");
    const other = await resume("--title", "Newer");
    expect(other).toMatchObject({ code: 2, sent: [] });
    expect(other.stderr).toContain("the journal is for other targets or values");
    expect(readFileSync(at.journal, "utf8")).toBe(before);
  });

  test("of another command sends nothing", async () => {
    await at.run("--journal", at.journal);
    const before = at.lines().length;
    const other = await at.home.run(["spaces", "delete", "--resume", at.journal, "--yes"], { env: at.environment() });
    expect(other.code).toBe(2);
    expect(other.stderr).toContain("the journal is for another command (docs spaces edit, not docs spaces delete)");
    expect(at.lines().slice(before)).toEqual([]);
  });

  test("takes the targets of the journal, not the space in use", async () => {
    await at.run("--journal", at.journal);
    const ran = await resume("--title", "New", "--space", "s9");
    expect(ran).toMatchObject({ code: 0, sent: [] });
  });
});
