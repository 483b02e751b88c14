import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBinding } from "../../src/system/sqlite.js";
import { killedAt } from "../helpers/cli.js";
import { sampleCases } from "../helpers/sample.js";
import { home, serve, useServed } from "./served.js";

useServed();

const rows = (file: string) => {
  const db = openBinding(file);
  try {
    const objects = "SELECT kind, id, scope, json FROM objects ORDER BY kind, id";
    return { objects: db.all(objects), sources: db.all("SELECT scope, state, reason FROM sources ORDER BY scope") };
  } finally {
    db.close();
  }
};

/** What an unfinished file has of answers, and which of them it has noted as whole. */
function notedIn(file: string) {
  const db = openBinding(file);
  try {
    const scopes = (sql: string) => db.all(sql).map(({ scope }) => scope);
    const noted = new Set(db.all("SELECT asked FROM left_answers").flatMap(({ asked }) => scopesOf(String(asked))));
    const answered = scopes("SELECT scope FROM sources WHERE requests > 0");
    return { answers: answered.length, unnoted: answered.filter((scope) => !noted.has(String(scope))) };
  } finally {
    db.close();
  }
}

const scopesOf = (asked: string): string[] =>
  asked === "" ? [] : (JSON.parse(asked) as [string, object, string[]])[2];

/** What creates a snapshot of a served organization in a file. */
async function creating(): Promise<(file: string) => string[]> {
  const { url, token } = await serve();
  const tokenFile = join(home.dir, "token");
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const base = ["--base-url", url, "--token-file", tokenFile, "--org", "hR7kQ2mXv9TzLb4WcN8p"];
  return (file) => [...base, "snapshots", "create", file, "--include", "access"];
}

const PLACES = Array.from({ length: 20 }, (_, at) => at + 1);
const chosen = sampleCases("snapshots killed", PLACES, {
  nameOf: String,
  few: 4,
  rooms: ["src/snapshot/file", "src/snapshot/walk"],
});

test("kill -9 at up to twenty places, each time the same command again: as if nothing had happened", async () => {
  const args = await creating();
  const whole = join(home.dir, "whole.docs");
  expect(await home.run(args(whole))).toMatchObject({ code: 0, signal: null });
  const file = join(home.dir, "killed.docs");
  const killAt = async (at: number, ...flags: string[]): Promise<void> => {
    const env = killedAt(/^> GET /, 20 + at * 3);
    const { signal } = await home.run([...args(file), ...flags, "--debug"], { env });
    expect([at, signal]).toEqual([at, "SIGKILL"]);
  };
  for (const at of chosen) await killAt(at);
  expect(existsSync(file)).toBe(false);
  expect(await home.run(args(file))).toMatchObject({ code: 0 });
  expect(rows(file)).toEqual(rows(whole));
  // A refresh that takes over what is unchanged, and one that reads everything.
  for (const flags of [[], ["--full"]]) {
    for (let at = 1; at <= 4; at += 1) await killAt(at, ...flags);
    expect(await home.run([...args(file), ...flags])).toMatchObject({ code: 0, signal: null });
    expect(rows(file)).toEqual(rows(whole));
  }
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const left of [".partial", ".partial-wal", ".lock"]) expect(existsSync(file + left)).toBe(false);
}, 600_000);

test("kill -9 within the storing of an answer: the file has all of it, or nothing", async () => {
  const args = await creating();
  for (const at of [6, 10, 14, 18, 22]) {
    const file = join(home.dir, `torn-${at}.docs`);
    const env = killedAt(/INTO left_answers/, at, "statement");
    expect(await home.run(args(file), { env })).toMatchObject({ signal: "SIGKILL" });
    const { answers, unnoted } = notedIn(`${file}.partial`);
    expect(answers).toBeGreaterThan(0);
    expect(unnoted).toEqual([]);
  }
});
