import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { updateOrg } from "../../src/catalog/organizations.js";
import { listSpacePages } from "../../src/catalog/pages.js";
import { createSiteSection, updateSiteSection } from "../../src/catalog/sections.js";
import { listSiteSpaces } from "../../src/catalog/site-spaces.js";
import { updateSite } from "../../src/catalog/sites.js";
import { updateSpace } from "../../src/catalog/spaces.js";
import { fieldFacts, memberPaths } from "../../src/cli/argv/field-flags.js";
import { flagValue, flagValues, oneOf } from "../../src/cli/argv/values.js";
import { flagName, list, number, text, toggle } from "../../src/cli/flags.js";
import { inputs } from "./helpers.js";

describe("an empty value", () => {
  it.each([
    ["cr list --author ''", "--author needs a value", "pass --author USER, or omit it"],
    ["cr list --search '  '", "--search needs a value", "pass --search TEXT, or omit it"],
    [
      "sites edit --default-site-section=",
      "--default-site-section needs a value",
      "pass --default-site-section SECTION, or omit it",
    ],
    ["team-members edit t1 --add ','", "--add needs a value", "pass --add USER,..., or omit it"],
    ["members list --role ''", "--role needs a value", "pass --role ROLE, or omit it"],
    ["spaces search ' '", "<text> is empty: search text", "see: docs spaces search --help"],
    [
      "openapi version harbor-api ''",
      "<version> is empty: version: an id, or latest",
      "see: docs openapi version --help",
    ],
  ])("docs %s comes from a variable that is not set", async (line, message, hint) => {
    await expect(inputs(line)).rejects.toMatchObject({ kind: "usage", message, hint });
  });
});

describe("three states of a field", () => {
  it.each<[string, Record<string, unknown>]>([
    ["orgs edit --title A", { title: "A" }],
    ["orgs edit --title ''", { title: "" }],
    ["orgs edit --default-role guest", { defaultRole: null }],
    ["orgs edit --no-default-role", { defaultRole: null }],
    ["orgs edit --default-role admin", { defaultRole: "admin" }],
    ["orgs edit --sso --no-ai", { sso: true, ai: false }],
    ["orgs edit --email-domains a.com,b.com --email-domains c.com", { emailDomains: ["a.com", "b.com", "c.com"] }],
    ["orgs edit --email-domains ' a.com , ,b.com'", { emailDomains: ["a.com", "b.com"] }],
    ["orgs edit --email-domains ''", { emailDomains: [] }],
    ["members edit u --role guest", { role: null }],
    ["members edit u --role read", { role: "read" }],
    ["spaces edit --default-level read", { defaultLevel: "read" }],
    ["sections edit x --no-condition --no-icon --no-description", { condition: null, icon: null, description: null }],
    ["sections edit x --condition 'visitor.beta == true'", { condition: "visitor.beta == true" }],
    ["sections create --content s9 --no-title", { spaceId: "s9", title: null }],
    ["sections create --content https://app.example.com/o/o9/s/s9", { spaceId: "s9" }],
    ["site-spaces edit x --no-condition", { condition: null }],
    ["sites edit --no-proxy", { proxy: null }],
    ["sites edit --proxy company.com/docs", { proxy: "company.com/docs" }],
    ["saml edit x --no-default-role", { defaultRole: null }],
    [
      "saml edit x --sso-url https://idp.example.com/sso --entity-id e",
      { ssoURL: "https://idp.example.com/sso", entityID: "e" },
    ],
    ["saml edit x --certificate-file idp.pem", { certificate: "text of idp.pem" }],
    ["teams create --title A --members u1 --members u2,u3", { title: "A", members: ["u1", "u2", "u3"] }],
    ["sites create --title A --new-space", { title: "A", newSpace: true }],
    ["sites create --title A --no-new-space", { title: "A", newSpace: false }],
    ["share-links edit x --no-active", { active: false }],
    ["cr create", {}],
  ])("docs %s sends its fields in the body", async (line, body) => {
    expect((await inputs(line)).body).toEqual(body);
  });

  it.each<[string, Record<string, unknown>]>([
    ["pages list", {}],
    ["pages list --no-metadata", { metadata: false }],
    ["pages list --metadata --no-computed", { metadata: true, computed: false }],
    ["pages view p --evaluated", { evaluated: true }],
    ["pages view p --no-evaluated", { evaluated: false }],
    ["collections list --no-nested", { nested: false }],
    ["sites list --no-published", { published: false }],
    ["sites list --published --title a", { published: true, title: "a" }],
    ["site-spaces list", {}],
    ["site-spaces list --default", { default: true }],
    ["site-spaces list --no-default", { default: false }],
    ["comments list --author u1,u2 --author u3 --page-id p", { authors: ["u1", "u2", "u3"], targetPage: "p" }],
    [
      "cr list --contributor https://api.example.com/v1/orgs/o/members/u9 --status merged",
      { contributor: "u9", status: "merged" },
    ],
  ])("docs %s sends its fields in the query", async (line, query) => {
    expect((await inputs(line)).query).toEqual(query);
  });
});

describe("limits of the contract, told before anything is sent", () => {
  it.each<[string, string]>([
    ["teams create --title ''", "--title takes at least 1 character, got 0"],
    [`teams edit x --title ${"t".repeat(65)}`, "--title takes at most 64 characters, got 65"],
    ["sections edit x --title t", "--title takes at least 2 characters, got 1"],
    [`sections edit x --title ${"t".repeat(129)}`, "--title takes at most 128 characters, got 129"],
    [`sections edit x --description ${"d".repeat(257)}`, "--description takes at most 256 characters, got 257"],
    ["sections edit x --path ''", "--path takes at least 1 character, got 0"],
    [`sections edit x --path ${"p".repeat(101)}`, "--path takes at most 100 characters, got 101"],
    [`sections edit x --icon ${"i".repeat(51)}`, "--icon takes at most 50 characters, got 51"],
    [`section-groups edit x --icon ${"i".repeat(51)}`, "--icon takes at most 50 characters, got 51"],
    ["site-spaces edit x --condition ''", "--condition takes at least 1 character, got 0"],
    [`site-spaces edit x --condition ${"c".repeat(1025)}`, "--condition takes at most 1024 characters, got 1025"],
    [`cr edit 42 --subject ${"s".repeat(101)}`, "--subject takes at most 100 characters, got 101"],
    ["members edit u --role boss", '--role takes admin, create, review, edit, comment, read or guest, not "boss"'],
    [
      "spaces edit --default-level guest",
      '--default-level takes admin, create, review, edit, comment or read, not "guest"',
    ],
    ["spaces edit --edit-mode x", '--edit-mode takes live or locked, not "x"'],
    [
      "sites edit --proxy https://company.com",
      '--proxy has a format that the service does not accept: "https://company.com"',
    ],
    [
      "sites edit --visibility private",
      '--visibility takes public, unlisted, share-link or visitor-auth, not "private"',
    ],
    [
      "sections create --content https://app.example.com/o/o9/sites/x",
      "--content: no id in this URL: https://app.example.com/o/o9/sites/x",
    ],
    ["cr list -L 0", '--limit takes a whole number from 1, not "0"'],
    ["cr list -L 1.5", '--limit takes a whole number from 1, not "1.5"'],
    ["cr list --page-size 1001", '--page-size takes a whole number from 1 to 1000, not "1001"'],
    ["cr list --retries 11", '--retries takes a whole number from 0 to 10, not "11"'],
    ["cr list --concurrency 17", '--concurrency takes a whole number from 1 to 16, not "17"'],
    ["cr list -o xml", '--output takes table, json, jsonl, yaml, csv, tsv or markdown, not "xml"'],
  ])("docs %s is refused", async (line, message) => {
    await expect(inputs(line)).rejects.toMatchObject({ kind: "usage", message });
  });

  it.each(["cr list --page-size 1000", `cr edit 42 --subject ${"s".repeat(100)}`, "cr list --max-wait 0"])(
    "%s is inside",
    async (line) => {
      expect((await inputs(line)).notes).toEqual([]);
    },
  );
});

describe("what the schemas say of a field", () => {
  it.each<[string, unknown, string, object]>([
    [
      "a nullable text with limits",
      updateSiteSection.body?.(),
      "condition",
      { kind: "string", nullable: true, min: 1, max: 1024 },
    ],
    ["an optional id", createSiteSection.body?.(), "title", { kind: "string", nullable: true, min: 2, max: 128 }],
    ["a required field", createSiteSection.body?.(), "spaceId", { kind: "string", required: true }],
    ["a boolean", updateOrg.body?.(), "sso", { kind: "boolean" }],
    ["a list", updateOrg.body?.(), "emailDomains", { kind: "list" }],
    ["a closed set", updateSpace.body?.(), "editMode", { kind: "string", values: ["live", "locked"] }],
    ["a boolean with a default", listSpacePages.query?.(), "metadata", { kind: "boolean", fallback: true }],
    ["a boolean without one", listSiteSpaces.query?.(), "default", { kind: "boolean" }],
  ])("facts of a field: %s", (_, schema, field, facts) => {
    expect(fieldFacts(schema, field)).toEqual(facts);
  });

  it("keeps a pattern", () => {
    expect(fieldFacts(updateSite.body?.(), "proxy").pattern?.test("a.com/docs")).toBe(true);
    expect(fieldFacts(updateSite.body?.(), "proxy").pattern?.test("https://a.com/docs")).toBe(false);
  });

  it("fails for a field that does not exist", () => {
    expect(() => fieldFacts(updateSpace.body?.(), "visibility")).toThrow("the endpoint has no field visibility");
  });

  it("names the members of answers, of a page within pages only once", () => {
    const inner = z.looseObject({ id: z.optional(z.string()), urls: z.optional(z.looseObject({ app: z.string() })) });
    expect(memberPaths(z.looseObject({ items: z.array(inner), n: z.nullable(z.number()) }))).toEqual([
      "items",
      "items.id",
      "items.urls",
      "items.urls.app",
      "n",
    ]);
  });
});

describe("names and values", () => {
  it.each([
    ["title", "title"],
    ["defaultSiteSpace", "default-site-space"],
    ["ssoURL", "sso-url"],
    ["entityID", "entity-id"],
    ["agentTaskId", "agent-task-id"],
  ])("%s is --%s", (field, name) => {
    expect(flagName(field, { describe: "" })).toBe(name);
  });

  it.each<[string, ReturnType<typeof text>, string]>([
    ["none", text("x"), ""],
    ["one", { ...text("x"), values: ["a"] }, "a"],
    ["two", { ...text("x"), values: ["a", "b"] }, "a or b"],
    ["known ones", { ...text("x"), known: ["a", "b", "c"] }, "a, b or c"],
    ["roles that may be null", { ...text("x"), values: ["admin", "read"], nullable: true }, "admin, read or guest"],
  ])("what is allowed is listed in words: %s", (_, flag, words) => {
    expect(oneOf(flag)).toBe(words);
  });

  it("leaves absent flags out and takes commas apart unless told not to", () => {
    const flags = {
      a: list("a"),
      b: list({ describe: "b", whole: true }),
      c: toggle("c"),
      d: number("d"),
      e: text("e"),
    };
    expect(flagValues(flags, { a: ["1,2"], b: ["1,2"], c: false })).toEqual({ a: ["1", "2"], b: ["1,2"], c: false });
    expect(flagValue("d", flags.d, "007")).toBe(7);
  });
});
