/** A text that is in no closed list is answered with the near one that was meant, and with nothing else that is near. */
import { writeFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const KITS = "see: docs ci list";

describe("a near text", () => {
  test.each([
    ["a field", "spaces list --fields titel", "did you mean: title; valid fields: "],
    ["a field whose first letter is right", "cr list --sort sbject", "did you mean: subject; valid fields: "],
    ["a short value", "cr list --status opn", "did you mean: --status open; to send it anyway: "],
    ["a tool", "mcp --tools find,lst", "did you mean: list; tools: find, list, "],
    ["a field of one thing", "cr view 42 --fields subjct", "did you mean: subject; valid fields: "],
    ["a field to sort by", "spaces list --sort titel", "did you mean: title; valid fields: "],
    ["a rule", "checks run links-brokn", "did you mean: links-broken; to list them: docs checks list"],
    ["a rule to view", "checks view cr-stal", "did you mean: cr-stale; to list them: docs checks list"],
    ["a tag", "checks run --tag acces", "did you mean: --tag access"],
    ["a severity", "checks run --severity warnin", "did you mean: --severity warning"],
    ["a kit", "ci show lnks", `did you mean: links; ${KITS}`],
    ["a CI service", "ci show links --for githb", "did you mean: --for github"],
    ["a format", "spaces list -o jsn", "did you mean: --output json"],
    ["a value", "members edit jonas.weber@halden-robotics.example --role edito", "did you mean: --role edit"],
    ["a value of several", "snapshots create x.docs --include share-key", "did you mean: --include share-keys"],
    ["a part", "snapshots restore x.docs --settings --only site", "did you mean: --only sites"],
    ["a kind of difference", "snapshots diff a.docs b.docs --only spces", "did you mean: --only spaces"],
    ["a kind of change", "snapshots log a.docs --kind pagess", "did you mean: --kind pages"],
    ["a shell", "completion bsh", "did you mean: bash; the shells are "],
    ["a noun", "spcaes list", "did you mean: docs spaces list"],
    ["a verb", "spaces lst", "did you mean: docs spaces list"],
    ["a flag", "cr list --allspaces", "did you mean: --all-spaces"],
    ["an action", "sandbox token revok x", "did you mean: revoke; use create, list or revoke"],
    ["a word of a title", "collections view Retird", "did you mean: Retired models (cxFhGxM3216Qsn5jm8q8); see: "],
    ["a field by another name", "cr list --fields title", "did you mean: subject; valid fields: "],
    ["the first word of a field", "members list --sort joind", "did you mean: joinedAt; valid fields: "],
    ["a format in short", "cr list -o md", "did you mean: --output markdown"],
    ["two words of a title", 'spaces view "Tern Guide"', "did you mean: Tern User Guide (tG4nVx8YqLz2RkWd7JmS), "],
    ["a part of a name", "cr list --author Jonsa", "did you mean: jonas.weber@halden-robotics.example · Jonas Weber ("],
    ["a number of a comment", "comments view 2", "did you mean: c2 ("],
    ["a number that is too low", "comments view c0", "did you mean: c1 ("],
    ["a number that is too high", "comments view c99", "did you mean: c4 ("],
    ["a specification to view", "openapi view harbr-api", "did you mean: harbor-api; see: "],
    ["a flag by its value", "cr list open", "did you mean: --status open"],
    ["a flag by its number", "comments list 42", "did you mean: --cr 42"],
    ["a flag of another tool", 'spaces move "Tern User Guide" --to Archive', "did you mean: --parent"],
    ["a flag that two letters begin", "spaces list --to x", "its own flags: --deleted; see: docs spaces list --help"],
    ["no flag", "members list --inactive", "who was not seen for long comes last in: docs members list --sort "],
    ["no value", "comments delete c1 c2 --confirm", "pass --confirm ID-OR-TITLE, or an id with --yes"],
    ["a specification, once", "openapi delete harbr-api --yes", "did you mean: harbor-api; see: "],
  ])("of %s: docs %s", async (_, line, hint) => {
    const { code, stderr, sent } = await cli.run(line);
    expect([code, sent.filter(({ method }) => method !== "GET")]).toEqual([code === 3 ? 3 : 2, []]);
    const [, second] = stderr.split("\n");
    expect(second?.trim().slice(0, hint.length)).toBe(hint);
  });
});

describe("the opposite of a flag is not near it", () => {
  test.each([
    ["share-links edit Partners --inactive", "did you mean: --no-active"],
    ["sites list --unpublished", "did you mean: --no-published"],
    ["site-spaces list --non-default", "did you mean: --no-default"],
    ["orgs edit --without-ai", "did you mean: --no-ai"],
    ["orgs edit --disable-sso", "did you mean: --no-sso"],
    // Without a negative there is nothing to suggest.
    ["spaces list --not-json", "its own flags: --deleted; see: docs spaces list --help"],
    ["share-links edit Partners --actve", "did you mean: --active"],
  ])("docs %s", async (line, hint) => {
    const { code, stderr, sent } = await cli.run(line);
    expect([code, stderr.split("\n")[1]?.trim(), sent]).toEqual([2, hint, []]);
  });
});

describe("files", () => {
  const at = (name: string) => `${cli.folder}/${name}`;
  beforeEach(() => {
    writeFileSync(at("checks.yaml"), "rules:\n  links-brokn: off\n");
    writeFileSync(at("keys.yaml"), "fail-onn: error\n");
    writeFileSync(at("teams.csv"), "team,usr\nFirmware,jonas\n");
    writeFileSync(at("site.yaml"), "site: x\nvisibilty: public\n");
  });

  test.each([
    ["checks run --config", "checks.yaml", 'there is no rule "links-brokn"; did you mean: links-broken'],
    ["checks run --config", "keys.yaml", 'unknown key "fail-onn"; did you mean: fail-on; known are '],
    ["teams sync", "teams.csv", 'has no column user\n  rename "usr" to user; the first line must name the columns: '],
    ["sites plan", "site.yaml", 'a site has no key "visibilty"; did you mean: visibility; it takes '],
  ])("docs %s %s", async (line, file, said) => {
    const { code, stderr } = await cli.run(`${line} ${at(file)}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});

test("a flag without its value does not take the next one for a file", async () => {
  const { code, stderr, sent } = await cli.run("orgs overview --html --open");
  expect([code, stderr, sent]).toEqual([
    2,
    "docs: --html needs a value, not the flag --open\n  for a file of this name, pass --html ./--open\n",
    [],
  ]);
});
