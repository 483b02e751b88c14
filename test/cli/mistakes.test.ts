/** What people type who come from other tools: every message names the way. */
import { describe, expect, it } from "vitest";
import {
  NO_FLAGS,
  NOUN_WORDS,
  PAGE_WAYS,
  PAGE_WRITES,
  VERB_HINTS,
  VERB_WORDS,
  WORDS,
} from "../../src/cli/argv/mistakes/hints.js";
import { FLAG_HINTS, REMOVED } from "../../src/cli/argv/parse.js";
import { SHARED_FLAGS, verbAliases } from "../../src/cli/argv/program.js";
import { longNames } from "../../src/cli/flags.js";
import { NOUNS } from "../../src/commands/index.js";
import { closestWord } from "../../src/shared/text/names.js";
import { wrapMessage } from "../../src/shared/wrap.js";
import { inputs, parse } from "./helpers.js";

const isNoun = (name: string): boolean => NOUNS.some((noun) => noun.name === name || noun.aliases.includes(name));

async function verbsOf(name: string): Promise<string[]> {
  const noun = NOUNS.find((entry) => entry.name === name);
  if (!noun) throw new Error(`no noun ${name}`);
  const { default: module } = await noun.load();
  return module.commands.flatMap((command) => [command.name, ...verbAliases(command)]);
}

describe("a line that is no command", () => {
  it.each<[string, string]>([
    ["merge 43", "did you mean: docs cr merge 43"],
    ["merge 43 44 --yes", "did you mean: docs cr merge 43 44"],
    ["merge cr 43", "did you mean: docs cr merge 43"],
    ["list cr", "did you mean: docs cr list"],
    ["ls spaces", "did you mean: docs spaces ls"],
    ["show cr 42", "did you mean: docs cr view 42"],
    ["list", "the noun comes first: docs spaces list, docs pages list, ...; see: docs --help"],
    ["duplicate 'Tern User Guide'", "did you mean: docs spaces duplicate 'Tern User Guide'"],
    ["publish", "did you mean: docs openapi publish, or docs sites publish"],
    ["create space", VERB_HINTS["spaces create"] ?? ""],
    ["pr merge 43", "did you mean: docs cr merge 43"],
    ["pr", "did you mean: docs cr"],
    ["list prs", "did you mean: docs cr list"],
    ["get teams", "did you mean: docs teams list"],
    ["get teams Firmware", "did you mean: docs teams get Firmware"],
    ["comments #42", "did you mean: docs comments list --cr 42"],
    ["pages 42", "did you mean: docs pages list --cr 42"],
    ["login", "did you mean: docs auth login"],
    ["logout", "did you mean: docs auth logout"],
    ["whoami", "who you are: docs auth status"],
    ["redo", WORDS.redo ?? ""],
    ["cr unmerge 40", VERB_HINTS["cr revert"] ?? ""],
    ["history undo 3", "did you mean: docs undo 3"],
    ["share-links enable Partners", "did you mean: docs share-links edit Partners --active"],
    [
      "share-links revoke 'Trade fair'",
      "did you mean: docs share-links edit 'Trade fair' --no-active, or docs share-links delete 'Trade fair'",
    ],
    ["teams add Firmware Sam", "did you mean: docs team-members edit Firmware --add Sam"],
    ["teams add Firmware", "did you mean: docs teams create --title Firmware"],
    ["cr submit 43", "did you mean: docs cr edit 43 --status open"],
    ["cr resolve 42", "did you mean: docs comments resolve COMMENT --cr 42"],
    ["comments reply c3 'ok then'", "did you mean: docs replies create c3 --body 'ok then'"],
    ["comment 42 hi", "did you mean: docs cr comment 42 hi"],
    ["find charge", "did you mean: docs spaces search charge, or docs orgs search charge"],
    ["show 42", "did you mean: docs cr view 42"],
    ["invite ada@example.com", WORDS.invite ?? ""],
    ["42 cr view", "did you mean: docs cr view 42"],
    ["plan site.yaml", "did you mean: docs sites plan site.yaml"],
    ["plans off.json", "did you mean: docs plans view off.json"],
    ["teams people.csv", "did you mean: docs teams sync people.csv"],
    ["checks rules.yaml", "did you mean: docs checks run --config rules.yaml"],
    ["cr search torque", "did you mean: docs cr list --search torque"],
    ["members find 'Sam W'", "did you mean: docs members list --search 'Sam W'"],
    [
      "openapi add harbor https://x.example/a.yaml",
      "did you mean: docs openapi publish harbor --source-url https://x.example/a.yaml",
    ],
    ["cr view 42 -w", "did you mean: --web"],
    ["cr list --fields subject author", "did you mean: --fields subject,author"],
    ["org.docs", "did you mean: docs snapshots view org.docs"],
    ["reviews 'my access.csv'", "did you mean: docs reviews view 'my access.csv'"],
    ["config space 'Harbor API'", "did you mean: docs config set space 'Harbor API'"],
    ["config space", "did you mean: docs config get space"],
    ["alias co 'cr view'", "did you mean: docs alias set co 'cr view'"],
    ["plans list", "plans are files; those that were applied here: docs history list"],
    ["revert", "to undo the last change made from this machine: docs undo"],
    ["plans apply -auto-approve p.json", "did you mean: --yes"],
    ["sites plan -out=tfplan site.yaml", "did you mean: --plan"],
    ["teams add-member Firmware ada", "did you mean: docs team-members edit Firmware --add ada"],
    ["members set-role ada edit", "did you mean: docs members edit ada --role edit"],
    ["saml enable Okta", VERB_HINTS["saml enable"] ?? ""],
    ["version", "did you mean: docs --version"],
    ["checkout 42", WORDS.checkout ?? ""],
    [
      "https://docs.example.com/o/a/s/b?key=secret",
      "a URL goes behind a command: docs spaces view URL --web opens that of a space",
    ],
    ["spacs list", "did you mean: docs spaces list"],
    ["spce view 'Harbor API'", "did you mean: docs spaces view 'Harbor API'"],
    ["space veiw 'Harbor API' --web", "did you mean: docs spaces view 'Harbor API'"],
    ["comment close c3", "did you mean: docs comments resolve c3"],
    ["auth logn dk_secret", "did you mean: docs auth login"],
    ["-n 5 cr list", "flags of a command follow it: docs cr list --limit VALUE"],
    ["--profil work cr list", "did you mean: --profile"],
    ["cr --status open list", "flags of a command follow it: docs cr list --status VALUE"],
    ["cr list --color always", NO_FLAGS["--color"] ?? ""],
    ["cr list --no-colour", NO_FLAGS["--no-colour"] ?? ""],
    ["cr list --organization X", "did you mean: --org"],
    ["cr close 42 --preview", "did you mean: --dry-run"],
    ["cr --stauts open", "see: docs cr --help"],
    ["history --since 2026-01-01", "see: docs history list --help"],
    ["xyzzy 42", "see: docs --help"],
    // What the word is called tells which noun is meant.
    ["view 42", "did you mean: docs cr view 42"],
    ["delete c3", "did you mean: docs comments delete c3"],
    ["edit ada@example.com", "did you mean: docs members edit ada@example.com"],
    ["list org.docs", "did you mean: docs snapshots list org.docs"],
    // The noun that was meant has another word for the verb, or none.
    ["spacs show 'Harbor API'", "did you mean: docs spaces view 'Harbor API'"],
    ["delete sections Robots", "did you mean: docs sections delete Robots"],
    ["auths list", "did you mean: docs profiles list"],
    ["prs approve 42", "reviews are made in the app: docs cr view 42 --web"],
    ["spacs xyzzy", "see: docs spaces --help"],
    ["cr-merge 43 44", "did you mean: docs cr merge 43 44"],
    ["section-groups:move Software", "did you mean: docs section-groups move Software"],
    ["cr cr merge 43", "did you mean: docs cr merge 43"],
    ["spaces cr merge 43", "did you mean: docs cr merge 43"],
    ["cr cr", "see: docs cr --help"],
    ["check spaces 'Harbor API'", "did you mean: docs spaces check 'Harbor API'"],
    ["check cr 42", "did you mean: docs cr check 42"],
    ["comment cr 42 Good", "did you mean: docs cr comment 42 Good"],
    ["cr 42", "did you mean: docs cr view 42"],
    ["cr 42 43", "did you mean: docs cr view 42 43"],
    ["spaces 'Harbor API'", "did you mean: docs spaces view 'Harbor API'"],
    ["pages Battery", "did you mean: docs pages view Battery"],
    ["cr List", "did you mean: docs cr list"],
    ["site-spaces Guide", "see: docs site-spaces --help"],
    ["comments c3", "did you mean: docs comments view c3"],
    ["members ada@example.com", "did you mean: docs members view ada@example.com"],
    ["orgs use Lindenhof", VERB_HINTS["orgs use"] ?? ""],
    ["cr checkout 42", VERB_HINTS["cr checkout"] ?? ""],
    // The command takes no word, or fewer.
    ["content open x1", "did you mean: docs content view"],
    ["list spaces x1", "did you mean: docs spaces list"],
    ["cr dif 42 43", "did you mean: docs cr diff 42"],
    // A verb that people use is no misspelling of another one.
    ["checks set links-broken", "see: docs checks --help"],
    ["constructor", "see: docs --help"],
    ["merge --token-file x", "did you mean: docs cr merge"],
  ])("docs %s", async (line, hint) => {
    await expect(parse(line)).rejects.toMatchObject({ kind: "usage", hint });
  });

  it.each<[string, string]>([
    ["spaces create", "an empty space cannot be created: docs spaces duplicate SPACE copies one, "],
    ["members invite a@b.example", "invite people in the app"],
    ["cr delete 42", "a change request cannot be deleted, only closed: docs cr close 42"],
    ["cr show 42", "did you mean: docs cr view"],
    ["share-links view x", "to see share links: docs share-links list"],
    ["cr constructor", "see: docs cr --help"],
    ["cr reject 42", "did you mean: docs cr close 42"],
    ["cr resolve c1", "did you mean: docs comments resolve COMMENT --cr 42"],
    ["members disable Sam", "did you mean: docs members offboard Sam, or docs members remove Sam"],
    ["teams rename Firmware 'Firm ware'", "did you mean: docs teams edit Firmware --title 'Firm ware'"],
    ["cr rename 42 New", "did you mean: docs cr edit 42 --subject New"],
    ["teams rename Firmware", "did you mean: docs teams edit Firmware"],
    ["members list --team Firmware", "the members of a team: docs team-members list TEAM"],
    ["cr view 42 --diff", "did you mean: docs cr diff"],
    ["reviews create --output x.csv --format pdf", "see: docs reviews create --help"],
    ["reviews create x.csv --format pdf", "did you mean: --output"],
    ["comments create -F note.md", "did you mean: --body-file"],
  ])("docs %s", async (line, hint) => {
    await expect(parse(line)).rejects.toMatchObject({ kind: "usage", hint: expect.stringContaining(hint) });
  });
});

describe("writing pages, which no endpoint does", () => {
  const git = "in Git, if the space is synced: docs spaces view shows its repository";
  const hint = "to add pages from a URL, next to those that exist: docs content import URL --source markdown --cr 42";

  it.each<[string, string, string]>([
    ["pages edit", "edited", "docs pages view PAGE --web"],
    ["pages edit 'Getting started' --title Start", "edited", "docs pages view 'Getting started' --web"],
    ["page rename tern --help", "renamed", "docs pages view tern --web"],
    ["pages rm tern", "deleted", "docs pages view tern --web"],
    ["pages edit --token-file /secret", "edited", "docs pages view PAGE --web"],
    ["pages create Charging", "created", "docs spaces view --web"],
    ["content edit", "edited", "docs spaces view --web"],
  ])("docs %s", async (line, write, app) => {
    const lines = [
      `pages cannot be ${write} through this interface, only read and imported`,
      `in the app: ${app}`,
      git,
    ];
    await expect(parse(line)).rejects.toMatchObject({ kind: "usage", lines, hint });
  });

  it("takes no verb that is there", async () => {
    const verbs = [...(await verbsOf("pages")), ...(await verbsOf("content"))];
    expect(verbs.filter((verb) => Object.hasOwn(PAGE_WRITES, verb))).toEqual([]);
  });
});

describe("the table", () => {
  const ALL = [...Object.values(WORDS), ...Object.values(VERB_HINTS)];
  const commands = [
    ...new Set(ALL.flatMap((hint) => [...hint.matchAll(/\bdocs (?:--sandbox )?([a-z][\w-]*)(?: ([a-z][\w-]*))?/g)])),
  ];

  it("knows how many commands it names", () => {
    expect(commands.length).toBeGreaterThan(90);
  });

  it.each(commands.map(([text, noun, verb]) => [text, noun, verb]))("%s is a command", async (_, noun = "", verb) => {
    if (noun === "help") return expect(verb).toBeUndefined();
    expect(isNoun(noun), noun).toBe(true);
    const entry = NOUNS.find(({ name }) => name === noun);
    if (!entry?.direct && verb !== undefined) expect(await verbsOf(noun)).toContain(verb);
  });

  it("names no word that is a command", async () => {
    expect([...Object.keys(WORDS), ...Object.keys(NOUN_WORDS)].filter(isNoun)).toEqual([]);
    expect(Object.values(NOUN_WORDS).filter((name) => !isNoun(name))).toEqual([]);
    const shadowed: string[] = [];
    for (const key of Object.keys(VERB_HINTS)) {
      const [noun = "", verb = ""] = key.split(" ");
      if ((await verbsOf(noun)).includes(verb)) shadowed.push(key);
    }
    expect(shadowed).toEqual([]);
  });

  it("has other words for verbs that are there", async () => {
    const all = new Set((await Promise.all(NOUNS.map(({ name }) => verbsOf(name)))).flat());
    expect(
      Object.values(VERB_WORDS)
        .flat()
        .filter((verb) => !all.has(verb)),
    ).toEqual([]);
  });
});

describe("flags as other tools write them", () => {
  it.each<[string, string]>([
    ["cr list --json=number", "did you mean: --json --fields number"],
    ["cr list --json=number,subject", "did you mean: --json --fields number,subject"],
    ["cr list --json='a b'", "see: docs help formatting"],
    ["cr list --json number,subject", "did you mean: --json --fields number,subject"],
    ["cr list --json number", "did you mean: --json --fields number"],
    ["cr view 42 --json number,subject", "did you mean: --json --fields number,subject"],
    ["cr view 42 --json subject", "did you mean: --json --fields subject"],
    ["cr view --json urls.app,number", "did you mean: --json --fields urls.app,number"],
    ["cr list -json", "did you mean: --json"],
    ["cr list -output json", "did you mean: --output"],
    ["cr list --hlep", "did you mean: --help"],
    ["cr list -n 5", "did you mean: --limit"],
    ["cr list --per-page 5", "did you mean: --page-size"],
    [
      "cr list --force",
      "its own flags: --status, --contributor, --author, --search, --all-spaces; see: docs cr list --help",
    ],
    ["cr list –status open", "did you mean: --status"],
    ["cr list —status=open", "did you mean: --status"],
    ["cr merge -help", "did you mean: --help"],
    ["--versoin", "did you mean: --version"],
    [
      "cr list --since yesterday",
      "its own flags: --status, --contributor, --author, --search, --all-spaces; see: docs cr list --help",
    ],
    [
      "mcp --port 80",
      "its own flags: --tools, --toolsets, --compare, --allow-plans, --plans-in, --read-only; see: docs mcp --help",
    ],
    ["cr list --state open", "did you mean: --status"],
    ["cr list --csv", "did you mean: --output csv"],
    ["cr list --assignee @me", "did you mean: --author"],
    ["spaces delete x -f", "did you mean: --yes"],
    ["cr edit 42 --title New", "did you mean: --subject"],
    ["teams edit Firmware --name New", "did you mean: --title"],
    ["cr list --repo a/b", "did you mean: --space"],
    // A word of other tools is no abbreviation of a flag.
    [
      "plans undo a.plan --all",
      "its own flags: --partial, --site-file, --confirm, --verbose, --max-removals, --allow-team, --receipt, --html; see: docs plans undo --help",
    ],
    ["cr edit 42 --status", "pass --status with draft, open or archived"],
    ["members edit Sam --role", "pass --role with admin, create, review, edit, comment or read"],
    ["--hlep", "did you mean: --help"],
    ["cr --hlep", "did you mean: --help"],
  ])("docs %s", async (line, hint) => {
    await expect(parse(line)).rejects.toMatchObject({ kind: "usage", hint });
  });

  it.each<[string, string]>([
    ["members list --json --template '{{.id}}'", "did you mean: -q '.[].id'"],
    ["pages list --template '{{.title}}'", "did you mean: -q '.[].title'"],
    ["cr view 42 --template '{{.subject}}'", "did you mean: -q .subject"],
    ["cr view 42 --template='#{{.number}} {{.subject}}'", `did you mean: -q '"#\\(.number) \\(.subject)"'`],
    [
      `members list --template '{{range .}}{{.id}}{{"\\t"}}{{.user.email}}{{"\\n"}}{{end}}'`,
      `did you mean: -q '.[] | "\\(.id)\\t\\(.user.email)"'`,
    ],
    [`members list --template 'say "{{.id}}" {'`, `did you mean: -q '.[] | "say \\"\\(.id)\\" {"'`],
    ["members list --template '{{timeago .joinedAt}}'", "-q takes jq instead: docs help formatting"],
    ["members list --template", "-q takes jq instead: docs help formatting"],
    ["members list --template ''", "-q takes jq instead: docs help formatting"],
  ])("docs %s is answered in jq", async (line, hint) => {
    await expect(parse(line)).rejects.toMatchObject({ kind: "usage", message: "unknown flag --template", hint });
  });

  it.each<[string, string[]]>([
    ["cr view --json 42", ["42"]],
    ["cr view --json 42 43", ["42", "43"]],
    ["spaces search --json title", ["title"]],
    ["spaces search --json title,description", ["title,description"]],
    ["spaces view --json title", ["title"]],
    ["cr view 42 -q -json", ["42"]],
    ["spaces search –status", ["–status"]],
    ["cr view 42 -- --json number,subject", ["42", "--json", "number,subject"]],
  ])("docs %s is what it says", async (line, words) => {
    expect(await parse(line)).toMatchObject({ type: "command", words });
  });
});

describe("values of the contract", () => {
  it.each<[string, string, string]>([
    [
      "cr list --status opne",
      '--status "opne" is not a known value',
      "did you mean: --status open; to send it anyway: --query status=opne",
    ],
    [
      "cr edit 42 --status archvied",
      '--status "archvied" is not a known value',
      "did you mean: --status archived; to send it anyway: --raw-field status=archvied",
    ],
    [
      "sites edit --visibility pubilc",
      '--visibility takes public, unlisted, share-link or visitor-auth, not "pubilc"',
      "did you mean: --visibility public",
    ],
  ])("docs %s", async (line, message, hint) => {
    await expect(inputs(line)).rejects.toMatchObject({ kind: "usage", message, hint });
  });

  it("that are nothing like a known one are sent", async () => {
    expect((await inputs("cr list --status on-hold")).query).toEqual({ status: "on-hold" });
    expect((await inputs("spaces edit --language tlh")).body).toEqual({ language: "tlh" });
    expect(closestWord("tlh", ["th"])).toBe("th");
  });
});

it("no hint is broken at the edge of a narrow window", () => {
  const hints = [NO_FLAGS, VERB_HINTS, WORDS, PAGE_WAYS, FLAG_HINTS, REMOVED].flatMap((table) => Object.values(table));
  const lines = hints.flatMap((hint) => wrapMessage(`  ${hint}`, 60).split("\n"));
  expect(lines.length).toBeGreaterThan(hints.length);
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
});

it("no command has a flag that is said to be none", () => {
  const names = new Set(Object.entries(SHARED_FLAGS).flatMap(([field, flag]) => longNames(field, flag)));
  expect(Object.keys(NO_FLAGS).filter((name) => names.has(name))).toEqual([]);
});
