/** A plan as a page and as a comment: whole, without anything from outside, and with all text escaped. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { type TestCli, testCli } from "../helpers/run.js";

let cli: TestCli;
let file: string;
let page: string;
beforeEach(async () => {
  cli = await testCli();
  [file, page] = [join(cli.folder, "some.plan"), join(cli.folder, "some.html")];
});
afterEach(async () => {
  await closeAll();
  cli.close();
});

const HOSTILE = `</code><script>alert(1)</script>"'\`\`\`\n::error::x @everyone [a](https://evil.example) \u001b[31m\u202e`;

const hostilePlan = (): void => {
  const cr = { spaceId: SAMPLE.space };
  const steps = [
    { id: "s1", endpoint: "createChangeRequest", params: cr, body: { subject: HOSTILE } },
    {
      id: "s2",
      endpoint: "updateChangeRequest",
      params: { ...cr, changeRequestId: "c1" },
      body: { subject: HOSTILE },
      before: { subject: HOSTILE.slice(5) },
    },
  ];
  const plan = { format: 1, origin: "sandbox", organization: SAMPLE.org, command: HOSTILE, left: [HOSTILE], steps };
  writeFileSync(file, JSON.stringify(plan));
};

describe("as a page", () => {
  it("it shows summary, what cannot be undone and fields side by side, and is private", async () => {
    await cli.run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`);
    await cli.run(`cr merge 42 --plan ${file} --append`);
    const ran = await cli.run(`plans view ${file} --html ${page}`, { tty: true });
    expect([ran.code, ran.stdout]).toEqual([0, ""]);
    expect(ran.stderr).toContain(`Wrote ${page}`);
    const html = readFileSync(page, "utf8");
    expect(html).toContain("0 to add, 1 to change, 0 to remove, 1 other action</h1>");
    expect(html).toContain("<dt>Organization</dt><dd>Halden Robotics</dd>");
    expect(html).toContain("<h2>Cannot be undone (1 of 2 steps)</h2>");
    expect(html).toContain(
      '<td data-label="Before">&quot;Tern User Guide&quot;</td><td data-label="After">&quot;Handbook&quot;</td>',
    );
    expect(html).toMatch(/<dt>Names<\/dt><dd>read at \d{4}-/);
    expect(html).toContain("<dt>Guards</dt><dd>not measured here</dd>");
    const { id } = JSON.parse(readFileSync(file, "utf8"));
    // Ids are for whoever applies it.
    const [before = "", about = ""] = html.split("<h2>About this plan</h2>");
    for (const detail of [`docs plans apply FILE --confirm ${id}`, `<dd>${SAMPLE.org}</dd>`])
      expect([before.includes(detail), about.includes(detail)]).toEqual([false, true]);
    if (process.platform !== "win32") expect(statSync(page).mode & 0o777).toBe(0o600);
  });

  it("nothing in it comes from outside or runs, whatever texts it holds", async () => {
    hostilePlan();
    await cli.out(`plans view ${file} --html ${page}`);
    const html = readFileSync(page, "utf8");
    expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'");
    const tags = new Set([...html.matchAll(/<([a-z0-9]+)/gi)].map(([, name]) => name?.toLowerCase()));
    for (const name of ["script", "img", "a", "link", "iframe", "svg", "form", "object"])
      expect(tags).not.toContain(name);
    expect(html).not.toMatch(/[\u001b\u202e]|url\(|@import/);
    // Texts stand in elements and never in attributes.
    for (const [, attributes] of html.matchAll(/<[a-z0-9]+((?: [^<>]*)?)>/g))
      expect(attributes).not.toMatch(/alert|evil/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    // Of a text between two elements nothing is markup.
    expect(html.split(/<[^<>]*>/).join("")).not.toMatch(/[<>]/);
  });

  it("it says what was not read", async () => {
    await cli.run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`);
    await cli.run(`team-members remove t3aVFS211n5tKAH88D12 u5s6yviydT27vWkB4r3J --plan ${file} --append`);
    const intercept = ({ path }: { path: string }) =>
      path.includes("/teams") ? { status: 403, body: { error: { message: "no" } } } : undefined;
    const ran = await cli.run(`plans view ${file} --html ${page}`, { intercept });
    expect(ran.stderr).toContain("guards not measured: ");
    const html = readFileSync(page, "utf8");
    expect(html).toContain("<dt>Guards</dt><dd>not measured here</dd>");
    expect(html).toMatch(/<dt>Names<\/dt><dd>partly read at /);
    expect(html).toContain("<h2>Guards, measured when it is applied</h2>");
    await cli.run(`plans view ${file} --offline --html ${page}`);
    const offline = readFileSync(page, "utf8");
    expect(offline).toContain("<dt>Names</dt><dd>not read: ids only</dd>");
    expect(offline).toContain(`<dt>Organization</dt><dd>${SAMPLE.org}</dd>`);
  });

  it("it replaces an earlier page, and nothing else", async () => {
    hostilePlan();
    writeFileSync(page, "<p>my own</p>");
    const refused = await cli.run(`plans view ${file} --html ${page}`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("was not written by docs plans view")]);
    expect(readFileSync(page, "utf8")).toBe("<p>my own</p>");
    const other = join(cli.folder, "other.html");
    await cli.out(`plans view ${file} --html ${other}`);
    await cli.out(`plans view ${file} --html ${other}`);
  });
});

describe("as Markdown", () => {
  it("it is one comment with a summary and foldable steps", async () => {
    await cli.run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`);
    const shown = await cli.out(`plans view ${file} -o markdown`);
    expect(shown).toMatch(
      /^<!-- docs plan -->\n\n### Plan `\w{12}`: 0 to add, 1 to change, 0 to remove\n\n- space: 1 to change\n/,
    );
    expect(shown).toContain("<details><summary>1 step</summary>\n\n```diff\n");
    expect(shown).toContain('     title: "Tern User Guide" → "Handbook"\n```\n\n</details>\n');
  });

  it("texts make no markup, and end no block", async () => {
    hostilePlan();
    const shown = await cli.out(`plans view ${file} -o markdown`);
    expect(shown).not.toMatch(/[\u001b\u202e]|^::error/m);
    const [fence = ""] = /^`{4,}(?=diff$)/m.exec(shown) ?? [];
    expect(fence).not.toBe("");
    const block = shown.slice(shown.indexOf(`${fence}diff`), shown.lastIndexOf(fence));
    const rest = shown.replace(block, "").replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, "");
    expect(rest).not.toMatch(/script|evil|@everyone/);
  });

  it("of a large plan it shows what fits into a comment", async () => {
    const steps = Array.from({ length: 1200 }, (_, at) => ({
      id: `s${at}`,
      endpoint: at % 2 === 0 ? "createTeam" : "createCollection",
      params: { organizationId: SAMPLE.org },
      body: { title: `Thing ${at}` },
    }));
    writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: SAMPLE.org, steps }));
    const shown = await cli.out(`plans view ${file} -o markdown --offline`);
    expect(shown.length).toBeLessThan(65_536);
    expect(shown).toMatch(/\d+ more lines: `docs plans view` shows all\./);
    expect(shown).toContain("1200 to add, 0 to change, 0 to remove");
  });

  it("does not go with another format", async () => {
    hostilePlan();
    expect((await cli.run(`plans view ${file} -o markdown --json`)).code).toBe(2);
  });
});
