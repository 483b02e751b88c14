/** R89: one attack suite for the files that travel: each command that reads one ends, refuses, says why, and changes nothing. */
import { execFileSync } from "node:child_process";
import {
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openBinding } from "../../src/system/sqlite.js";
import { useHome } from "../helpers/home.js";
import { sampleCases } from "../helpers/sample.js";

const isRoot = process.getuid?.() === 0;
const OTHER = 65534;
/** Reading one takes a second or two; what took quadratic time took fourteen. */
const CPU_SECONDS = 10;

const home = useHome();
/** Files that are as they should be, in a folder of their own. */
const good = (name: string): string => join(home.dir, "good", name);
const docs = async (line: string) => {
  const ran = await home.shell(`cd good && docs --sandbox ${line}`);
  expect(ran.stderr).not.toMatch(/^docs: (?!.*((errors|error), |could not be evaluated))/m);
};

beforeAll(async () => {
  mkdirSync(good(""));
  await docs("snapshots create snapshot");
  await home.shell("cd good && docs snapshots export snapshot export");
  await docs("teams create --title Attacked --plan plan");
  await docs("sites export -O site");
  await docs("reviews create review");
  await docs("checks baseline baseline --tag sites");
  await docs("cr edit 42 --subject Attacked --journal journal");
  await docs("cr edit 42 --subject Calm");
  // Begun, with nothing sent yet: whoever takes it for whole sends a change.
  const [begun] = readFileSync(good("journal"), "utf8").split("\n");
  writeFileSync(good("journal"), `${begun}\n`);
  const { id } = JSON.parse(readFileSync(good("plan"), "utf8"));
  writeFileSync(
    good("state"),
    `${JSON.stringify({ record: "run", version: 1, at: "2026-01-01T00:00:00Z", plan: id })}\n`,
  );
  writeFileSync(good("project"), "org: hR7kQ2mXv9TzLb4WcN8p\n");
  writeFileSync(good("checks"), "rules: {}\n");
  writeFileSync(good("teams"), "team,user,role\n");
  writeFileSync(good("teams-json"), "[]");
  execFileSync("cp", [good("export/.docs-export.json"), good("list")]);
}, 60_000);

const keys = Array.from({ length: 40_000 }, (_, at) => `k${at}`);
const DEEP = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const object = (start = "") => ({
  keys: `{${start}${keys.map((key) => `"${key}":1`).join(",")}}`,
  depth: `{${start}"a":${DEEP}}`,
});

/** The same attacks in each notation; undefined where there is no such thing. */
const NOTATIONS = {
  json: { ...object(), twice: '{"format":1,"format":1}' },
  /** Behind the first line of a good file. */
  journal: {
    ...object('"record":"ok","index":0,"key":"42",'),
    twice: '{"record":"skipped","record":"ok","index":0,"key":"42"}',
  },
  state: {
    ...object('"record":"undone","at":"","step":"s1",'),
    twice: '{"record":"undone","at":"","step":"s2","step":"s1"}',
  },
  yaml: { keys: keys.map((key) => `${key}: 1\n`).join(""), depth: `a: ${DEEP}`, twice: "org: a\norg: b\n" },
  csv: { keys: `${keys.join(",")}\n1\n`, depth: undefined, twice: "team,team,grant,grant\na,b,c,d\n" },
  sqlite: { keys: undefined, depth: undefined, twice: undefined },
} as const;

interface Format {
  /** The command line, with the file as `$`. */
  line: string;
  notation: keyof typeof NOTATIONS;
  /** A good one. */
  good: string;
  /** Exit codes of what is refused; 2 is always one. */
  code?: number;
  /** Where the file is, if the command names what is beside it. */
  at?: string;
  /** What messages call it, if not by its path. */
  called?: string;
  /** It stands in a folder of the command's own, so that links are refused as such. */
  noLinks?: true;
  /** It must belong to the person. */
  own?: true;
}

const FORMATS: Readonly<Record<string, Format>> = {
  plan: { line: "--sandbox plans view $", notation: "json", good: "plan" },
  "the state of a plan": {
    line: "--sandbox plans apply plan --yes",
    notation: "state",
    good: "state",
    at: "plan.state",
    called: "plan.state",
    own: true,
  },
  "a journal": {
    line: "--sandbox cr edit 42 --subject Attacked --resume $",
    notation: "journal",
    good: "journal",
    own: true,
    called: "journal",
  },
  "the list of an export": {
    line: "snapshots export good/snapshot folder",
    notation: "json",
    good: "list",
    at: "folder/.docs-export.json",
    called: ".docs-export.json",
    noLinks: true,
  },
  "the list of an export that checks name": {
    line: "--sandbox checks run org-sso-off --export-root folder --report sarif=-",
    notation: "json",
    good: "list",
    at: "folder/.docs-export.json",
    called: ".docs-export.json",
    noLinks: true,
  },
  "a site": { line: "--sandbox sites plan $", notation: "yaml", good: "site" },
  "a project": { line: "--sandbox orgs list --project $", notation: "yaml", good: "project", code: 1 },
  "a checks file": { line: "--sandbox checks run org-sso-off --config $", notation: "yaml", good: "checks" },
  "a baseline": { line: "--sandbox checks run org-sso-off --baseline $", notation: "json", good: "baseline" },
  "a review": { line: "--sandbox reviews view $", notation: "csv", good: "review" },
  "teams as CSV": { line: "--sandbox teams sync $ --dry-run", notation: "csv", good: "teams" },
  "teams as JSON": { line: "--sandbox teams sync $ --dry-run", notation: "json", good: "teams-json" },
  "a snapshot to read": { line: "snapshots view $", notation: "sqlite", good: "snapshot", code: 1 },
  "a snapshot in place of the service": {
    line: "--snapshot $ spaces list",
    notation: "sqlite",
    good: "snapshot",
    code: 1,
  },
};

interface Put {
  path: string;
  format: Format;
  /** In the notation of the format. */
  texts: (typeof NOTATIONS)[keyof typeof NOTATIONS];
}
type Attack = [put: (put: Put) => void, says: RegExp | ((format: Format) => RegExp)];

const isRecords = ({ notation }: Format) => notation === "journal" || notation === "state";
const write =
  (text: string | Buffer) =>
  ({ path }: Put) =>
    writeFileSync(path, text);
/** One of the texts; records stand behind the first one of a good file. */
const put =
  (name: "keys" | "depth" | "twice") =>
  ({ path, format, texts }: Put) =>
    writeFileSync(
      path,
      isRecords(format) ? `${readFileSync(good(format.good), "utf8")}${texts[name]}\n` : `${texts[name]}`,
    );
const said =
  (says: RegExp) =>
  (format: Format): RegExp => {
    if (isRecords(format)) return /line 2 is not a record/;
    return format.noLinks ? /is not of this version of docs/ : says;
  };
const link =
  (says: RegExp) =>
  ({ noLinks }: Format): RegExp =>
    noLinks ? /it is a link/ : says;

const ANY_KIND: Readonly<Record<string, Attack>> = {
  "a named pipe": [({ path }) => void execFileSync("mkfifo", [path]), /it is a pipe|is not a regular file/],
  "a device": [
    ({ path, format }) => {
      // A device in the place of a file that links cannot lead to.
      if (format.noLinks) execFileSync("mknod", [path, "c", "1", "5"]);
      else symlinkSync("/dev/zero", path);
    },
    /it is a device|is not a regular file/,
  ],
  "a link to nowhere": [
    ({ path }) => void symlinkSync("nowhere", path),
    link(/no such file|a file that does not exist/),
  ],
  "a circle of links": [({ path }) => void symlinkSync(path, path), link(/circle/)],
  // A project may be named by its folder, which has no file in it then.
  "a folder": [({ path }) => void mkdirSync(path), /is a folder|\.docs\.yaml: no such file/],
};

const TEXTS: Readonly<Record<string, Attack>> = {
  "40,000 keys": [
    put("keys"),
    (format) => (format.notation === "csv" ? /line 1 has more than 1000 columns/ : said(/./)(format)),
  ],
  depth: [put("depth"), said(/deeper|levels/)],
  "a key that is duplicated": [put("twice"), said(/twice|duplicated|two columns/)],
  "UTF-16": [write(Buffer.from("\uFEFForg: x\n", "utf16le")), /it is UTF-16/],
  NUL: [write("org: x\0y\n"), /NUL/],
  "no UTF-8": [write(Buffer.from([0x61, 0xff, 0x62])), /not valid UTF-8/],
  "a size without an end": [({ path }) => void execFileSync("truncate", ["-s", "300M", path]), /larger than|too large/],
};

/** With a version and a table of the name that snapshots have. */
function otherDatabase({ path }: Put): void {
  const db = openBinding(path);
  db.exec("PRAGMA user_version = 1; CREATE TABLE sources (scope); INSERT INTO sources VALUES (1)");
  db.close();
}

const DATABASES: Readonly<Record<string, Attack>> = {
  "a text": [write("org: x\n"), /is not a snapshot/],
  "nothing in it": [write(""), /is not a snapshot/],
  "a header and nothing else": [write("SQLite format 3\0"), /is (not a snapshot|damaged)/],
  "a part of one": [
    ({ path }) => write(readFileSync(good("snapshot")).subarray(0, 40_000))({ path } as Put),
    /damaged/,
  ],
  "the state of a sandbox": [
    ({ path }) => copyFileSync(join(home.dir, "data", "docs", "sandbox.sqlite"), path),
    /is the state of a sandbox/,
  ],
  "a database of another program": [otherDatabase, /is (not a snapshot|damaged)/],
};

/** The path of the file, in the place where the command looks for it, which is empty. */
function clear({ at = "attack" }: Format): string {
  const path = join(home.dir, at);
  rmSync(path, { recursive: true, force: true });
  rmSync(join(home.dir, "folder"), { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(good("plan"), join(home.dir, "plan"));
  return path;
}

const run = ({ line }: Format, path: string) => home.shell(`ulimit -t ${CPU_SECONDS}; docs ${line.replace("$", path)}`);

/** What a command could change of a file. */
function look(path: string): unknown {
  const { ino, mode, uid, size, mtimeMs } = lstatSync(path);
  return { ino, mode, uid, size, mtimeMs };
}

/** Each attack on a format: what has no such thing has no such case. */
function attacksOn(format: Format): [name: string, attack: Attack][] {
  const { notation } = format;
  const texts = NOTATIONS[notation];
  const attacks = Object.entries({ ...ANY_KIND, ...(notation === "sqlite" ? DATABASES : TEXTS) });
  // A table has no depth, and only an administrator makes a device.
  return attacks.filter(
    ([name]) => (name !== "depth" || texts.depth !== undefined) && (name !== "a device" || !format.noLinks || isRoot),
  );
}

const CASES = Object.entries(FORMATS).flatMap(([name, format]) =>
  attacksOn(format).map(([kind, attack]) => ({ name, format, kind, attack })),
);
const chosen = sampleCases("travelling files", CASES, {
  nameOf: ({ name, kind }) => `${name}: ${kind}`,
  few: 20,
  rooms: ["src/changes/format", "src/changes/log", "src/shared/documents", "src/snapshot/file"],
});

test.each(chosen)("$name: $kind is refused, and nothing of it is followed", async ({ format, attack: [put, says] }) => {
  const { notation, code = 2, called } = format;
  const path = clear(format);
  put({ path, format, texts: NOTATIONS[notation] });
  const before = look(path);
  const ran = await run(format, path);
  expect([ran.signal, ran.stdout]).toEqual([null, ""]);
  expect(ran.stderr).not.toMatch(/this is a bug|unexpected error|\n {4}at /);
  // A snapshot that is damaged is one that could not be read whole.
  expect(notation === "sqlite" && ran.stderr.includes("is damaged") ? [9] : [code, 2], ran.stderr).toContain(ran.code);
  expect(ran.stderr).toMatch(says instanceof RegExp ? says : says(format));
  expect(ran.stderr).toContain(called ?? path);
  expect(look(path)).toEqual(before);
});

// Nothing in a document is trusted; what was sent is taken from one's own records only.
describe.each(Object.entries(FORMATS))("%s", (_, format) => {
  const { called } = format;
  test.runIf(isRoot)("another owner", async () => {
    const path = clear(format);
    copyFileSync(good(format.good), path);
    chownSync(path, OTHER, OTHER);
    const ran = await run(format, path);
    if (format.own) {
      expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("it belongs to another user") });
      expect(ran.stderr).toContain(called ?? path);
      expect(lstatSync(path).uid).toBe(OTHER);
      return;
    }
    expect([0, 11], ran.stderr).toContain(ran.code);
  });
});

test("nothing was sent all the while, and a good record goes on", async () => {
  const { "the state of a plan": state, "a journal": journal } = FORMATS;
  if (!state || !journal) throw new Error("renamed");
  const teams = "docs --sandbox teams list -q '.[].title' | grep -c Attacked";
  const subject = "docs --sandbox cr view 42 -q .subject";
  expect((await home.shell(`${teams}; ${subject}`)).stdout).toBe("0\nCalm\n");
  for (const format of [state, journal]) {
    const path = clear(format);
    copyFileSync(good(format.good), path);
    expect(await run(format, path)).toMatchObject({ code: 0 });
  }
  expect((await home.shell(`${teams}; ${subject}`)).stdout).toBe("1\nAttacked\n");
});

test("a document may be a link, and a pipe that a shell opened", async () => {
  const path = join(home.dir, "project.yaml");
  writeFileSync(path, "org: hR7kQ2mXv9TzLb4WcN8p\n");
  rmSync(join(home.dir, "linked"), { force: true });
  symlinkSync(path, join(home.dir, "linked"));
  for (const named of ["linked", "<(cat project.yaml)"]) {
    const ran = await home.shell(`docs --sandbox orgs list --project ${named} --json`);
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
  }
});
