import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBinding } from "../../src/sandbox/store/sqlite.js";
import { killedAt } from "../helpers/cli.js";
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

test("kill -9 at twenty places, each time the same command again: as if nothing had happened", async () => {
  const { url, token } = await serve();
  const tokenFile = join(home.dir, "token");
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const org = "hR7kQ2mXv9TzLb4WcN8p";
  const args = (file: string) => [
    "--base-url",
    url,
    "--token-file",
    tokenFile,
    "--org",
    org,
    "snapshots",
    "create",
    file,
    "--include",
    "access",
  ];
  const whole = join(home.dir, "whole.docs");
  expect(await home.run(args(whole), { limit: 60_000 })).toMatchObject({ code: 0, signal: null });
  const file = join(home.dir, "killed.docs");
  const killAt = async (at: number, ...flags: string[]): Promise<void> => {
    const env = killedAt(/^> GET /, 20 + at * 3);
    const { signal } = await home.run([...args(file), ...flags, "--debug"], { env });
    expect([at, signal]).toEqual([at, "SIGKILL"]);
  };
  for (let at = 1; at <= 20; at += 1) await killAt(at);
  expect(existsSync(file)).toBe(false);
  expect(await home.run(args(file), { limit: 60_000 })).toMatchObject({ code: 0 });
  expect(rows(file)).toEqual(rows(whole));
  // A refresh that takes over what is unchanged, and one that reads everything.
  for (const flags of [[], ["--full"]]) {
    for (let at = 1; at <= 4; at += 1) await killAt(at, ...flags);
    expect(await home.run([...args(file), ...flags], { limit: 60_000 })).toMatchObject({ code: 0, signal: null });
    expect(rows(file)).toEqual(rows(whole));
  }
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const left of [".partial", ".partial-wal", ".lock"]) expect(existsSync(file + left)).toBe(false);
}, 600_000);
