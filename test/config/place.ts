import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { ConfigSystem } from "../../src/config/system.js";
import { Failure } from "../../src/errors.js";

export interface Scratch {
  /** A new empty folder, 0700. */
  dir: string;
  /** config.json in it. */
  file: string;
  warnings: string[];
  place: ConfigSystem;
  remove: () => void;
}

export function scratch(): Scratch {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "docs-config-")));
  const warnings: string[] = [];
  const place: ConfigSystem = {
    dir,
    platform: process.platform,
    uid: process.getuid?.(),
    warn: (message) => warnings.push(message),
    pid: process.pid,
    host: "here",
    now: Date.now,
    date: Date.now,
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
    randomId: () => randomBytes(8).toString("hex"),
    isAlive: (pid) => pid === process.pid,
  };
  return { dir, file: join(dir, "config.json"), warnings, place, remove: () => rmSync(dir, { recursive: true }) };
}

export function put(path: string, text: string, mode = 0o600): void {
  writeFileSync(path, text, { mode });
}

export function json(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

export function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** The failure that `run` ends with; anything else fails the test. */
export async function failure(run: () => unknown): Promise<Failure> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Whatever kind is expected, it is told in words.
    expect(error.message).toMatch(/\S \S/);
    return error;
  }
  throw new Error("did not fail");
}
