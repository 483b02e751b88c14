/** SECURITY.md promises nothing that no test checks. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const TEXT = readFileSync("SECURITY.md", "utf8");

type Proof = readonly [file: string, title: string];

/** The name of each claim, and the tests that would turn red if it were false: their files, and how their titles begin. */
const CLAIMS: Readonly<Record<string, readonly Proof[]>> = {
  "token-argv": [
    ["test/process/main-job.test.ts", "R47 a token in argv is refused and not shown"],
    ["test/hostile/json.test.ts", "R47 the token as a word"],
  ],
  "token-origin": [
    ["test/secrets/origins.long.test.ts", "R49 R51 addresses that look like the right one"],
    ["test/secrets/origins.long.test.ts", "R59 docs api %s is refused, or is a path of its own service"],
  ],
  "token-redirects": [
    ["test/faults/origins.long.test.ts", "R16 redirects"],
    ["test/faults/origins.long.test.ts", "R50 R60 links in answers"],
    ["test/http/download.test.ts", "R60 R50 writes the file whole, and sends no token"],
  ],
  "token-tls": [["test/process/origins.long.test.ts", "NODE_TLS_REJECT_UNAUTHORIZED=0: the token is not sent"]],
  "token-file": [
    ["test/process/auth.long.test.ts", "R53 checks the token with the service, then stores it as 0600"],
    ["test/process/keyring.long.test.ts", "keeps the token there and not in the file"],
  ],
  "token-debugging": [
    ["test/secrets/children.long.test.ts", "R101 a token is not read %s"],
    ["test/secrets/children.long.test.ts", "NODE_DEBUG=%s: no token is sent"],
    ["test/process/keyring.long.test.ts", "R101 a token is not read from it"],
  ],
  "token-children": [["test/secrets/children.long.test.ts", "R76 children"]],
  "token-extensions": [
    ["test/process/extensions.long.test.ts", "gets its arguments as they are, and its exit code is ours"],
    ["test/process/extensions.long.test.ts", "is told of profile, sandbox and context, never of the token"],
    ["test/process/extensions.long.test.ts", "never replaces a command"],
  ],
  "token-completion": [
    ["test/completion/strangers.long.test.ts", "R101 a service that no profile names"],
    ["test/completion/answer.long.test.ts", "R60 is asked for what was never listed, unless DOCS_COMPLETE_REMOTE=0"],
  ],
  "token-messages": [
    ["test/shared/redact.test.ts", "the live token"],
    ["test/secrets/commands.long.test.ts", "R56 the service answers %s"],
    ["test/secrets/process.long.test.ts", "lists, completion, journals, downloads and settings"],
  ],
  "token-data": [
    ["test/secrets/dry-run.long.test.ts", "R105 a request with a token in it is refused on every road"],
    ["test/secrets/dry-run.long.test.ts", "R105 also by docs %s"],
    ["test/http/download-guards.long.test.ts", "an address with a token that this run knows is not fetched: %s"],
    ["test/http/links/check-link.long.test.ts", "an address with a token that this run knows is not requested"],
  ],
  "token-content": [
    ["test/snapshot/live-token.long.test.ts", "the live token is not in snapshots, whose other content is whole"],
    ["test/snapshot/live-token.long.test.ts", "the live token is not in files of snapshots: one in their %s"],
    [
      "test/snapshot/live-token.long.test.ts",
      "the live token is not in plans and their states, and the plan still works",
    ],
    ["test/snapshot/live-token.long.test.ts", "the live token is not in the history and in journals"],
    ["test/secrets/commands.long.test.ts", "that is the only thing on standard output that holds it"],
  ],
  titles: [["test/hostile/secret-words.test.ts", "R104 a title: %s"]],
  "private-keys": [["test/commands/saml.test.ts", "R105 a private key is never sent, planned or kept"]],
  terminal: [
    ["test/hostile/terminal.long.test.ts", "R57 every text of every answer"],
    ["test/hostile/terminal-links.long.test.ts", "R57 questions"],
    ["test/faults/hostile.long.test.ts", "R57 text of the service"],
  ],
  csv: [
    ["test/hostile/cells.long.test.ts", "R58 CSV"],
    ["test/cli/output/csv.test.ts", "R58 leaves formulas alone with --csv-raw"],
  ],
  downloads: [["test/http/download-guards.long.test.ts", "R60 from a public service"]],
  shells: [
    ["test/completion/shells.long.test.ts", "R60 takes hostile titles and ids for text"],
    ["test/completion/command-line.test.ts", "R60 the script of %s starts the program once, and evaluates nothing"],
  ],
  "working-folder": [
    ["test/secrets/origins.long.test.ts", "R52 R64 a working directory that belongs to somebody else"],
    ["test/process/project.long.test.ts", "is read only where it is named"],
  ],
  "snapshot-sql": [["test/snapshot/forged.long.test.ts", "SQL of a stranger never runs (R102)"]],
  "plan-claims": [
    ["test/changes/claims.long.test.ts", "R84: a file that says something else than its request is refused"],
  ],
  models: [["test/mcp/toolbox.test.ts", "lets no tool call an endpoint that it does not name, %s"]],
  "lost-writes": [
    ["test/faults/outcomes.long.test.ts", "R12 a creation without an answer: exit 7, sent once"],
    ["test/http/outcomes.test.ts", "R14 --retry-unsafe sends a creation again"],
  ],
  confirmation: [
    ["test/commands/deletions.test.ts", "R39 docs $command"],
    ["test/terminal/prompts.long.test.ts", "R39 says what is lost and asks; no is the default"],
  ],
  "sandbox-network": [
    ["test/faults/quiet.long.test.ts", "R69 the embedded service talks to nobody"],
    ["test/faults/quiet.long.test.ts", "R69 nor does it when it is served"],
    ["test/sandbox/serve.long.test.ts", "R65 it binds 127.0.0.1 or ::1 and nothing else"],
  ],
  "sandbox-token": [
    ["test/sandbox/serve.long.test.ts", "R67 nothing else is answered without the token, to nobody with an Origin"],
    ["test/sandbox/serve.long.test.ts", "a link to a PDF opens without the token, by its key only"],
  ],
  "engine-variables": [["test/executable/engine.test.ts", "R93 %s is refused"]],
};

it("is a page of at most 80 lines", () => {
  expect(TEXT.trimEnd().split("\n").length).toBeLessThanOrEqual(80);
});

it("has a test for each claim, and no guarantee without a name", () => {
  const named = [...TEXT.matchAll(/^- \*\*([a-z-]+)\*\*: /gm)].map(([, name]) => name);
  expect(named).toEqual(Object.keys(CLAIMS));
  const [, guarantees = ""] = /## Guarantees\n(.*)## Limits/s.exec(TEXT) ?? [];
  const unnamed = guarantees.split("\n").filter((line) => line.startsWith("- ") && !/^- \*\*[a-z-]+\*\*: /.test(line));
  expect(unnamed).toEqual([]);
});

const PROOFS = Object.entries(CLAIMS).flatMap(([name, proofs]) => proofs.map((proof) => [name, ...proof] as const));

it.each(PROOFS)("names a test that exists: %s, %s: %s", (_, file, title) => {
  expect(existsSync(file)).toBe(true);
  // A title may be on a line of its own.
  expect(readFileSync(file, "utf8").replace(/\(\s+/g, "(")).toContain(`("${title}`);
});
