/** R56: whatever the service answers, no command shows the token on standard error, nor on standard output of its own. */
import { describe, expect, test } from "vitest";
import { LINES } from "../commands/json-lines.js";
import { type Reply, type RunOptions, type Sent, testCli } from "../helpers/run.js";
import { sampleCases } from "../helpers/sample.js";
import { useOnce } from "../helpers/set-ups.js";
import { filledReply } from "../hostile/answers.js";
import { CANARY, ECHO, leaks } from "./canary.js";

const cli = useOnce(() => testCli());

const files = { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}' };
/** The token ends up where a long message is cut. */
const LATE = `${"x".repeat(180)} ${CANARY} ${ECHO}`;

const json = (status: number, text: string): Reply => ({ status, body: { error: { code: status, message: text } } });

const ANSWERS: [string, (request: Sent) => Reply | undefined][] = [
  ["as it should", () => undefined],
  ["401 with the token in it", () => json(401, ECHO)],
  ["404 with the token in it", () => json(404, ECHO)],
  ["400 with the token where the message is cut", () => json(400, LATE)],
  ["500 with the token in it", () => json(500, ECHO)],
  ["500 with a page that holds the token", () => ({ status: 500, text: `<title>${CANARY}</title>` })],
  ["JSON that breaks off behind the token", () => ({ status: 200, text: `{"id": ${JSON.stringify(CANARY)}, "a": ` })],
  ["the wrong kind of value with the token in it", () => ({ status: 200, body: [CANARY, { [CANARY]: CANARY }] })],
  [
    "a redirect to the token",
    () => ({ status: 307, headers: { location: `https://${CANARY.slice(0, 6)}.example/${CANARY}` } }),
  ],
];

const FLAGS = ["", " --json", " --debug --debug-body", " --json --debug --debug-body --quiet"];

async function expectNothing(line: string, options: RunOptions) {
  for (const flags of FLAGS) {
    const ran = await cli.run(line + flags, { files, token: CANARY, ...options });
    expect({ flags, stdout: leaks(ran.stdout), stderr: leaks(ran.stderr) }).toEqual({ flags, stdout: [], stderr: [] });
    // The start of a token is one too.
    expect(ran.stderr).not.toContain(CANARY.slice(0, 8));
    // It really was the token of this run.
    if (flags.includes("debug-body") && ran.sent.length > 0) expect(ran.stderr).toContain("> ");
  }
}

/** What is tried of the lines beside one answer. */
const some = (answer: string) =>
  sampleCases(`secrets: ${answer}`, LINES, {
    nameOf: ({ line }) => line,
    few: 10,
    rooms: ["src/cli/output", "src/http/answer", "src/shared/redact.ts", "src/shared/secret-places.ts"],
  });

describe.each(ANSWERS)("R56 the service answers %s", (name, intercept) => {
  test.each(some(name))("docs $line", ({ line }) => expectNothing(line, { intercept }));
});

describe("R56 the service sends the token back as data", () => {
  // What it sends is printed as data; our own words never are the place for it.
  test.each(some("the token as data"))("docs $line", async ({ line }) => {
    for (const flags of FLAGS) {
      const ran = await cli.run(line + flags, {
        files,
        token: CANARY,
        intercept: (request) => filledReply(request, (where) => `${where} ${ECHO}`),
      });
      expect({ flags, stderr: leaks(ran.stderr) }).toEqual({ flags, stderr: [] });
    }
  });

  test("that is the only thing on standard output that holds it", async () => {
    const options = { files, token: CANARY };
    const echoed = await cli.run("teams view t1 --json", {
      ...options,
      intercept: () => ({ status: 200, body: { object: "team", id: "t1", title: CANARY } }),
    });
    expect(echoed.stdout).toBe(`${JSON.stringify({ object: "team", id: "t1", title: CANARY })}\n`);
    const raw = await cli.run("api /v1/orgs/o1", { ...options, intercept: () => json(401, CANARY) });
    expect(raw.code).toBe(4);
    expect(JSON.parse(raw.stdout).error.message).toBe(CANARY);
    expect(leaks(raw.stderr)).toEqual([]);
  });
});

describe("R56 the service answers with signed links and share addresses", () => {
  test.each(some("signed links"))("docs $line", async ({ line }) => {
    const intercept = (request: Sent) =>
      filledReply(request, (where) =>
        /url|link|location|published|app$/i.test(where)
          ? `https://me:s1gned@h.example/${where}?shareKey=s1gned&sig=s1gned`
          : where,
      );
    for (const flags of ["", " --web", " --debug --debug-body --json"]) {
      const { stderr } = await cli.run(line + flags, { files, token: CANARY, intercept });
      expect({ flags, stderr: stderr.includes("s1gned") && stderr }).toEqual({ flags, stderr: false });
    }
  });

  test("a link in the message of an error, or one that the browser opens, is signed no more", async () => {
    const url = "https://me:s1gned@h.example/a?sig=s1gned";
    for (const line of [
      "teams view t1",
      "content import https://h.example/a.zip?sig=s1gned --source zip",
      `spaces view ${url}`,
    ]) {
      const ran = await cli.run(line, { intercept: () => json(400, `cannot read ${url}`) });
      expect(ran.code).not.toBe(0);
      expect(ran.stderr).not.toContain("s1gned");
    }
    const opened = await cli.run("files view f1 --web", {
      intercept: () => ({ status: 200, body: { id: "f1", downloadURL: url } }),
    });
    expect(opened.opened).toEqual([url]);
    expect(opened.stderr).toContain("Opening https://[redacted]@h.example/a?[redacted] in the browser");
  });
});

describe("R56 the person types the token in the wrong place", () => {
  test.each([
    `spaces view '${CANARY}'`,
    `teams list --org '${CANARY}'`,
    `teams list --page '${CANARY}' --debug`,
    `teams list --query 'a=${CANARY}' --debug --debug-body`,
    `teams edit t1 --title '${CANARY}' --debug --debug-body`,
    `teams edit t1 --fields '${CANARY}' --title x`,
    `teams list -q '${CANARY}'`,
    `'${CANARY}'`,
    `teams '${CANARY}'`,
    `teams list --limit '${CANARY}'`,
    `api '/v1/${encodeURIComponent(CANARY)}' --debug`,
    `api '${CANARY}'`,
  ])("docs %s", (line) => expectNothing(line, { intercept: () => json(404, `${CANARY} is not here`) }));
});
