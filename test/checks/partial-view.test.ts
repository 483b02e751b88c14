/** What a token does not see, or an answer does not have, is no pass, no finding and no reason for a fix. */
import { expect, test } from "vitest";
import { ruleNamed } from "../../src/checks/rules/index.js";
import type { AnyRule } from "../../src/checks/types.js";
import { endpointAt } from "../not-read/faults.js";
import { ORG, type Organization, organization, putCollection, putSpace, SPACE } from "./harness.js";

const CRS = `/v1/spaces/${SPACE}/change-requests`;

const rule = (id: string): AnyRule => {
  const found = ruleNamed(id);
  if (!found) throw new Error(`no rule ${id}`);
  return found;
};

/** The token may not see everything in the organization. */
const restrict = (org: Organization): void =>
  org.between((path, { status, json }) =>
    path === `/v1/orgs/${ORG}`
      ? { status, json: { ...(json as object), permissions: { view: true, admin: false, listMembers: false } } }
      : { status, json },
  );

const spec = { id: "spec1", slug: "fleet", sourceURL: "https://api.example/x", processingState: "complete" };

test.each<[string, (org: Organization) => Promise<unknown> | unknown]>([
  ["collection-empty", (org) => org.change((context) => putCollection(context, { id: "c1", title: "Guides" }))],
  ["space-orphan", () => undefined],
  ["spec-unused", (org) => org.reply(/\/openapi/, 200, { count: 1, items: [spec] })],
  [
    "default-content-unpublished",
    async (org) => {
      const { id } = await org.send("POST", `/v1/orgs/${ORG}/sites`, { title: "Help" });
      await org.send("PATCH", `/v1/orgs/${ORG}`, { defaultContent: { type: "site", site: id } });
      org.reply(/\/sites(\?|$)/, 200, { count: 0, items: [] });
      org.reply(/\/sites\/\w+$/, 404, { error: { message: "not found" } });
    },
  ],
  [
    "cr-author-gone",
    async (org) => {
      const { id } = await org.send("POST", CRS, { subject: "Words" });
      await org.change(({ store }) =>
        store.update<object>("change-request", id, (value) => ({ ...value, createdBy: { id: "gone" } })),
      );
    },
  ],
])("R83: %s: what this token does not see may be there all the same", async (id, make) => {
  const org = await organization();
  await make(org);
  expect((await org.run(rule(id))).status).toBe("fail");
  restrict(org);
  const ran = await org.run(rule(id));
  expect([ran.status, ran.findings[0]?.message]).toEqual([
    "not-evaluable",
    expect.stringContaining("this token may not see everything"),
  ]);
});

test("R88: an empty space is not to be deleted by who may not see all sites", async () => {
  const org = await organization();
  expect((await org.run(rule("space-empty"))).failing[0]?.fix?.change).toBeDefined();
  restrict(org);
  const { fix } = (await org.run(rule("space-empty"))).failing[0] ?? {};
  expect([fix?.change, fix?.unplanned]).toEqual([undefined, expect.stringContaining("may not see everything")]);
});

/** Answers of an endpoint lose a member, in each of their items if it is a list. */
const without = (org: Organization, method: string, member: string): void =>
  org.between((path, { status, json }) => {
    const { path: own, items } = endpointAt(path);
    if (own !== method) return { status, json };
    const cut = ({ [member]: _, ...rest }: Record<string, unknown>) => rest;
    // Answers of the embedded service are objects, and so are items of lists.
    const body = json as Record<string, unknown>;
    const list = items === undefined ? undefined : (body[items] as Record<string, unknown>[]);
    return { status, json: list && items ? { ...body, [items]: list.map(cut) } : cut(body) };
  });

const CR_LIST = "/v1/spaces/{spaceId}/change-requests";
const CR_PAGES = `${CR_LIST}/{changeRequestId}/content/pages`;
const PAGES = "/v1/spaces/{spaceId}/content/pages";
const CONTENT = "/v1/spaces/{spaceId}/content";
const TEXT = "/v1/spaces/{spaceId}/content/page/{pageId}";

test.each([
  ["cr-outdated", CR_LIST, "outdated"],
  ["cr-unresolved-comments", CR_LIST, "comments"],
  ["variable-missing", CONTENT, "pages"],
  ["variable-missing", CONTENT, "variables"],
  ["cr-variable-missing", CONTENT, "variables"],
  ["variable-missing", TEXT, "markdown"],
  ["git-sync-behind", CONTENT, "createdAt"],
  ["links-broken", "/v1/spaces/{spaceId}/links", "status"],
  ["include-missing", "/v1/spaces/{spaceId}/links", "status"],
])("R87: %s does not pass if %s has no %s", async (id, endpoint, member) => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n" });
  await org.change(({ store }) =>
    store.update<object>("space", SPACE, (space) => ({ ...space, gitSync: { updatedAt: "2026-01-16T09:00:00Z" } })),
  );
  const { id: cr } = await org.send("POST", CRS, { subject: "Words" });
  await org.send("PATCH", `${CRS}/${cr}`, { status: "open" });
  expect((await org.run(rule(id))).status).toBe("pass");
  if (member === "status") await org.write({ "README.md": '# Start\n[gone](gone.md)\n{% include "lost.md" %}\n' });
  without(org, endpoint, member);
  expect((await org.run(rule(id))).status).toBe("not-evaluable");
});

test("R87: cr-overlap: pages without texts are not the same", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n" });
  for (const subject of ["One", "Two"]) {
    org.advance(60_000);
    const { id } = await org.send("POST", CRS, { subject });
    org.advance(60_000);
    await org.write({ "README.md": `# Start\n\n${subject}\n` }, { cr: id });
  }
  expect((await org.run(rule("cr-overlap"))).status).toBe("fail");
  org.between((path, { status, json }) => {
    const { markdown: _, ...rest } = json as Record<string, unknown>;
    return { status, json: /\/content\/page\/\w+/.test(path) ? rest : json };
  });
  expect((await org.run(rule("cr-overlap"))).status).toBe("not-evaluable");
});

test("R87: translation-behind: a source that is not seen is no pass", async () => {
  const org = await organization();
  const item = { id: "tr1", status: "completed", language: "fr", source: { space: SPACE }, updatedAt: "2026-01-12" };
  org.reply(/\/translations/, 200, { count: 1, items: [item] });
  expect((await org.run(rule("translation-behind"))).status).toBe("pass");
  org.reply(new RegExp(`/v1/spaces/${SPACE}$`), 404);
  expect((await org.run(rule("translation-behind"))).status).toBe("not-evaluable");
});

test("a thing that is listed twice is found once", async () => {
  const org = await organization();

  org.between((path, { status, json }) => {
    const body = json as { items?: object[] };
    const twice = [...(body.items ?? []), ...(body.items ?? [])];
    return { status, json: path.includes("/spaces?") ? { ...body, items: twice, count: 1 } : json };
  });
  expect((await org.run(rule("space-orphan"))).messages).toHaveLength(1);
});

const NOTHING = { count: 0, items: [] };

test.each([
  ["cr-stale", /\/orgs\/\w+\/spaces/],
  ["space-locked-long", /\/orgs\/\w+\/spaces/],
  ["site-empty", /\/orgs\/\w+\/sites/],
  ["share-link-old", /\/orgs\/\w+\/sites/],
  ["team-empty", /\/orgs\/\w+\/teams/],
  ["spec-failed", /\/orgs\/\w+\/openapi/],
])("R87: %s: nothing to check is no pass for who may not see everything", async (id, list) => {
  const org = await organization();
  org.reply(list, 200, NOTHING);
  expect(await org.run(rule(id))).toMatchObject({ status: "pass", looked: 0 });
  restrict(org);
  const { status, findings } = await org.run(rule(id));
  expect([status, findings.map(({ message }) => message)]).toEqual([
    "not-evaluable",
    [expect.stringMatching(/^not evaluable: this token may not see everything .*permission \w+ is missing/)],
  ]);
});

test("R87: a space without change requests passes, whoever looks", async () => {
  const org = await organization();
  restrict(org);
  expect(await org.run(rule("cr-stale"))).toMatchObject({ status: "pass", looked: 0 });
});

test("R87: condition-no-schema: a site that is out of sight is none without a schema", async () => {
  const org = await organization();
  const site = await org.send("POST", `/v1/orgs/${ORG}/sites`, { title: "Help" });
  const spaces = `/v1/orgs/${ORG}/sites/${site.id}/site-spaces`;
  const { id } = await org.send("POST", spaces, { spaceId: SPACE });
  await org.send("PATCH", `${spaces}/${id}`, { condition: "visitor.claims.plan == 'pro'" });
  expect((await org.run(rule("condition-no-schema"))).status).toBe("fail");
  org.reply(new RegExp(`/sites/${site.id}$`), 404);
  for (const one of ["condition-no-schema", "condition-unknown-attribute"])
    expect((await org.run(rule(one))).status).toBe("not-evaluable");
});

test.each([CR_PAGES, PAGES])("R87: cr-broken-links: pages that %s leaves out are not removed", async (list) => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n", "a.md": "# A\n", "b.md": "# B\n[a](a.md)\n" });
  org.advance(60_000);
  const { id } = await org.send("POST", CRS, { subject: "Words" });
  await org.send("PATCH", `${CRS}/${id}`, { status: "open" });
  for (const one of ["cr-broken-links", "cr-variable-missing"]) expect((await org.run(rule(one))).status).toBe("pass");
  org.between((path, { status, json }) =>
    endpointAt(path).path === list ? { status, json: { pages: [], count: 0 } } : { status, json },
  );
  for (const one of ["cr-broken-links", "cr-variable-missing"]) {
    const { status, findings } = await org.run(rule(one));
    expect([one, status, findings[0]?.message]).toEqual([
      one,
      "not-evaluable",
      expect.stringContaining("lacks 3 pages"),
    ]);
  }
});

/** An organization in which a rule passes, and the list that makes it find something if it lacks an item. */
test.each<[string, (org: Organization) => Promise<unknown>, RegExp]>([
  [
    "collection-empty",
    (org) =>
      org.change((context) => {
        putCollection(context, { id: "c1", title: "Guides" });
        putSpace(context, { id: "s2", title: "Guide", parent: "c1" });
      }),
    /\/orgs\/\w+\/spaces(\?|$)/,
  ],
  [
    "default-content-unpublished",
    async (org) => {
      const { id } = await org.send("POST", `/v1/orgs/${ORG}/sites`, { title: "Help" });
      await org.send("POST", `/v1/orgs/${ORG}/sites/${id}/publish`);
      await org.send("PATCH", `/v1/orgs/${ORG}`, { defaultContent: { type: "site", site: id } });
    },
    /\/sites(\?|$)/,
  ],
])("R95: %s: a list that lacks an item, and does not count it, is no proof", async (id, make, list) => {
  const org = await organization();
  await make(org);
  expect((await org.run(rule(id))).status).toBe("pass");
  org.reply(list, 200, { count: 0, items: [] });
  expect((await org.run(rule(id))).failing).toEqual([]);
});
