import { describe, expect, it } from "vitest";
import { withSnapshot } from "../../src/app/run-argv.js";
import { readGlobals } from "../../src/cli/argv/globals.js";
import {
  changeRequest,
  collection,
  comment,
  type Kind,
  member,
  page,
  pageInSpace,
  section,
  site,
  space,
  team,
} from "../../src/cli/kinds.js";
import { type ContextSource, resolveContexts, resolveTarget } from "../../src/cli/targets/to-params.js";
import changeRequests from "../../src/commands/cr.js";
import { failure } from "../config/place.js";

const source = (given: { org?: string; space?: string; site?: string; cr?: string } = {}): ContextSource => ({
  given: (name) => given[name],
  changeRequest: given.cr,
});
const all = { org: "o1", space: "s1", site: "t1" };
const APP = "https://app.example.com/o/oX";
const API = "https://api.example.com/v1";

describe("one target", () => {
  it.each<[string, Kind, string, Parameters<typeof source>[0], Record<string, string>]>([
    ["an id", space, "abc", {}, { spaceId: "abc" }],
    ["a number", changeRequest, "42", all, { spaceId: "s1", changeRequestId: "42" }],
    ["#42", changeRequest, "#42", all, { spaceId: "s1", changeRequestId: "42" }],
    ["an email", member, "ada@example.com", all, { organizationId: "o1", userId: "ada@example.com" }],
    ["two contexts", section, "x", all, { organizationId: "o1", siteId: "t1", siteSectionId: "x" }],
    ["an address of the app", changeRequest, `${APP}/s/sX/~/changes/7`, all, { spaceId: "sX", changeRequestId: "7" }],
    [
      "an API location",
      changeRequest,
      `${API}/spaces/sX/change-requests/7`,
      {},
      { spaceId: "sX", changeRequestId: "7" },
    ],
    ["a site's address", site, `${APP}/sites/tX`, {}, { organizationId: "oX", siteId: "tX" }],
    ["a space's address for a space", space, `${APP}/s/sX`, all, { spaceId: "sX" }],
    ["a space in --space given by address", comment, "c", { space: `${APP}/s/sX` }, { spaceId: "sX", commentId: "c" }],
    [
      "a site in --site given by address, which names its organization",
      section,
      "x",
      { org: "o1", site: `${APP}/sites/tX` },
      { organizationId: "oX", siteId: "tX", siteSectionId: "x" },
    ],
    [
      "a site's address, whose organization goes before the one of --org's address",
      site,
      `${APP}/sites/tX`,
      { org: "https://app.example.com/o/oY" },
      { organizationId: "oX", siteId: "tX" },
    ],
    ["--cr", comment, "c", { ...all, cr: "42" }, { spaceId: "s1", changeRequestId: "42", commentId: "c" }],
    ["--cr '#42'", page, "p", { ...all, cr: "#42" }, { spaceId: "s1", changeRequestId: "42", pageId: "p" }],
    [
      "--cr by address, which names its space",
      comment,
      "c",
      { ...all, cr: `${APP}/s/sX/~/changes/7` },
      { spaceId: "sX", changeRequestId: "7", commentId: "c" },
    ],
    [
      "a comment's address, which goes before --cr",
      comment,
      `${API}/spaces/sX/change-requests/7/comments/c`,
      { ...all, cr: "42" },
      { spaceId: "sX", changeRequestId: "7", commentId: "c" },
    ],
    [
      "--cr where the thing lives in the space only",
      pageInSpace,
      "p",
      { ...all, cr: "42" },
      { spaceId: "s1", pageId: "p" },
    ],
  ])("takes %s as a target", async (_, kind, typed, given, params) => {
    expect((await resolveTarget(kind, typed, source(given))).params).toEqual(params);
  });

  it("keeps the id as its label", async () => {
    expect(await resolveTarget(changeRequest, "#42", source(all))).toMatchObject({ id: "42", label: "42" });
  });

  it("takes addresses of different spaces side by side", async () => {
    const typed = [`${APP}/s/s1/~/changes/1`, `${APP}/s/s2/~/changes/2`];
    const targets = await Promise.all(typed.map((text) => resolveTarget(changeRequest, text, source())));
    expect(targets.map((target) => target.params)).toEqual([
      { spaceId: "s1", changeRequestId: "1" },
      { spaceId: "s2", changeRequestId: "2" },
    ]);
  });
});

describe("R59 what cannot be an id is refused", () => {
  it.each<[Kind, string, Parameters<typeof source>[0], RegExp]>([
    [team, "..", all, /^team "\.\.": must not be a dot segment$/],
    [team, "", all, /^team: a value is required$/],
    [team, "-x", all, /^team "-x": must not start with -$/],
    [team, "a/b", all, /^team "a\/b": must not contain/],
    [team, "a%2Fb", all, /^team "a%2Fb": must not contain/],
    [team, "a b", all, /^team "a b": must not contain/],
    [team, "a\u0000b", all, /^team "a\\u0000b": must not contain/],
    [team, "x".repeat(257), all, /^team: must be at most 256 characters$/],
    [space, `${API}/spaces/..%2Forgs`, {}, /^space "\.\.\/orgs": must not contain/],
    [changeRequest, "42", { space: ".." }, /^--space: must not be a dot segment$/],
    [comment, "c", { ...all, cr: "a/b" }, /^--cr: must not contain/],
    [comment, "c", { ...all, cr: `${APP}/s/sX` }, /^--cr: no id in this URL/],
    [comment, "c", { space: `${APP}/sites/tX` }, /^--space: no id in this URL/],
    [collection, `${APP}/s/sX`, all, /^collection: no id in this URL/],
    [space, "https://", {}, /^space: no id in this URL/],
  ])("%o %j", async (kind, typed, given, message) => {
    await expect(resolveTarget(kind, typed, source(given))).rejects.toMatchObject({
      kind: "invalid-input",
      message: expect.stringMatching(message),
    });
  });
});

describe("contexts", () => {
  it("names the flag, the variable and the setting when one is missing and nobody can be asked", async () => {
    await expect(resolveContexts(["space"], source())).rejects.toMatchObject({
      kind: "usage",
      message: "--space is required when not running interactively",
      hint: "pass --space ID, set DOCS_SPACE, or store one with: docs config set space ID",
    });
  });

  it("asks with what is known already", async () => {
    const asked: unknown[] = [];
    const params = await resolveContexts(["org", "site"], {
      ...source({ org: "o1" }),
      pick: async (name, known) => {
        asked.push([name, { ...known }]);
        return "picked";
      },
    });
    expect(params).toEqual({ organizationId: "o1", siteId: "picked" });
    expect(asked).toEqual([["site", { organizationId: "o1" }]]);
  });
});

describe("a snapshot in place of the service", () => {
  const command = (name: string) => {
    const found = changeRequests.commands.find((one) => one.name === name);
    if (!found) throw new Error(`there is no command ${name}`);
    return found;
  };
  const rehearse = "rehearse it on a copy: docs sandbox load FILE, then docs --sandbox ...";

  it.each([
    ["flag", "--snapshot", rehearse],
    ["environment", "DOCS_SNAPSHOT", `${rehearse}; to change the service, unset DOCS_SNAPSHOT`],
  ] as const)("given by %s refuses what changes something, and says by what it was given", async (source, by, hint) => {
    const named = { file: "monday.docs", source };
    const globals = readGlobals(source === "flag" ? { snapshot: "monday.docs" } : {});
    expect(await failure(() => withSnapshot(globals, command("merge"), "docs cr merge", named))).toMatchObject({
      kind: "usage",
      message: `docs cr merge changes things, and a snapshot is read-only (${by})`,
      hint,
    });
    expect(withSnapshot(globals, command("list"), "docs cr list", named).place.snapshot).toBe("monday.docs");
  });
});
