/** R59: an id that no path can hold is the mistake of whoever gave it: of the service (10, 9 for a part) or of a person (2). */
import { describe, expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { EVERY_LINE } from "./every-line.js";

const cli = useTestCli();

const files = { "teams.csv": "team,user,role\nFirmware,u5s6yviydT27vWkB4r3J,\n" };
const BAD = ["../x", "", "a b", "a\0b", "x".repeat(300)];

/** The answers, in which everything of this kind has the id. */
const giving =
  (object: string, id: string) =>
  (body: unknown): unknown => {
    if (Array.isArray(body)) return body.map(giving(object, id));
    if (typeof body !== "object" || body === null) return body;
    const members = Object.entries(body).map(([name, value]) => [name, giving(object, id)(value)]);
    const copy: Record<string, unknown> = Object.fromEntries(members);
    return copy.object === object ? { ...copy, id } : copy;
  };

const FROM_THE_SERVICE: [line: string, object: string, code: number][] = [
  ["cr view 'Torque for the axle screws'", "change-request", 10],
  ["cr merge 'Torque for the axle screws' --yes", "change-request", 10],
  ["cr merge Torque for the axle screws --yes", "change-request", 10],
  ["spaces view 'Tern User Guide'", "space", 10],
  ["teams edit Firmware --title Other", "team", 10],
  ["teams delete Firmware --confirm Firmware", "team", 10],
  ["teams edit Firmware --title Other --plan {dir}/p.plan", "team", 10],
  ["teams sync teams.csv --plan {dir}/p.plan", "team", 10],
  ["snapshots create {dir}/s.docs", "space", 9],
  ["checks run", "space", 11],
  ["orgs overview", "space", 9],
  ["status", "space", 9],
];

test.each(FROM_THE_SERVICE)("docs %s: ids of each %s from the service", async (line, object, code) => {
  for (const id of BAD) {
    const ran = await cli.run(line.replaceAll("{dir}", cli.folder), { files, rewrite: giving(object, id) });
    expect({ id, code: ran.code, stderr: ran.stderr }).toMatchObject({ id, code });
    expect(ran.stderr).toMatch(code === 10 ? /^docs: the service sent an id that no request can use/m : /./);
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  }
});

test("a picked thing has no id that a request can use", async () => {
  const ran = await cli.run("teams view", { answers: ["Firmware"], rewrite: giving("team", "../x") });
  expect({ code: ran.code, stderr: ran.stderr }).toMatchObject({ code: 10 });
});

describe("what people type ends with 2 before anything is sent", () => {
  /** Each word of a command line that is an id or stands in the place of one, replaced. */
  const idWords = (line: string): string[] => {
    const words = line.split(" ");
    return words.flatMap((word, at) =>
      /^(?=.*\d)(?=.*[A-Z])[A-Za-z0-9]{20}$/.test(word) ? [words.with(at, "..").join(" ")] : [],
    );
  };
  const lines = EVERY_LINE.filter(({ before }) => before === undefined).flatMap(({ line }) => idWords(line));
  test("command lines with ids were found", () => expect(lines.length).toBeGreaterThan(80));
  test.each([
    ...lines,
    "orgs for-domain ..",
    "openapi version tern-cloud ..",
    "openapi content tern-cloud ..",
    "orgs delete-invite .. --yes",
    "cr view ..",
    "spaces view ..",
  ])("docs %s", async (line) => {
    const ran = await cli.run(line, { files, env: { DOCS_MAX_WAIT: "1" } });
    expect({ code: ran.code, stderr: ran.stderr, sent: ran.sent.length }).toMatchObject({ code: 2 });
  });
});
