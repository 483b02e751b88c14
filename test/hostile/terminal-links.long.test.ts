/** R57: links on a terminal lead to parsed http(s) addresses only; titles in questions do not act either. */
import { describe, expect, test } from "vitest";
import { LINES } from "../commands/json-lines.js";
import type { RunOptions } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { filledReply } from "./answers.js";
import { HOSTILE, rawCharacters } from "./text.js";

const cli = useTestCli();

const TTY: RunOptions = { tty: true, width: 100, color: true, hyperlinks: true, env: { DOCS_PAGER: "" } };
const views = LINES.filter(({ line }) => / (view|list|published|publish|search|pdf)\b/.test(line));

describe.each([
  ["http", `https://evil.example/${HOSTILE}?${HOSTILE}#${HOSTILE}`],
  ["a user name", `https://a:b@evil.example/\u0007\u001b]8;;javascript:alert(1)\u001b\\${HOSTILE}`],
  ["script", `javascript:alert(1)//${HOSTILE}`],
  ["file", `file:///etc/passwd${HOSTILE}`],
  ["data", `data:text/html,${HOSTILE}`],
  ["Markdown", `[x](javascript:alert) <https://evil.example/\u009b2J> ![y](file:///${HOSTILE}) \`\`\`sh\n${HOSTILE}\n`],
])("R57 links: %s", (_, text) => {
  test.each(views)("docs $line", async ({ line }) => {
    const ran = await cli.run(line, { ...TTY, intercept: (request) => filledReply(request, () => text) });
    const options = { ours: true, links: true };
    expect({ out: rawCharacters(ran.stdout, options), err: rawCharacters(ran.stderr, options) }).toEqual({
      out: [],
      err: [],
    });
    const links = [...ran.stdout.matchAll(/\u001b\]8;;([^\u001b]*)/g)].map(([, url]) => url ?? "");
    expect(links.filter((url) => !/^(?:|https?:\/\/[\x21-\x7e]+)$/.test(url))).toEqual([]);
  });
});

describe("R57 questions", () => {
  // The others have no title to look up: their question holds what was typed.
  const deletes = LINES.filter(({ line }) =>
    /^(orgs|spaces|comments|replies|collections|sites|teams|members|saml|openapi|translations) .*--yes$/.test(line),
  );

  test.each(deletes)("docs $line, asked", async ({ line }) => {
    const ran = await cli.run(line.replace(" --yes", ""), {
      ...TTY,
      answers: [false],
      intercept: (request) => (request.method === "GET" ? filledReply(request, () => HOSTILE) : undefined),
    });
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(ran.questions).toHaveLength(1);
    expect(rawCharacters(ran.questions.join("\n"))).toEqual([]);
    // The title was in it, in letters; a specification is called by its slug.
    if (!/^(orgs|openapi)/.test(line)) expect(ran.questions[0]).toMatch(/\\(?:x1b|u001b)/);
  });

  test.each(["collections view", "teams view", "members view", "cr view", "comments view", "files view"])(
    "docs %s, picked from a list",
    async (line) => {
      const ran = await cli.run(line, {
        ...TTY,
        answers: [""],
        intercept: (request) => filledReply(request, () => HOSTILE),
      });
      expect(ran.questions.join("\n")).toMatch(/> .*\\x1b/);
      expect(rawCharacters(ran.questions.join("\n"))).toEqual([]);
      expect(rawCharacters(ran.stdout + ran.stderr, { ours: true, links: true })).toEqual([]);
    },
  );
});
