/** Every form of a target beside every other form: as arguments, on standard input, mixed; for reads, writes and dry runs. */
import { describe, expect, test } from "vitest";
import { testCli } from "../../helpers/run.js";
import { sampleCases } from "../../helpers/sample.js";
import { useOnce } from "../../helpers/set-ups.js";

const cli = useOnce(() => testCli());

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const APP = `https://docs.sandbox.invalid/o/${ORG}`;
const SITE = "sD9wPb3HfKc6XnTj1VqZ";
const API = "https://docs.sandbox.invalid/v1";

interface Forms {
  id: string;
  /** As a line of standard input has them. */
  forms: readonly string[];
}

interface Row {
  things: readonly [Forms, Forms];
  read?: string;
  /** A change that may be made again. */
  write?: string;
  /** A change that is only shown. */
  dryRun?: string;
}

const changeRequest = (id: string, number: number, subject: string): Forms => ({
  id,
  forms: [id, `${number}`, `#${number}`, subject, `${APP}/s/${SPACE}/~/changes/${number}`],
});

/** With its address in the API. */
const named = (id: string, path: string, ...names: readonly string[]): Forms => ({
  id,
  forms: [id, ...names, `${API}/${path}/${id}`],
});

const TABLE: Readonly<Record<string, Row>> = {
  "open change requests": {
    things: [
      changeRequest("r9WhaExH4YLUx3DvA6q8", 42, "Charge for 60 minutes instead of 75"),
      changeRequest("rTh8zX9vuC3MFhHHSeN2", 43, "torque for the axle screws"),
    ],
    read: "cr view",
    write: "cr edit --status open",
  },
  // The lists in which subjects are looked up lack merged ones.
  "a merged change request and an open one": {
    things: [
      { id: "sB56zE9ohTKdppqrAZTP", forms: ["40", "#40", `${APP}/s/${SPACE}/~/changes/40`] },
      changeRequest("r9WhaExH4YLUx3DvA6q8", 42, "charge for 60 minutes instead of 75"),
    ],
    read: "cr view",
  },
  "merged change requests": {
    things: [
      { id: "sB56zE9ohTKdppqrAZTP", forms: ["40", "#40", "sB56zE9ohTKdppqrAZTP"] },
      { id: "mc2zKY5Pqrx5ogTPYXEJ", forms: ["41", "#41", `${APP}/s/${SPACE}/~/changes/41`] },
    ],
    read: "cr view",
  },
  spaces: {
    things: [
      { id: SPACE, forms: [SPACE, "Tern User Guide", "🛒 tern user guide", `${APP}/s/${SPACE}`] },
      named("p6XAtCw2ZM66CYe1Dw4C", "spaces", "Harbor API"),
    ],
    read: "spaces view",
    write: "spaces edit --language en",
  },
  pages: {
    things: [
      named(
        "VEbDUyoRmNUsURUUifXf",
        `spaces/${SPACE}/content/page`,
        "Unpacking",
        "getting-started/unpacking",
        `${APP}/s/${SPACE}/getting-started/unpacking`,
      ),
      named("nf1RS92Pw91PPByuThq7", `spaces/${SPACE}/content/page`, "daily check", "/every-day/daily-check/"),
    ],
    read: "pages view",
  },
  members: {
    things: [
      named("u5s6yviydT27vWkB4r3J", `orgs/${ORG}/members`, "sam.whitfield@halden-robotics.example", "Sam Whitfield"),
      named("uKwTf3rUK6oP3992u85K", `orgs/${ORG}/members`, "Oliver.Brandt@halden-robotics.example", "oliver brandt"),
    ],
    read: "members view",
    write: "members edit --role read",
  },
  teams: {
    things: [
      named("t5D77ErA53CC6A8eGrh6", `orgs/${ORG}/teams`, "Firmware", "firmware"),
      named("t3aVFS211n5tKAH88D12", `orgs/${ORG}/teams`, "Field service", "FIELD SERVICE"),
    ],
    read: "teams view",
    dryRun: "teams edit --title X",
  },
  sites: {
    things: [
      named(SITE, `orgs/${ORG}/sites`, "Halden Docs", "docs", `${APP}/sites/${SITE}`),
      named("s37xwST38AhXPnB2Pj9h", `orgs/${ORG}/sites`, "Field Service", "field-service"),
    ],
    read: "sites view",
    write: "sites edit --agents-context excluded",
  },
  collections: {
    things: [
      named("cC27v54cXpR684GxcEvU", "collections", "Robots", "robots"),
      named("cxFhGxM3216Qsn5jm8q8", "collections", "Retired models"),
    ],
    read: "collections view",
    write: "collections edit --description same",
  },
  "sections, by path": {
    things: [
      named("e3w5wrLbFu5YnBs1w1Z3", `orgs/${ORG}/sites/${SITE}/sections`, "fleet"),
      named("e9wwZ81xpiN1wVFC1a85", `orgs/${ORG}/sites/${SITE}/sections`, "developers", "Developers"),
    ],
    write: "sections edit --icon book",
  },
};

/** Ways of giving two targets; the second of each pair is what standard input holds. */
const WAYS: Readonly<Record<string, (one: string, other: string) => [words: string, stdin: string]>> = {
  "as arguments": (one, other) => [`${quoted(one)} ${quoted(other)}`, ""],
  "on standard input": (one, other) => ["-", `${one}\n${other}\n`],
  "one as an argument, one on standard input": (one, other) => [`${quoted(one)} -`, `${other}\r\n`],
};

const quoted = (form: string): string => `'${form}'`;

/** What a request of a dry run is about: the last part of its path that names one of the things. */
function thingIn(url: string, things: readonly Forms[]): string | undefined {
  const parts = new URL(url).pathname.split("/");
  return things.find(({ id, forms }) => parts.at(-1) === id || forms.includes(`#${parts.at(-1)}`))?.id;
}

const lines = Object.entries(TABLE).flatMap(([name, { things, read, write, dryRun = write }]) =>
  [read, write, dryRun && `${dryRun} --dry-run`].flatMap((line) => (line ? [{ name, things, line }] : [])),
);

const chosen = sampleCases("several names", lines, {
  nameOf: ({ name, line }) => `${name}: ${line}`,
  few: 4,
  rooms: ["src/cli/targets"],
});

describe.each(chosen)("$name: docs $line", ({ things, line }) => {
  test.each(Object.entries(WAYS))("names both things in any form: %s", async (_, give) => {
    const [one, other] = things;
    const expected = [one.id, other.id];
    const wrong: unknown[] = [];
    for (const form of one.forms) {
      for (const beside of other.forms) {
        const [verb, ...flags] = line.split(" --");
        const [words, stdin] = give(form, beside);
        const typed = [`${verb} ${words}`, ...flags, "json"].join(" --");
        const ran = await cli.run(typed, { stdin });
        const found = ran.code === 0 ? JSON.parse(ran.stdout) : [];
        const ids = found.map((item: { id?: string; url?: string }) => item.id ?? thingIn(item.url ?? "", things));
        if (JSON.stringify(ids) !== JSON.stringify(expected))
          wrong.push({ typed, code: ran.code, stderr: ran.stderr, ids });
      }
    }
    expect(wrong).toEqual([]);
  });
});
