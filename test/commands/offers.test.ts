/** On a terminal, what was not given is asked for or offered to choose from, and editors open with the present text. */
import { expect, test } from "vitest";
import { asDocument, asText } from "../../src/cli/argv/instruction-document.js";
import { type RunOptions, testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { requestLine } from "./step.js";

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const JONAS = "u4ZZnH5G9tKzy5NnAxaX";

const cli = useOnce(() => testCli());

async function writes(line: string, answers: readonly unknown[], on: RunOptions = {}) {
  const { sent, questions, code, stderr } = await cli.run(line, { answers, width: 100, ...on });
  return { writes: sent.filter(({ method }) => method !== "GET").map(requestLine), questions, code, stderr };
}

test("cr create asks for a subject; Enter leaves it out", async () => {
  const path = "POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests";
  const named = await writes("cr create", ["Describe rate limits"]);
  expect(named.questions).toEqual(["Subject (optional)"]);
  expect(named.writes).toEqual([`${path} {"subject":"Describe rate limits"}`]);
  expect((await writes("cr create", [""])).writes).toEqual([`${path} {}`]);
  for (const line of ["cr create --agent-task a1 --dry-run", "cr create --subject x --dry-run"]) {
    expect((await writes(line, [])).questions).toEqual([]);
  }
});

test("a script is asked no question", async () => {
  const created = await cli.run("cr create");
  expect([created.code, created.questions]).toEqual([0, []]);
  for (const line of [`members edit ${JONAS}`, "spaces move tG4nVx8YqLz2RkWd7JmS"]) {
    const { code, stderr, sent } = await cli.run(line);
    expect([line, code, sent]).toEqual([line, 2, []]);
    expect(stderr).toContain("nothing to change: pass");
  }
});

test("members edit offers the roles, guest too", async () => {
  const review = await writes(`members edit ${JONAS}`, ["review"]);
  expect(review.questions).toEqual(["Role in the organization", "> review"]);
  expect(review.writes).toEqual([`PATCH /v1/orgs/${ORG}/members/${JONAS} {"role":"review"}`]);
  const guest = await writes(`members edit ${JONAS}`, ["guest"]);
  expect(guest.writes).toEqual([`PATCH /v1/orgs/${ORG}/members/${JONAS} {"role":null}`]);
});

test("spaces move offers where to, then the things that are there", async () => {
  const moved = await writes("spaces move tG4nVx8YqLz2RkWd7JmS", ["collection to move", "prod"]);
  expect(moved.questions.slice(0, 3)).toEqual([
    "What to do?",
    "> Collection to move it into",
    "Collection to move it into",
  ]);
  expect(moved.code).toBe(0);
  expect(moved.writes).toEqual([expect.stringMatching(/^POST .*\/move \{"parent":"\w{20}"\}$/)]);
  const before = await writes("spaces move tG4nVx8YqLz2RkWd7JmS --dry-run", ["before", "space", "hand"]);
  expect(before.questions.filter((question) => question.startsWith(">"))).toHaveLength(3);
});

test("a picker for a context tells how the choice is kept; the sandbox has one of its own", async () => {
  const on = { answers: ["tern user"], width: 100, defaults: { org: ORG } };
  const picked = await cli.run("cr list --profile work", { ...on, baseUrl: "https://docs.example.com" });
  expect(picked.questions[0]).toBe("Which space?");
  expect(picked.stderr).toContain(
    "to make it the default: docs config set space tG4nVx8YqLz2RkWd7JmS --profile work\n",
  );
  expect((await cli.run("cr list", on)).stderr).not.toContain("config set");
});

test("spaces transfer offers the organizations", async () => {
  const { questions, code } = await writes("spaces transfer tG4nVx8YqLz2RkWd7JmS", ["lindenhof", false]);
  expect(questions.slice(0, 2)).toEqual(["Destination organization", "> Lindenhof Orchards"]);
  expect(questions[2]).toMatch(/^Transfer space .*\?/);
  expect(code).toBe(130);
});

test("comments edit opens the present text: one GET, and nothing is sent when it comes back as it was", async () => {
  const created = await cli.json('comments create --body "First words."');
  const path = `/v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/${created.id}`;
  const edited = await cli.run(`comments edit ${created.id}`, { answers: ["Better words."] });
  expect(edited.questions).toEqual(["Text as Markdown", "< First words."]);
  expect(edited.sent.map(requestLine)).toEqual([`GET ${path}`, `PUT ${path} {"body":{"markdown":"Better words."}}`]);
  const same = await writes(`comments edit ${created.id}`, ["Better words.\n"]);
  expect(same).toMatchObject({ writes: [], code: 130 });
  expect(same.stderr).toContain("canceled: the text is unchanged; nothing was sent");
});

test("replies edit and translations edit do so too", async () => {
  const comment = await cli.json('comments create --body "A question."');
  const reply = await cli.json(`replies create ${comment.id} --body "An answer."`);
  const edited = await writes(`replies edit ${comment.id} ${reply.id}`, ["A better answer."]);
  expect(edited.questions).toEqual(["Text as Markdown", "< An answer."]);
  expect(edited.writes).toHaveLength(1);
  const made = await cli.json(
    'translations create --source-space tG4nVx8YqLz2RkWd7JmS --language it --instructions "Keep names."',
  );
  const told = await writes(`translations edit ${made.id}`, ["Keep all names."]);
  expect(told.questions[1]).toBe("< Keep names.");
  expect(told.writes).toEqual([expect.stringContaining("Keep all names.")]);
});

test("instructions go to text and back; what is more than paragraphs stays a document", () => {
  for (const text of ["One.", "One.\n\nTwo, *starred*.", "Lines\nof one"]) expect(asText(asDocument(text))).toBe(text);
  const heading = { object: "document", data: { schemaVersion: 2 }, nodes: [{ object: "block", type: "heading-1" }] };
  expect(JSON.parse(asText(heading))).toEqual(heading);
  expect(asDocument(asText(heading))).toEqual(heading);
});
