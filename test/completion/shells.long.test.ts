import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleCases } from "../helpers/sample.js";
import { openShell, SHELL_NAMES, type Shell, TAB } from "./shell.js";

/** A title that is typed, as no shell runs anything in it once it is quoted. */
const TYPED_TITLE = "Bob's (old) & \u2019new\u2019 <a>|b;*? #1 = [c]{d}";

/** Titles and ids that a shell would run, expand or draw wrongly if it took them for anything but text. */
const HOSTILE = [
  { id: "hostile-1", title: "$(touch pwned) `touch pwned` ; touch pwned" },
  { id: "hostile-2", title: "\u001b]0;owned\u0007\u001b[31mred\u001b[2J\u001b[5A" },
  { id: "hostile-3", title: "two\nlines\r\n$(touch pwned)\ttab" },
  { id: "hostile-4", title: "%F{red}%n \u0024{(e):-$(touch pwned)} \\e[31m ' \" \u202egnp" },
  { id: "single-5", title: "' ; touch pwned #" },
  { id: "quoted-6", title: TYPED_TITLE },
  { id: "$(touch pwned)", title: "an id that runs" },
  { id: "`touch pwned`", title: "another" },
  { id: "hostile;touch pwned", title: "and another" },
  { id: "-rf", title: "a flag" },
];

const LINE_START = "\u0001";

let service: Server;
let requests = 0;
let address = "";

beforeAll(async () => {
  service = createServer((request, response) => {
    requests += 1;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ items: request.url?.startsWith("/v1/orgs/o1/spaces") ? HOSTILE : [], count: 8 }));
  });
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => service.close(done)));

const chosen = sampleCases("shells", SHELL_NAMES, {
  nameOf: (name) => name,
  few: 1,
  rooms: ["src/cli/completion", "completions"],
});

describe.each(chosen)("%s", (name) => {
  let shell: Shell;
  const describes = name === "zsh" || name === "fish";

  beforeAll(async () => {
    shell = await openShell(name);
    const config = join(shell.home.dir, "config", "docs");
    mkdirSync(config, { recursive: true, mode: 0o700 });
    const profiles = { default: { baseUrl: address, org: "o1" } };
    writeFileSync(join(config, "config.json"), JSON.stringify({ version: 1, profiles }), { mode: 0o600 });
    writeFileSync(join(shell.home.dir, "guide.pdf"), "");
    writeFileSync(join(shell.home.dir, "pages.zip"), "");
    mkdirSync(join(shell.home.dir, "pages in folders"));
    for (const noun of ["cr", "spaces"]) {
      expect((await shell.home.run(["--sandbox", noun, "list"])).code).toBe(0);
    }
    expect((await shell.home.run(["spaces", "list"], { env: { DOCS_TOKEN: "a-token-of-nobody" } })).code).toBe(0);
    requests = 0;
    shell.started();
  });
  afterAll(() => shell.close());

  /** The line after TAB is `becomes`. */
  const completes = async (typed: string, becomes: string) => {
    const screen = await shell.type(typed + TAB, `$ ${becomes}`);
    expect(screen.filter((line) => line.startsWith("$ ")).at(-1)).toBe(`$ ${becomes}`);
  };

  it("completes nouns, verbs, flags and values with one start of the program for a TAB", async () => {
    await completes("docs tr", "docs translations");
    await completes("docs cr me", "docs cr merge");
    await completes("docs --sandbox cr me", "docs --sandbox cr merge");
    await completes("docs cr list --stat", "docs cr list --status");
    await completes("docs cr list --status o", "docs cr list --status open");
    await completes("docs cr list --status=o", "docs cr list --status=open");
    await completes("docs cr list -o js", "docs cr list -o json");
    await completes("docs cr list --fields subj", "docs cr list --fields subject");
    await completes("docs cr ls --fields=number,subj", "docs cr ls --fields=number,subject");
    await completes("docs --output y", "docs --output yaml");
    await completes("docs sites edit --no-ad", "docs sites edit --no-adaptive-content");
    await completes("docs completion f", "docs completion fish");
    await completes("docs help exi", "docs help exit-codes");
    await completes("docs help cr commenter", "docs help cr commenters");
    await completes("docs config get sp", "docs config get space");
    const started = shell.started();
    expect(started.filter((line) => !line.startsWith(`docs __complete ${name.slice(0, 4)}`))).toEqual([]);
    expect(started).toHaveLength(15);
  });

  it("knows aliases and singular nouns, and offers them last", async () => {
    await completes("docs space dup", "docs space duplicate");
    await completes("docs cr g", "docs cr get");
    await completes("docs space", "docs spaces");
    await completes("docs organizations v", "docs organizations view");
    const screen = (await shell.type(`docs o${TAB}${TAB}`, "orgs")).join("\n");
    expect(screen).toContain("openapi");
    expect(screen).not.toContain("organization ");
  });

  it("goes on after an alias as after what it stands for", async () => {
    for (const [alias, expansion] of [
      ["co", "cr list"],
      ["show", "cr view $1"],
      ["mine", "--sandbox cr"],
    ] as const) {
      expect((await shell.home.run(["alias", "set", "--", alias, expansion])).code).toBe(0);
    }
    await completes("docs co --stat", "docs co --status");
    await completes("docs co --status o", "docs co --status open");
    await completes("docs co --status=o", "docs co --status=open");
    await completes("docs -o json co --limit 3 --status me", "docs -o json co --limit 3 --status merged");
    await completes("docs mine me", "docs mine merge");
    const screen = (await shell.type(`docs --sandbox show 4${TAB}${TAB}`, "44")).join("\n");
    for (const number of ["42", "43", "44"]) expect(screen).toContain(number);
    await completes("docs nothing --stat", "docs nothing --stat");
    expect(shell.started().filter((line) => !line.startsWith("docs __complete "))).toEqual([]);
  });

  it("completes the path of docs api, and goes on without a space", async () => {
    const space = "tG4nVx8YqLz2RkWd7JmS";
    await completes("docs api /", "docs api /v1/");
    await completes(`docs api ${TAB}orgs`, "docs api /v1/orgs");
    await completes("docs --sandbox api /v1/spaces/tG", `docs --sandbox api /v1/spaces/${space}`);
    await completes(`docs --sandbox api /v1/spaces/${space}/comm`, `docs --sandbox api /v1/spaces/${space}/comments`);
    const screen = await shell.type(`docs api /v1/orgs/o1/m${TAB}${TAB}`, "members");
    expect(screen.join("\n")).toContain("/v1/orgs/o1/members");
    expect(shell.started().filter((line) => !line.startsWith("docs __complete "))).toEqual([]);
  });

  it("completes file names where files are taken", async () => {
    await completes("docs cr pdf 42 -O gu", "docs cr pdf 42 -O guide.pdf");
    await completes("docs comments create --body-file gu", "docs comments create --body-file guide.pdf");
    await completes("docs comments create --body-file=gu", "docs comments create --body-file=guide.pdf");
  });

  it("completes folders where folders are taken", async () => {
    const folder = "pages\\ in\\ folders/";
    await completes("docs sandbox import pag", `docs sandbox import ${folder}`);
    await completes("docs checks run --source-root pag", `docs checks run --source-root ${folder}`);
    await completes("docs checks run --source-root=pag", `docs checks run --source-root=${folder}`);
  });

  it("describes commands and flags where the shell has room for it", async () => {
    const verbs = (await shell.type(`docs cr comm${TAB}${TAB}`, "commenters")).join("\n");
    expect(verbs.includes("Comment on a change request")).toBe(describes);
    const flags = (await shell.type(`docs cr list --s${TAB}${TAB}`, "--status")).join("\n");
    expect(flags.includes("use the embedded service")).toBe(describes);
  });

  it("offers the generations of a snapshot after its @, and files before it", async () => {
    const file = join(shell.home.dir, "org.docs");
    for (let run = 0; run < 2; run += 1) {
      expect((await shell.home.run(["--sandbox", "snapshots", "create", file, "--exclude", "content"])).code).toBe(0);
    }
    await completes("docs snapshots view or", "docs snapshots view org.docs");
    const screen = (await shell.type(`docs snapshots view org.docs@${TAB}${TAB}`, "org.docs@1")).join("\n");
    for (const number of ["1", "2"]) expect(screen).toContain(`@${number}  `);
    expect(screen).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d, complete, 8 spaces/);
    await completes("docs snapshots diff org.docs@-", "docs snapshots diff org.docs@-1");
    await completes("docs snapshots diff org.docs@1 org.docs@2", "docs snapshots diff org.docs@1 org.docs@2");
    await completes(`docs snapshots view ${file}@tod`, `docs snapshots view ${file}@today`);
    await completes("docs --snapshot org.docs@-", "docs --snapshot org.docs@-1");
    await completes("docs cr list --snapshot=org.docs@-", "docs cr list --snapshot=org.docs@-1");
  });

  it("offers titles, quoted as the shell needs, also where a quote is open or a part is typed", async () => {
    const own = "docs --sandbox spaces view";
    await completes(`${own} Eng`, `${own} Engineering\\ Handbook`);
    await completes(`${own} "Eng`, `${own} "Engineering Handbook"`);
    await completes(`${own} 'Eng`, `${own} 'Engineering Handbook'`);
    await completes(`${own} Harbor\\ A`, `${own} Harbor\\ API`);
    await completes("docs --sandbox cr list --space=Eng", "docs --sandbox cr list --space=Engineering\\ Handbook");
    await completes(
      "docs --sandbox sites create --spaces Harbor\\ API,Eng",
      "docs --sandbox sites create --spaces Harbor\\ API,Engineering\\ Handbook",
    );
    const several = (await shell.type(`${own} Harbor\\ ${TAB}${TAB}`, "Harbor Fleet Controller")).join("\n");
    expect(several).toMatch(/Harbor\\? API/);
    // Never listed before.
    const asked = (await shell.type(`docs --sandbox openapi view ${TAB}${TAB}`, "harbor-events")).join("\n");
    expect(asked).toContain("harbor-api");
    const started = shell.started();
    expect(started.filter((line) => !line.startsWith("docs __complete "))).toEqual([]);
  });

  it("offers ids that were listed before, with their titles where the shell shows them", async () => {
    const screen = (await shell.type(`docs --sandbox cr view 4${TAB}${TAB}`, "44")).join("\n");
    for (const number of ["42", "43", "44"]) expect(screen).toContain(number);
    expect(screen).toContain("Charge for 60 minutes instead of 75");
    await completes("docs --sandbox spaces view tG", "docs --sandbox spaces view tG4nVx8YqLz2RkWd7JmS");
    await completes("docs --sandbox cr list --space=tG", "docs --sandbox cr list --space=tG4nVx8YqLz2RkWd7JmS");
    await completes(
      "docs --sandbox sites create --spaces a,tG",
      "docs --sandbox sites create --spaces a,tG4nVx8YqLz2RkWd7JmS",
    );
    const started = shell.started();
    expect(started.length).toBeGreaterThan(3);
    expect(started.filter((line) => !line.startsWith("docs __complete "))).toEqual([]);
  });

  it.skipIf(name === "fish")("shows all that have the words in their titles, and keeps what was typed", async () => {
    const screen = (await shell.type(`docs --sandbox cr view minutes${TAB}`, "42")).join("\n");
    expect(screen).toContain("cr view 42");
    const several = await shell.type(`docs --sandbox spaces view tern${TAB}${TAB}`, "Tern User Guide");
    expect(several.join("\n")).toContain("Tern User Guide");
    expect(several.some((line) => line.startsWith("$ docs --sandbox spaces view tern"))).toBe(true);
  });

  it("R60 takes hostile titles and ids for text, and asks nobody for them", async () => {
    const screen = await shell.type(`docs spaces view hostile-${TAB}${TAB}`, "hostile-4");
    const shown = screen.join("\n");
    for (const id of ["hostile-1", "hostile-2", "hostile-3", "hostile-4"]) expect(shown).toContain(id);
    expect(shown).not.toMatch(/an id that runs|another|a flag|-rf/);
    if (describes || name.startsWith("bash")) {
      expect(shown).toContain("$(touch pwned) `touch pwned` ; touch pwned");
      expect(shown).toContain("\\x1b]0;owned\\x07\\x1b[31mred");
      expect(shown).toContain("two\\nlines\\n$(touch pwned)\\ttab");
      expect(shown).toContain("%F{red}%n \u0024{(e):-$(touch pwned)}");
    }
    await completes("docs spaces view sing", "docs spaces view single-5");
    // What it means for the shell is seen when another command gets it: one word, which is the title.
    for (const typed of ["Bob", "'Bob", '"Bob']) {
      const keys = `docs spaces view ${typed}${TAB}${LINE_START}printf '[%s]' \r`;
      expect((await shell.type(keys, `[docs][spaces][view][${TYPED_TITLE}]`)).join("\n")).toContain(`[${TYPED_TITLE}]`);
    }
    // The shell goes on as if nothing had happened.
    await shell.type("echo sti''ll-here\r", "still-here");
    expect(existsSync(join(shell.home.dir, "pwned"))).toBe(false);
    expect(requests).toBe(0);
  });
});
