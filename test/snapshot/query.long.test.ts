import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { EXAMPLES, VIEWS, viewsHelp } from "../../src/resources/views.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { readingStatement } from "../../src/snapshot/query/statement.js";
import { scopeName } from "../../src/snapshot/walk/reading-plan.js";
import { type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { refusal, rewriting, snapshotOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

const HALDEN = "hR7kQ2mXv9TzLb4WcN8p";
const GUIDE = "tG4nVx8YqLz2RkWd7JmS";

let service: TestSandbox;
const place = temporaryFolder();
const bare = `${place.file}.bare`;
const denied = `${place.file}.denied`;
beforeAll(async () => {
  service = await testSandbox({ load: loadSample });
  await snapshotOf(service, place.file, { organization: HALDEN, include: ["access", "spec-history", "share-keys"] });
  await snapshotOf(service, bare, { organization: HALDEN, exclude: ["content", "comments"] });
  const { transport } = transportOf(service, (path) =>
    path.includes("/members?") ? refusal(403, "not for you") : undefined,
  );
  await snapshotOf(service, denied, { organization: HALDEN, exclude: ["comments"] }, transport);
});
afterAll(() => {
  service?.close();
  place.remove();
});

const ask = (sql: string, limit = 1000, file = place.file) => runQuery({ file, sql, limit });
const rows = async (sql: string) => (await ask(sql)).rows;

describe("views", () => {
  it("rest on scopes that the walk reads", () => {
    const patterns = Object.values(endpoints).map((endpoint) => scopeName(endpoint, {}));
    for (const { name, scopes } of VIEWS) {
      expect(scopes.length > 0 || name === "scopes", name).toBe(true);
      expect(scopes.filter((scope) => !patterns.includes(scope))).toEqual([]);
    }
  });

  it.each(VIEWS)("$name has the columns that are documented, and rows of the sample", async ({ name, columns }) => {
    const found = await ask(`SELECT * FROM ${name}`);
    expect(found.columns).toEqual(columns.map(([column]) => column));
    expect(found.rows.length).toBeGreaterThan(0);
    // A column that is null in all rows is misspelled, unless the sample has nothing of it.
    const never = found.columns.filter((column) => found.rows.every((row) => row[column] === null));
    expect(never.filter((column) => !(NEVER[name] ?? []).includes(column))).toEqual([]);
  });

  it("are all in help, with their columns", () => {
    for (const { name, about, columns } of VIEWS) {
      expect(viewsHelp()).toContain(`${name}\n  ${about}:\n`);
      for (const [column, , meaning] of columns) {
        expect(viewsHelp()).toMatch(
          new RegExp(`\n  ${column} +${meaning.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`, "m"),
        );
      }
    }
  });

  it("count what the service counts", async () => {
    const list = async (path: string) =>
      (await service.call("GET", `/v1/orgs/${HALDEN}/${path}?limit=1000`)).json.items;
    for (const [view, path] of Object.entries({
      spaces: "spaces",
      members: "members",
      teams: "teams",
      sites: "sites",
    })) {
      expect(await rows(`SELECT count(*) AS n FROM ${view}`)).toEqual([{ n: (await list(path)).length }]);
    }
    const stats = (await service.call("GET", `/v1/spaces/${GUIDE}/links`)).json.stats;
    expect(
      await rows(`SELECT count(DISTINCT coalesce(target, '') || coalesce(anchor, '')) AS n FROM links
      WHERE space = '${GUIDE}' AND status = 'broken'`),
    ).toEqual([{ n: stats.broken.total }]);
  });

  it("have pages in the order of the tree", async () => {
    const tree = (await service.call("GET", `/v1/spaces/${GUIDE}/content/pages`)).json.pages;
    const paths = (pages: { path: string; pages: [] }[]): string[] =>
      pages.flatMap(({ path, pages: below }) => [path, ...paths(below)]);
    const found = await rows(`SELECT path, position, depth FROM pages WHERE space = '${GUIDE}' ORDER BY position`);
    expect(found.map(({ path }) => path)).toEqual(paths(tree));
    expect(found.map(({ position }) => position)).toEqual(found.map((_, at) => at + 1));
  });
});

/** What no row of the sample has. */
const NEVER: Record<string, string[]> = {
  // Tried below, with an organization that has them.
  organization: ["custom_hostname", "blocked"],
  spaces: ["visitor_auth"],
  revisions: ["git_commit", "git_message", "git_by_service", "git_url"],
  sites: ["proxy_origin"],
  pages: ["href", "git_path"],
  files: ["git_path"],
  links: ["anchor"],
};

it("views have what the sample lacks", async () => {
  const file = `${place.file}.rich`;
  const git = { oid: "c0ffee", message: "Say more", createdByService: true, url: "https://git.example/c0ffee" };
  const rich = rewriting(service, (path, body) => {
    const each = (members: object) => ({
      ...body,
      items: (body.items as object[]).map((item) => ({ ...item, ...members })),
    });
    if (path === `/v1/orgs/${HALDEN}`)
      return { ...body, customHostname: "docs.halden.example", blocked: { reason: "spam" } };
    if (path === `/v1/orgs/${HALDEN}/spaces`) return each({ visitorAuth: { backend: "okta" } });
    if (path === `/v1/orgs/${HALDEN}/sites`) return each({ proxy: { origin: "halden.example/docs", target: "x" } });
    if (path.endsWith("/content")) return { ...body, git };
    return body;
  });
  await snapshotOf(service, file, { organization: HALDEN, exclude: ["comments"] }, rich);
  const first = async (sql: string) => (await ask(sql, 1, file)).rows[0];
  expect(await first("SELECT custom_hostname, blocked, email_domains, invite_links FROM organization")).toEqual({
    ...{ custom_hostname: "docs.halden.example", blocked: "spam" },
    ...{ email_domains: '["halden-robotics.example"]', invite_links: 1 },
  });
  expect(await first("SELECT visitor_auth FROM spaces")).toEqual({ visitor_auth: "okta" });
  expect(await first("SELECT proxy_origin FROM sites")).toEqual({ proxy_origin: "halden.example/docs" });
  expect(await first("SELECT git_commit, git_message, git_by_service, git_url FROM revisions")).toEqual({
    ...{ git_commit: "c0ffee", git_message: "Say more", git_by_service: 1, git_url: git.url },
  });
});

describe("questions in help", () => {
  const sqlOf = (question: string) => EXAMPLES.find((one) => one.question === question)?.sql ?? "";

  it("who can edit what", async () => {
    const { items } = (await service.call("GET", `/v1/orgs/${HALDEN}/members?limit=1000`)).json;
    const expected: string[] = [];
    for (const { id, user } of items) {
      const spaces = (await service.call("GET", `/v1/orgs/${HALDEN}/members/${id}/spaces?limit=1000`)).json.items;
      for (const { permission, space } of spaces) {
        if (!["read", "comment"].includes(permission))
          expected.push(`${user.displayName} ${space.title} ${permission}`);
      }
    }
    const found = await rows(sqlOf("who can edit what"));
    expect(found.map(({ name, title, permission }) => `${name} ${title} ${permission}`).sort()).toEqual(
      expected.sort(),
    );
    expect(found.length).toBeGreaterThan(10);
  });

  it("pages unchanged for a year", async () => {
    const sql = sqlOf("pages unchanged for a year");
    const at = (time: string) => ask(sql.replaceAll("'now'", `'${time}'`));
    const all = await rows("SELECT p.path, p.updated_at FROM pages p WHERE type = 'document' ORDER BY p.updated_at");
    const oldest = String(all[0]?.updated_at);
    const [year, rest] = [Number(oldest.slice(0, 4)), oldest.slice(4, 10)];
    expect((await at(`${year + 1}${rest}`)).rows).toEqual([]);
    expect((await at(`${year + 1}${rest} +1 day`)).rows).toEqual([]);
    expect((await at("2999-01-01")).rows.length).toBe(all.length);
    expect(sql).toContain("'now'");
  });

  it("spaces on no site", async () => {
    const found = await rows(sqlOf("spaces on no site"));
    const { items } = (await service.call("GET", `/v1/orgs/${HALDEN}/spaces?limit=1000`)).json;
    const lonely: string[] = [];
    for (const { id } of items) {
      const sites = (await service.call("GET", `/v1/orgs/${HALDEN}/sites?space=${id}`)).json.items;
      if (sites.length === 0) lonely.push(id);
    }
    expect(found.map(({ id }) => String(id)).sort()).toEqual(lonely.sort());
    expect(lonely.length).toBeGreaterThan(0);
  });

  it("stand in the documentation as they are", () => {
    const text = readFileSync("docs/snapshots/read.md", "utf8");
    for (const { sql } of EXAMPLES) expect(text).toContain(`docs snapshots query monday.docs "${sql}"`);
  });
});

describe("a statement", () => {
  it.each([
    ["DELETE FROM spaces", "DELETE is refused"],
    ["UPDATE objects SET json = ''", "UPDATE is refused"],
    ["INSERT INTO objects VALUES (1)", "INSERT is refused"],
    ["\\dt members", "\\dt is no SQL"],
    [".tables", ".tables is no SQL"],
    ["DROP TABLE objects", "DROP is refused"],
    ["CREATE TABLE x (y)", "CREATE is refused"],
    ["ATTACH 'other.db' AS other", "ATTACH is refused"],
    ["attach database 'other.db' as other", "ATTACH is refused"],
    ["PRAGMA journal_mode = WAL", "PRAGMA is refused"],
    ["VACUUM INTO '/tmp/copy.db'", "VACUUM is refused"],
    ["EXPLAIN SELECT 1", "EXPLAIN is refused"],
    ["WITH x AS (SELECT 1) DELETE FROM objects", "DELETE is refused"],
    ["/* SELECT */ -- SELECT\n DROP TABLE objects", "DROP is refused"],
    ["SELECT load_extension('x')", "load_extension is refused"],
    ["SELECT \"load_extension\"('x')", "load_extension is refused"],
    ["SELECT 1; DROP TABLE objects", "only one statement is allowed"],
    ["SELECT 1) LIMIT 1; DELETE FROM objects; --", "only one statement is allowed"],
    ["SELECT * FROM pragma_database_list", "pragma_database_list is refused"],
    ["", "the SQL is empty"],
    [" -- nothing", "the SQL is empty"],
    ["; SELECT 1", "there is text after the first ;"],
    ["(SELECT 1)", "begins with ("],
    ["with x as (select 1) delete from objects returning id", "DELETE is refused"],
    ["SELECT 1 returning id", "RETURNING is refused"],
    ["SELECT 1 Union pragma user_version", "PRAGMA is refused"],
    ["WITH x AS (SELECT 1) attach 'other.db' AS other", "ATTACH is refused"],
    ["SELECT\ufeff1", "the character U+FEFF is refused"],
    ["SELECT title\u00a0FROM spaces", "the character U+00A0 is refused"],
    ["SELECT \u{1f600}", "the character U+1F600 is refused"],
    ["SELECT 'a\0b'", "the character U+0000 is refused"],
    ["SELECT $a('), 1 --'", '"$" is refused'],
    ["SELECT :a, ?1", '":" is refused'],
    ["SELECT 'it''s", "' is not closed"],
    ["SELECT [name", "[ is not closed"],
  ])("is refused with words: %s: %s", async (sql, words) => {
    await expect(ask(sql)).rejects.toMatchObject({ kind: "usage", message: expect.stringContaining(words) });
  });

  // One of the two bindings brings these; the other does not know them.
  it.each([
    ["SELECT writefile('written-by-a-query', 'y')", "writefile"],
    ["SELECT hex(readfile ('/etc/passwd'))", "readfile"],
    ["SELECT sha3_query('SELECT 1')", "sha3_query"],
    ["SELECT [writefile](/* ) */ 'written-by-a-query', 'y')", "writefile"],
    ["SELECT `WriteFile`\n('written-by-a-query', 'y')", "writefile"],
    ["SELECT \"WRITEFILE\"--\n('written-by-a-query', 'y')", "writefile"],
    ["SELECT name FROM fsdir('/')", "fsdir"],
    ["SELECT * FROM ('fsdir') WHERE path = '/'", "fsdir"],
    ['SELECT * FROM main."sqlite_dbpage"', "sqlite_dbpage"],
  ])("%s is refused, or not known", async (sql, name) => {
    const message = expect.stringMatching(
      new RegExp(`^${name} is refused|^SQL: no such \\w+: (?:main\\.)?${name}$`, "i"),
    );
    await expect(ask(sql)).rejects.toMatchObject({ kind: "usage", message });
    expect(existsSync("written-by-a-query")).toBe(false);
  });

  it.each([
    "SELECT 1) UNION ALL SELECT (1",
    "SELECT 1) LIMIT 1 --",
    "SELECT",
    "SELECT nothing FROM spaces",
    "SELECT * FROM nowhere",
    "WITH x AS (SELECT 1) REPLACE INTO objects SELECT * FROM x",
    "SELECT 'open",
  ])("%s is a mistake, in words", async (sql) => {
    await expect(ask(sql)).rejects.toMatchObject({ kind: "usage", message: expect.stringMatching(/^SQL: \S/) });
  });

  it("may have words of writing in quotes, comments and names", async () => {
    const sql = `SELECT 'DELETE; INSERT' AS "update", replace('a', 'a', 'b') AS b -- ; DROP TABLE x
      /* ; */ ;;`;
    expect(await rows(sql)).toEqual([{ update: "DELETE; INSERT", b: "b" }]);
    expect(await rows("SELECT 'Ä \u00a0' AS \"ö\" /* ü */ -- ß")).toEqual([{ ö: "Ä \u00a0" }]);
    expect(readingStatement("SELECT/* x */1--\n,2").sql).toBe("SELECT 1 \n,2");
    expect(readingStatement('SELECT * FROM [spaces], `pages`, "Teams"').names).toContain("teams");
  });

  it("keeps its order, its duplicates and its nulls", async () => {
    const { columns, rows: found } = await ask(
      "SELECT 2 AS id, 1 AS id, NULL AS x UNION ALL SELECT 1, 2, 3 ORDER BY 1 DESC",
    );
    expect(columns).toEqual(["id", "id:1", "x"]);
    expect(found).toEqual([
      { id: 2, "id:1": 1, x: null },
      { id: 1, "id:1": 2, x: 3 },
    ]);
    expect((await ask("SELECT id, title FROM spaces WHERE 0")).columns).toEqual(["id", "title"]);
  });

  it("ends at its limit, and says so", async () => {
    const sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
    expect(await ask(sql, 3)).toMatchObject({ rows: [{ i: 1 }, { i: 2 }, { i: 3 }], more: true });
    expect(await ask(`${sql} LIMIT 3`, 3)).toMatchObject({ more: false });
  });

  it("leaves the file as it was", async () => {
    const before = readFileSync(place.file);
    await ask("SELECT count(*) FROM pages, links");
    await expect(ask("CREATE TEMP TABLE x (y)")).rejects.toMatchObject({ kind: "usage" });
    expect(readFileSync(place.file).equals(before)).toBe(true);
  });
});

describe("what was not read", () => {
  it("is no empty view", async () => {
    for (const [sql, reason] of [
      ["SELECT * FROM pages", "omit --exclude content"],
      ["SELECT * FROM page_texts", "omit --exclude content"],
      ["SELECT * FROM comments", "omit --exclude comments"],
      ["SELECT * FROM member_spaces", "pass --include access"],
    ] as const) {
      await expect(ask(sql, 1, bare)).rejects.toMatchObject({
        kind: "not-in-snapshot",
        message: expect.stringContaining(reason),
      });
    }
    // A column, a text, a name of the statement's own.
    for (const sql of [
      "SELECT comments, 'pages' FROM spaces",
      "WITH pages (comments) AS (SELECT 1) SELECT comments FROM pages",
      "SELECT title AS links FROM spaces ORDER BY links",
    ]) {
      expect((await ask(sql, 1, bare)).gaps).toEqual([]);
    }
  });

  it("that was denied is told with the service's words", async () => {
    await expect(ask("SELECT * FROM members", 1, denied)).rejects.toMatchObject({
      kind: "not-in-snapshot",
      message: expect.stringContaining("not for you"),
    });
  });

  it("in part is a note", async () => {
    const file = `${place.file}.part`;
    const { transport } = transportOf(service, (path) =>
      path.includes(`/spaces/${GUIDE}/content`) ? refusal(500, "tired") : undefined,
    );
    await snapshotOf(service, file, { organization: HALDEN, exclude: ["comments"] }, transport);
    const { gaps, rows: found } = await ask("SELECT DISTINCT space FROM pages", 100, file);
    expect(gaps).toEqual([expect.stringMatching(/^pages is incomplete: partial: not answered: .*tired/)]);
    expect(found.length).toBeGreaterThan(2);
  });

  it.each([
    ["teams", ["team_members"]],
    ["sites", ["sections", "section_groups", "site_spaces"]],
    ["openapi", ["spec_versions"]],
    ["spaces", ["change_requests"]],
  ])("of the %s is named by the views below (R86)", async (list, views) => {
    const file = `${place.file}.${list}`;
    const transport = rewriting(service, (path, body) => {
      if (!path.endsWith(`${HALDEN}/${list}`) || !Array.isArray(body.items)) return body;
      return { ...body, items: body.items.slice(1), count: body.items.length };
    });
    await snapshotOf(service, file, { organization: HALDEN, exclude: ["content", "comments"] }, transport);
    const above = list === "openapi" ? "specs" : list;
    for (const view of views) {
      const { gaps } = await ask(`SELECT * FROM ${view}`, 1, file);
      expect(gaps).toEqual([
        expect.stringMatching(`^${view} is incomplete, because ${above} is: unsettled: only \\d+ of \\d+ were listed$`),
      ]);
    }
  });

  it("at all leaves nothing of the views below it (R86)", async () => {
    const file = `${place.file}.teamless`;
    const { transport } = transportOf(service, (path) =>
      path.includes(`${HALDEN}/teams?`) ? refusal(403, "not for you") : undefined,
    );
    await snapshotOf(service, file, { organization: HALDEN, exclude: ["content", "comments"] }, transport);
    await expect(ask("SELECT * FROM team_members", 1, file)).rejects.toMatchObject({
      kind: "not-in-snapshot",
      message: expect.stringMatching(/^not in this snapshot: team_members \(.*not for you\)$/),
    });
  });
});

it("a file that is none is refused", async () => {
  const refused = (file: string) => expect(ask("SELECT 1", 1, file)).rejects;
  const message = `${service.file} is the state of a sandbox, not a snapshot`;
  await refused(service.file).toMatchObject({ kind: "config", message });
  const [absent, make] = [`${place.file}.absent`, "to make one: docs snapshots create FILE"];
  await refused(absent).toMatchObject({ kind: "usage", hint: expect.stringContaining(make) });
  writeFileSync(`${absent}.partial`, "");
  const hint = `finish it with: docs snapshots create ${absent}`;
  await refused(absent).toMatchObject({ kind: "config", message: `${absent} is not finished yet`, hint });
  writeFileSync(absent, "text");
  await refused(absent).toMatchObject({ kind: "config", message: `${absent} is not a snapshot`, hint: make });
});
