/** R39: at a terminal, whatever deletes something names it and asks; no changes nothing. */
import { describe, expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { ROWS } from "./table.js";

const cli = useTestCli();

/** Each command that deletes, by its endpoint, with what the sample calls what is deleted. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "orgs delete-invite": ["invite someInvite"],
  "spaces delete": ['space "Field Service Manual"'],
  "comments delete": ['comment "Is *too far to one side*', 'comment "Sixty minutes hold for the new dock only.'],
  "replies delete": ['reply "The page was moved to the guide of Harbor.', 'reply "Then it is right. Thank you!"'],
  "collections delete": ['collection "Retired models"'],
  "sites delete": ['site "Field Service"'],
  "sections delete": ['section "Developers"'],
  "section-groups delete": ['section group "Software"'],
  "site-spaces delete": ['site space "Tern Benutzerhandbuch"'],
  "share-links delete": ['share link "Partners"'],
  "teams delete": ['team "Documentation"'],
  "team-members remove": ['member "sam.whitfield@halden-robotics.example" from team t3aVFS211n5tKAH88D12'],
  "members remove": ['member "jonas.weber@halden-robotics.example"'],
  "saml delete": ['SAML provider "Halden account"'],
  "openapi delete": ["specification harbor-api"],
  "translations delete": ['translation "de"'],
};

const DELETING = ROWS.filter(({ endpoints }) => endpoints.some((endpoint) => endpoint.startsWith("DELETE ")));
/** Takes a section out of its group, where it can be put again. */
const ASKS_NOTHING = "section-groups remove";

test("R39 the commands that delete are those below", () => {
  const commands = DELETING.map(({ command }) => command).filter((command) => command !== ASKS_NOTHING);
  expect(commands.sort()).toEqual(Object.keys(NAMES).sort());
});

describe.each(DELETING.filter(({ command }) => command !== ASKS_NOTHING))("R39 docs $command", ({ command, lines }) => {
  test.each(lines.map((line, at) => [line.slice(2), at] as const))("asks: docs %s", async (line, at) => {
    const ran = await cli.run(line.replace(" --yes", ""), { tty: true, width: 200, answers: [false] });
    expect(ran.questions).toEqual([expect.stringMatching(/^(?:Delete|Remove) /)]);
    expect(ran.questions[0]).toContain(NAMES[command]?.[at]);
    expect(ran).toMatchObject({ code: 130, stdout: "", stderr: "canceled: nothing was changed\n" });
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
    const sent = await cli.run(line.replace(" --yes", ""), { tty: true, width: 200, answers: [true] });
    expect(sent.sent.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });
});

test("a word that stands for nothing is no id of what has none", async () => {
  // An empty variable of a script in JavaScript; the id of no item is its absence.
  for (const line of ["spaces delete undefined", "teams delete null", "members remove undefined"]) {
    const { code, stderr } = await cli.run(`${line} --yes`);
    expect([code, stderr], line).toEqual([
      3,
      expect.stringMatching(/^docs: \w+ (?:undefined|null) (?:does not exist|is not in the organization)\n/),
    ]);
  }
});
