import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { widthOf } from "../../src/cli/output/text/fit.js";
import { type RunOptions, type TestCli, testCli } from "../helpers/run.js";
import { linesOf } from "./step.js";

let cli: TestCli;
let dir: string;
beforeEach(async () => {
  cli = await testCli();
  dir = mkdtempSync(join(tmpdir(), "docs-overview-"));
});
afterEach(() => {
  cli.close();
  rmSync(dir, { recursive: true, force: true });
});

const denied =
  (pattern: RegExp): RunOptions["intercept"] =>
  ({ path }) =>
    pattern.test(path) ? { status: 403, body: { error: { message: "not for you" } } } : undefined;

/** What the sample says when it is counted by hand, request by request. */
async function countedByHand() {
  const spaces = await cli.json("spaces list");
  const pages = async (id: string): Promise<number> => {
    const ran = await cli.json(`api /v1/spaces/${id}/content/pages`);
    const count = (list: { pages?: [] }[]): number => list.reduce((sum, page) => sum + 1 + count(page.pages ?? []), 0);
    return count(ran.pages);
  };
  const broken = async (id: string) => (await cli.json(`api /v1/spaces/${id}/links?limit=1`)).stats.broken.total;
  const members = await cli.json("members list");
  const sums = { pages: 0, broken: 0 };
  for (const { id } of spaces) {
    sums.pages += await pages(id);
    sums.broken += await broken(id);
  }
  return {
    ...sums,
    spaces: spaces.length,
    admins: members.filter(({ role }: { role: string }) => role === "admin").length,
  };
}

test("the figures are those that one counts by hand", async () => {
  const state = await cli.json("orgs overview");
  const counted = await countedByHand();
  expect(state).toMatchObject({
    organization: { title: "Halden Robotics" },
    spaces: { total: counted.spaces },
    pages: counted.pages,
    links: { broken: counted.broken },
    people: { byRole: { admin: counted.admins } },
    changeRequests: { total: 7, byStatus: { open: 5, draft: 2 } },
    unread: [],
  });
  const { counts } = JSON.parse((await cli.run("checks run --json")).stderr.trim().split("\n").at(-1) ?? "").error;
  expect(state.findings.bySeverity).toEqual({ error: counts.error, warning: counts.warning, info: counts.info });
});

test("broken links are the findings about them, wherever they are shown", async () => {
  const folder = join(dir, "manual");
  mkdirSync(folder);
  const texts = {
    "README.md": "# Manual\n\n[gone](gone.md) [lost](lost.md)\n\n[out](../out.md)\n",
    "next.md": "# Next\n\n[gone](gone.md)\n\n<!-- docs-ignore links-broken: planned -->\n[soon](soon.md)\n",
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const [, space] = await cli.json("spaces list");
  await cli.out(`content import ${pathToFileURL(folder).href} --source markdown --space ${space.id}`);
  const state = await cli.json("orgs overview");
  // Two on one page, one of them on the next, and two of the sample; not what leads out of the folder, or is ignored.
  const own = { id: space.id, title: "Tern User Guide", broken: 5 };
  const all = 6;
  expect(state.links).toMatchObject({ broken: all, bySpace: expect.arrayContaining([own]) });
  expect(state.attention[0]).toMatchObject({ rule: "links-broken", total: all });
  expect(state.spaces.each.find(({ id }: typeof own) => id === space.id)).toMatchObject({ brokenLinks: 5 });
  expect(await cli.out("orgs overview")).toContain(`Figures\tBroken links\t${all}\n`);
  expect(linesOf((await cli.run("orgs overview", { tty: true, width: 80 })).stdout)).toContain(
    `Broken links: ${all}   docs checks run links-broken`,
  );
  await cli.out(`orgs overview --html ${join(dir, "report.html")}`);
  const html = readFileSync(join(dir, "report.html"), "utf8");
  expect(html).toContain(`<b>${all}</b> <span class="soft">Broken links</span>`);
  expect(html).toContain(`<h3>Broken links: ${all}</h3>`);
});

test.each([40, 60, 80, 120])("a terminal of %i columns: no line is wider, bars fit", async (width) => {
  const ran = await cli.run("orgs overview", { tty: true, width });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  const lines = linesOf(ran.stdout);
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
  expect(lines.filter((line) => line.includes("█")).length).toBeGreaterThan(10);
  // Two people have each role: bars of one length would say nothing.
  const people = lines.findIndex((line) => line.startsWith("People by role: 14"));
  expect(lines[people + 1]).toMatch(/^ {2}2 admin/);
});

test("a terminal names what needs attention first, by rule", async () => {
  const ran = await cli.run("orgs overview", { tty: true, width: 80 });
  expect(linesOf(ran.stdout).slice(0, 13)).toEqual([
    "Halden Robotics",
    "14 findings need attention: 5 errors and 9 warnings",
    "  error   3 A link on a page leads nowhere",
    "  error   1 The certificate of a SAML provider has expired, or expires soon",
    "  error   1 A specification could not be read from its source",
    "  warning 3 An open change request has open comments",
    "  warning 2 An open change request is behind the content of its space",
    "  warning 1 Invite links are allowed",
    "  warning 1 A disabled member is still in teams",
    "  warning 1 A SAML provider is set up, but single sign-on is not required",
    "  warning 1 A share link is old and still active",
    "",
    "   8 Spaces                  4 Teams                   7 Open comments",
  ]);
});

test("comments without a number are no figure", async () => {
  const rewrite = (body: unknown) => {
    const { items = [] } = body as { items?: Record<string, unknown>[] };
    for (const item of items) if (item.object === "change-request") delete item.comments;
    return body;
  };
  const ran = await cli.run("orgs overview --json", { rewrite });
  expect(ran.code).toBe(9);
  const state = JSON.parse(ran.stdout);
  expect([state.openComments, state.spaces.each[0].openComments]).toEqual([null, null]);
  expect(state.unread).toEqual([{ part: "comments", reason: "Tern User Guide was answered without their number" }]);
});

test("a pipe gets rows", async () => {
  const ran = await cli.run("orgs overview");
  expect(linesOf(ran.stdout)[0]).toBe("Figures\tSpaces\t8");
  expect(ran.stdout).not.toContain("█");
});

test("what was denied is named, is no zero, and ends with 9", async () => {
  const ran = await cli.run("orgs overview", { tty: true, width: 80, intercept: denied(/\/members/) });
  expect(ran.code).toBe(9);
  expect(ran.stdout).toContain("People by role: could not be read");
  expect(ran.stdout).toMatch(/\? People/);
  expect(ran.stderr).toContain("people: ");
  expect(ran.stderr).toMatch(/checks? could not be evaluated/);
});

test.each([
  [403, 4],
  [503, 6],
])("an organization that is answered with %i ends with %i", async (status, code) => {
  const ran = await cli.run("orgs overview --retries 0", {
    intercept: ({ path }) =>
      /\/orgs\/\w+$/.test(path.split("?")[0] ?? "") ? { status, body: { error: { message: "not now" } } } : undefined,
  });
  expect([ran.code, ran.stdout]).toEqual([code, ""]);
  expect(ran.stderr).not.toContain("bug");
});

test("--html: one page, from nowhere else; titles stay text", async () => {
  const file = join(dir, "report.html");
  const title = `</title><script>alert(1)</script> & "Halden" 'x' \u202egnp`;
  const sample = await cli.json("orgs view");
  const ran = await cli.run(`orgs overview --html ${file}`, {
    intercept: ({ path }) =>
      /\/orgs\/\w+$/.test(path.split("?")[0] ?? "") ? { status: 200, body: { ...sample, title } } : undefined,
  });
  expect(ran.code).toBe(0);
  const html = readFileSync(file, "utf8");
  expect(html).not.toContain("<code>");
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toMatch(/<img|<link|@import|url\(|\u202e| style=| on\w+=/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Halden&quot; &#39;x&#39;");
  const hash = (text = "") => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const inside = (tag: string) => hash(new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1]);
  expect(html).toContain(
    `"default-src 'none'; style-src ${inside("style")}; script-src ${inside("script")}; base-uri 'none'; form-action 'none'"`,
  );
  expect(html).toContain("prefers-color-scheme: dark");
  expect([...html.matchAll(/https?:\/\/[^"<\s]+/g)].map(([url]) => new URL(url).protocol)).not.toContain("javascript:");
});

test("what needs attention names people as far as they were read, and says why them", async () => {
  const { attention, access, spaces, freshness } = await cli.json("orgs overview");
  expect(attention.map(({ severity }: { severity: string }) => severity)).toEqual([
    ...Array(3).fill("error"),
    ...Array(6).fill("warning"),
  ]);
  const [broken] = attention;
  expect(broken).toMatchObject({ rule: "links-broken", total: 3 });
  expect(broken.items.map(({ contact }: { contact: object | null }) => contact)).toEqual([
    { name: "Leïla Haddad", because: "author of the newest open or draft change request there, #45" },
    { name: "Leïla Haddad", because: "author of the newest open or draft change request there, #45" },
    null,
  ]);
  expect(access).toEqual({ sso: false, inviteLinks: true, defaultRole: "read" });
  expect(freshness).toEqual({ documents: 46, byAge: { "30 to 90 days": 3, "over a year": 43 } });
  expect(spaces.each.find(({ title }: { title: string }) => title === "Tern User Guide")).toMatchObject({
    pages: 16,
    changedAt: "2023-01-21T10:00:00.000Z",
    stale: 16,
    brokenLinks: 2,
    liveChangeRequests: 4,
    openComments: 5,
  });
  const blind = await cli.run("orgs overview --json", { intercept: denied(/\/change-requests|\/members/) });
  const names = JSON.parse(blind.stdout).attention.flatMap(({ items }: { items: { contact: object }[] }) => items);
  expect(names.filter(({ contact }: { contact: object | null }) => contact !== null)).toEqual([]);
});

test("--html replaces its own pages only, and says so before anything is read", async () => {
  const [file, mine] = [join(dir, "report.html"), join(dir, "mine.html")];
  writeFileSync(mine, "<!doctype html><title>mine</title>");
  const refused = await cli.run(`orgs overview --html ${mine}`);
  expect(refused).toMatchObject({ code: 2, sent: [] });
  expect(readFileSync(mine, "utf8")).toBe("<!doctype html><title>mine</title>");
  expect((await cli.run(`orgs overview --html ${file}`)).code).toBe(0);
  expect((await cli.run(`orgs overview --html ${file}`)).code).toBe(0);
  expect(await cli.run(`orgs overview --html ${join(dir, "no", "such")}`)).toMatchObject({ code: 1, sent: [] });
  expect(existsSync(join(dir, "no"))).toBe(false);
});
