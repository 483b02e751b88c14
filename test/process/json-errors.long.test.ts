/** Standard error of a program that asked for JSON and failed: one object, whatever else there was to say. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createHome } from "../helpers/cli.js";
import { useEach } from "../helpers/set-ups.js";

/** Nothing listens there. */
const NOWHERE = "http://127.0.0.1:9";

const home = useEach(createHome);
beforeEach(() => {
  mkdirSync(join(home.dir, "config/docs"), { recursive: true, mode: 0o700 });
});

interface Source {
  /** What it says, from its beginning on. */
  says: RegExp;
  profile?: Record<string, string>;
  configMode?: number;
  env?: Record<string, string>;
  prepare?(): void;
}

/** Everything outside a command that has something to say. */
const SOURCES: Record<string, Source> = {
  "a profile's format": {
    says: /^docs: the profile "default" has an unknown output format/,
    profile: { output: "xml" },
  },
  "a base URL of a profile": { says: /^docs: the base URL is given without/, profile: { baseUrl: `${NOWHERE}/v1` } },
  "a base URL of the environment": {
    says: /^docs: the base URL is given without/,
    env: { DOCS_BASE_URL: `${NOWHERE}/v1` },
  },
  "a file that others may write": { says: /^docs: others have access to/, configMode: 0o666 },
  "a list of deleted spaces": {
    says: /^docs: the list of deleted spaces could not be written/,
    prepare: () => mkdirSync(join(home.dir, "data/docs/deleted-spaces.json"), { recursive: true }),
  },
};

/** Commands that fail, each at another time, with the sources that they meet. */
const READ_CONFIG = Object.keys(SOURCES).slice(0, 4);
const COMMANDS: Record<string, { argv: string; kind: string; meets: readonly string[] }> = {
  "an alias that leads nowhere": {
    argv: "mine --json",
    kind: "usage",
    meets: ["a file that others may write"],
  },
  "an alias that asks for JSON": { argv: "theirs", kind: "usage", meets: READ_CONFIG },
  "a mistake in the command line": { argv: "cr merge nope --to --json", kind: "usage", meets: [] },
  "a target that is missing": { argv: "spaces view -o json", kind: "usage", meets: READ_CONFIG },
  "a service that is not there": { argv: "spaces view s1 --retries 0 --json", kind: "network", meets: READ_CONFIG },
  "several targets": {
    argv: "--sandbox spaces delete tG4nVx8YqLz2RkWd7JmS AAAAAAAAAAAAAAAAAAAA --yes --must-exist -o jsonl",
    kind: "partial",
    meets: ["a file that others may write", "a list of deleted spaces"],
  },
};

function prepare(sources: readonly Source[]): Record<string, string> {
  const profile = Object.assign({ baseUrl: NOWHERE }, ...sources.map((source) => source.profile));
  const aliases = { mine: "spaces nothing", theirs: "spaces view --json" };
  const config = join(home.dir, "config/docs/config.json");
  writeFileSync(config, JSON.stringify({ version: 1, profiles: { default: profile }, aliases }));
  chmodSync(config, Math.max(0o600, ...sources.map(({ configMode }) => configMode ?? 0)));
  for (const source of sources) source.prepare?.();
  return Object.assign({ DOCS_TOKEN: "abcdefgh" }, ...sources.map(({ env }) => env));
}

async function failed(argv: string, env: Record<string, string>) {
  const { code, stdout, stderr } = await home.run(argv.split(" "), { env });
  expect([code === 0, stdout.startsWith('{"error')]).toEqual([false, false]);
  // One line: everything that is there.
  expect(stderr.split("\n")).toHaveLength(2);
  return JSON.parse(stderr).error;
}

describe.each(Object.entries(COMMANDS))("%s", (_, { argv, kind, meets }) => {
  test("has each message once, among the notes", async () => {
    const error = await failed(argv, prepare(Object.values(SOURCES)));
    expect(error.kind).toBe(kind);
    const notes: string[] = error.notes ?? [];
    for (const [name, { says }] of Object.entries(SOURCES)) {
      const times = notes.filter((note) => says.test(note)).length;
      expect([name, times]).toEqual([name, meets.includes(name) ? 1 : 0]);
    }
  });
});
