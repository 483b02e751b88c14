import { expect, test } from "vitest";
import {
  attributesOf,
  conditionAdaptiveOff,
  conditionNoSchema,
  conditionUnknownAttribute,
  defaultContentUnpublished,
  isDeclared,
  shareLinkOld,
  shareLinkUnnamed,
  shareLinkUnused,
  siteEmpty,
  siteUnlisted,
  siteUnpublishedOld,
} from "../../src/checks/rules/sites.js";
import { DAY, expectBothOutcomes, ORG, type Organization, organization, SPACE } from "./harness.js";

expectBothOutcomes(import.meta.url);

const SITES = `/v1/orgs/${ORG}/sites`;

async function withSite(fields: object = {}): Promise<{ org: Organization; site: string; path: string }> {
  const org = await organization();
  const { id } = await org.send("POST", SITES, { title: "Help center", spaces: [SPACE], ...fields });
  return { org, site: id, path: `${SITES}/${id}` };
}

const SCHEMA = {
  type: "object",
  properties: {
    isPartner: { type: "boolean" },
    unsigned: { type: "object", properties: { preview: { type: "boolean" } }, additionalProperties: false },
  },
  additionalProperties: false,
};

/** Sets the condition of the only site space. */
async function guard({ org, path }: { org: Organization; path: string }, condition: string | null): Promise<void> {
  const { items } = await org.send("GET", `${path}/site-spaces`);
  await org.send("PATCH", `${path}/site-spaces/${items[0].id}`, { condition });
}

test("condition-unknown-attribute", async () => {
  const made = await withSite();
  const { org, path } = made;
  await org.send("PUT", `${path}/adaptive-schema`, { jsonSchema: SCHEMA });
  for (const [condition, names] of [
    ["visitor.claims.isPartner", []],
    ["visitor.claims.isPartner && visitor.claims.unsigned.preview", []],
    ['visitor.claims["isPartner"]', []],
    ['"visitor.claims.plan" == visitor.claims.isPartner', []],
    ["visitor.claims.plan", ["plan"]],
    ["visitor.claims.unsigned.beta || visitor.claims.plan || visitor.claims.plan", ["plan", "unsigned.beta"]],
  ] as const) {
    await guard(made, condition);
    const { messages } = await org.run(conditionUnknownAttribute);
    expect(messages, condition).toEqual(
      names.map((name) => `its condition reads visitor.claims.${name}, which the visitor schema does not have`),
    );
  }
  await guard(made, "visitor.claims.plan");
  const ran = await org.run(conditionUnknownAttribute);
  expect(ran.failing[0]).toMatchObject({
    object: { kind: "site-space", title: "Guide" },
    within: { kind: "site", title: "Help center" },
  });
});

test("attributes of conditions, and what a schema leaves open", () => {
  expect(attributesOf("visitor.claims.a.b == 1 && !visitor.claims['my plan']")).toEqual([["a", "b"], ["my plan"]]);
  expect(attributesOf("myvisitor.claims.a + other.visitor")).toEqual([]);
  expect(attributesOf(`${"visitor.claims.a ".repeat(60)}`)).toHaveLength(60);
  expect(isDeclared(SCHEMA, ["isPartner", "toString"])).toBe(true);
  expect(isDeclared(SCHEMA, ["constructor"])).toBe(false);
  expect(isDeclared({ type: "object", properties: {} }, ["plan"])).toBe(true);
  expect(isDeclared(undefined, ["plan"])).toBe(true);
});

test("condition-no-schema and condition-adaptive-off", async () => {
  const made = await withSite();
  const { org, site, path } = made;
  const run = async () => [(await org.run(conditionNoSchema)).messages, (await org.run(conditionAdaptiveOff)).messages];
  expect(await run()).toEqual([[], []]);
  await guard(made, "visitor.claims.isPartner");
  expect(await run()).toEqual([
    ["Guide has a condition, and it has no visitor schema"],
    ["Guide has a condition, and adaptive content is off"],
  ]);
  expect(await org.run(conditionUnknownAttribute)).toMatchObject({ status: "pass" });
  await org.send("PUT", `${path}/adaptive-schema`, { jsonSchema: SCHEMA });
  await org.send("PATCH", `${SITES}/${site}`, { adaptiveContent: { enabled: true } });
  expect(await run()).toEqual([[], []]);
});

test("condition-no-schema: a schema that was denied is not evaluable", async () => {
  const made = await withSite();
  await guard(made, "visitor.claims.isPartner");
  made.org.reply(/adaptive-schema/, 403);
  expect((await made.org.run(conditionNoSchema)).status).toBe("not-evaluable");
});

test("share-link-old, share-link-unnamed, share-link-unused", async () => {
  const { org, site, path } = await withSite({ visibility: "share-link" });
  const link = await org.send("POST", `${path}/share-links`, { name: "Partners" });
  const run = async () => [
    (await org.run(shareLinkOld)).messages,
    (await org.run(shareLinkUnnamed)).messages,
    (await org.run(shareLinkUnused)).messages,
  ];
  expect(await run()).toEqual([[], [], []]);
  org.advance(200 * DAY);
  expect(await run()).toEqual([["active for 200 days"], [], []]);
  const old = await org.run(shareLinkOld);
  expect(old.failing[0]?.fix?.words).toEqual(["share-links", "edit", link.id, "--site", site, "--no-active"]);
  await org.send("PATCH", `${path}/share-links/${link.id}`, { name: " " });
  await org.send("PATCH", `${SITES}/${site}`, { visibility: "public" });
  expect(await run()).toEqual([
    ["active for 200 days"],
    ["active, and has no name"],
    ["public, and has 1 active share link"],
  ]);
  await org.send("PATCH", `${path}/share-links/${link.id}`, { active: false });
  expect(await run()).toEqual([[], [], []]);
});

test("site-unpublished-old, site-unlisted, site-empty", async () => {
  const { org, site, path } = await withSite({ visibility: "unlisted" });
  const run = async () => [
    (await org.run(siteUnpublishedOld)).messages,
    (await org.run(siteUnlisted)).messages,
    (await org.run(siteEmpty)).messages,
  ];
  expect(await run()).toEqual([[], [], []]);
  org.advance(100 * DAY);
  expect(await run()).toEqual([["created 100 days ago, and not published"], [], []]);
  await org.send("POST", `${path}/publish`);
  expect(await run()).toEqual([[], ["published and unlisted: everybody with its address can read it"], []]);
  await org.send("PATCH", `${SITES}/${site}`, { visibility: "public" });
  const { items } = await org.send("GET", `${path}/site-spaces`);
  await org.send("DELETE", `${path}/site-spaces/${items[0].id}`);
  expect(await run()).toEqual([[], [], ["published, and has no spaces"]]);
});

test("default-content-unpublished", async () => {
  const { org, site, path } = await withSite();
  expect((await org.run(defaultContentUnpublished)).status).toBe("pass");
  await org.send("PATCH", `/v1/orgs/${ORG}`, { defaultContent: { type: "site", site } });
  expect((await org.run(defaultContentUnpublished)).messages).toEqual([
    "its default site, Help center, is not published",
  ]);
  await org.send("POST", `${path}/publish`);
  expect((await org.run(defaultContentUnpublished)).status).toBe("pass");
});
