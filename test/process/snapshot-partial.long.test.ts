/** Every command that reads a snapshot answers what is there, names what could not be read, and ends with 9. */
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { openBinding } from "../../src/system/sqlite.js";
import { useHome } from "../helpers/home.js";

const GUIDE = "tG4nVx8YqLz2RkWd7JmS";
const CONTENT = `spaces/${GUIDE}/content`;

const home = useHome();
beforeAll(async () => {
  const create = ["--sandbox", "snapshots", "create", "whole.docs", "--spaces", GUIDE, "--exclude", "comments"];
  expect((await home.run(create)).code).toBe(0);
  copyFileSync(join(home.dir, "whole.docs"), join(home.dir, "part.docs"));
  const db = openBinding(join(home.dir, "part.docs"));
  db.run("UPDATE sources SET state = 'partial', reason = 'tired' WHERE scope = ?", CONTENT);
  db.run("UPDATE sources SET state = 'denied', reason = 'not for you' WHERE scope LIKE 'orgs/%/saml'");
  writeDigests(db);
  db.close();
});

const HINT = "docs snapshots view part.docs shows";

describe("a list, a view, a search", () => {
  it.each([
    [["pages", "list"]],
    [["pages", "view", "overview"]],
    [["orgs", "search", "dock"]],
    [["spaces", "links"]],
    [["api", "spaces/{space}/content"]],
  ])("docs %j", async (words) => {
    const whole = await home.run([...words, "--json", "--snapshot", "whole.docs"]);
    expect(whole.code).toBe(0);
    const part = await home.run([...words, "--json", "--snapshot", "part.docs"]);
    expect(part).toMatchObject({ code: 9, stdout: whole.stdout });
    // One object, and nothing else.
    expect(JSON.parse(part.stderr).error).toMatchObject({
      kind: "partial",
      message: "this answer may be incomplete: the snapshot could not read everything",
      hint: expect.stringContaining(HINT),
      gaps: [expect.stringContaining(CONTENT)],
      notes: expect.arrayContaining([`note: incomplete in this snapshot: ${CONTENT} (partial: tired)`]),
    });
  });

  it("of other things ends with 0, and so does what was left out by those who made it", async () => {
    expect(await home.run(["spaces", "list", "--snapshot", "part.docs"])).toMatchObject({ code: 0, stderr: "" });
    const search = await home.run(["orgs", "search", "dock", "--snapshot", "whole.docs"]);
    expect(search.code).toBe(0);
    expect(search.stderr).toContain("(--spaces named other spaces)");
  });
});

describe("docs snapshots query", () => {
  const query = (sql: string, ...more: string[]) => home.run(["snapshots", "query", "part.docs", sql, ...more]);

  it("answers, and ends with 9 where a view that was named is not whole", async () => {
    const sql = "SELECT count(*) AS n FROM pages";
    const { stdout } = await home.run(["snapshots", "query", "whole.docs", sql]);
    expect(Number(stdout)).toBeGreaterThan(10);
    expect(await query(sql)).toEqual({
      code: 9,
      signal: null,
      stdout,
      stderr: `docs: the answer may be missing rows\n  pages is incomplete: partial: tired\n  ${HINT} all\n`,
    });
    expect(JSON.parse((await query(sql, "--json")).stderr).error).toMatchObject({
      kind: "partial",
      gaps: ["pages is incomplete: partial: tired"],
    });
    expect(await query("SELECT count(*) AS n FROM spaces")).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("docs snapshots export", () => {
  it("writes what is there, and ends with 9", async () => {
    const { code, stderr } = await home.run(["snapshots", "export", "part.docs", "out"]);
    expect(code).toBe(9);
    expect(stderr).toContain("Exported 8 spaces into out");
    expect(stderr).toMatch(
      /\ndocs: 2 scopes could not be read completely\n {2}.+saml: denied: not for you\n {2}.+: tired\n/,
    );
    expect(existsSync(join(home.dir, "out", "spaces", "tern-user-guide", "SUMMARY.md"))).toBe(true);
    expect(await home.run(["snapshots", "export", "whole.docs", "whole"])).toMatchObject({ code: 0 });
  });
});

describe("docs snapshots diff", () => {
  const diff = (...more: string[]) => home.run(["snapshots", "diff", "whole.docs", "part.docs", ...more]);

  it("ends with 9 where something could not be compared, and with 11 where something is different", async () => {
    const { code, stdout, stderr } = await diff();
    expect({ code, stdout }).toEqual({ code: 9, stdout: "" });
    expect(stderr).toContain(
      "docs: not everything could be compared\n" +
        "  not fully compared: pages (partial: tired, in the second)\n" +
        "  not fully compared: saml-providers (denied: not for you, in the second)\n",
    );
    expect(await diff("--only", "spaces")).toMatchObject({ code: 0 });
    expect((await diff("--exit-code")).code).toBe(9);
    const db = openBinding(join(home.dir, "part.docs"));
    db.run("UPDATE objects SET json = json_set(json, '$.title', 'Other') WHERE kind = 'space' AND id = ?", GUIDE);
    writeDigests(db);
    db.close();
    expect((await diff()).code).toBe(9);
    expect((await diff("--exit-code")).code).toBe(11);
  });
});
