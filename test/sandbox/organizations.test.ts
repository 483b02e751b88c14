import { describe, expect, test } from "vitest";
import { ORG, OTHER_ORG, putOrganization } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";

const box = useTestSandbox();

const patch = (body: object, id = ORG) => box.call("PATCH", `/v1/orgs/${id}`, body);

test("get answers the organization, or 404", async () => {
  const { status, json } = await box.call("GET", `/v1/orgs/${ORG}`);
  expect(status).toBe(200);
  expect(json).toMatchObject({ object: "organization", id: ORG, title: "Harbor", defaultRole: "read" });
  expect((await box.call("GET", "/v1/orgs/none")).json).toEqual({
    error: { code: 404, message: 'organization "none" not found' },
  });
});

test("the list has only organizations that the caller belongs to", async () => {
  await box.change((context) => {
    putOrganization(context, "foreign", "Foreign");
    context.store.remove("member", `foreign/${context.actor}`);
  });
  const { json } = await box.call("GET", "/v1/orgs");
  expect(json.items.map((item: { id: string }) => item.id)).toEqual([ORG, OTHER_ORG]);
  expect(json.count).toBe(2);
});

describe("PATCH", () => {
  test("every field; the logo is answered as urls.logo", async () => {
    await box.change(({ store }) => store.put("site", "web", ORG, { object: "site", id: "web" }));
    const { status, json } = await patch({
      title: "Harbour",
      emailDomains: ["harbor.example", "harbour.example"],
      hostname: "harbour",
      defaultRole: "comment",
      defaultContent: { type: "site", site: "web" },
      logo: "https://harbor.example/logo.svg",
      sso: true,
      ai: false,
      inviteLinks: false,
    });
    expect(status).toBe(200);
    expect(json).toEqual({
      object: "organization",
      id: ORG,
      title: "Harbour",
      createdAt: "2025-06-01T08:00:00.000Z",
      emailDomains: ["harbor.example", "harbour.example"],
      hostname: "harbour",
      defaultRole: "comment",
      defaultContent: { type: "site", site: "web" },
      sso: true,
      ai: false,
      inviteLinks: false,
      urls: {
        location: `https://docs.sandbox.invalid/v1/orgs/${ORG}`,
        app: `https://docs.sandbox.invalid/o/${ORG}`,
        logo: "https://harbor.example/logo.svg",
      },
      permissions: { view: true, admin: true },
    });
  });

  test("null as default role makes guests; fields left out stay", async () => {
    expect((await patch({ defaultRole: null })).json).toMatchObject({ defaultRole: null, title: "Harbor", ai: true });
    expect((await patch({})).json.defaultRole).toBeNull();
  });

  test("default content of another organization is 400 and changes nothing", async () => {
    await box.change(({ store }) => store.put("site", "web", OTHER_ORG, { object: "site", id: "web" }));
    const { status, json } = await patch({ title: "x", defaultContent: { type: "site", site: "web" } });
    expect([status, json.error.message]).toEqual([
      400,
      'invalid default content: site "web" is not in the organization',
    ]);
    expect((await box.call("GET", `/v1/orgs/${ORG}`)).json.title).toBe("Harbor");
  });

  test("403 for members who are not admins", async () => {
    await box.change(({ store, actor }) =>
      store.update("member", `${ORG}/${actor}`, (member) => ({ ...member, role: "create" })),
    );
    expect((await patch({ title: "x" })).status).toBe(403);
    expect((await box.call("GET", `/v1/orgs/${ORG}`)).json.title).toBe("Harbor");
  });
});

test("ping answers an object; the token for visitors is an option that is off", async () => {
  const { status, text } = await box.call("POST", `/v1/orgs/${ORG}/ping`);
  expect([status, text]).toEqual([200, "{}"]);
  expect((await box.call("POST", "/v1/orgs/none/ping")).status).toBe(404);
});

test("deleting an invite link is 204, known or not, twice, without a body", async () => {
  for (const path of [
    `/v1/orgs/${ORG}/link-invites/a`,
    `/v1/orgs/${ORG}/link-invites/a`,
    "/v1/orgs/no/link-invites/b",
  ]) {
    const { status, text, headers } = await box.call("DELETE", path);
    expect([status, text, headers["content-type"]]).toEqual([204, "", undefined]);
  }
});

describe("email domains", () => {
  const lookup = async (domain: string) => (await box.call("GET", `/v1/email-domains/${domain}/orgs`)).json;

  test("the organizations that claim the domain, in any case", async () => {
    await patch({ emailDomains: ["a.example", "Shared.example"] });
    await patch({ emailDomains: ["shared.example"] }, OTHER_ORG);
    const titles = async (domain: string) =>
      (await lookup(domain)).organizations.map(({ title }: { title: string }) => title);
    expect(await titles("A.EXAMPLE")).toEqual(["Harbor"]);
    expect(await titles("shared.example")).toEqual(["Harbor", "Lighthouse"]);
    expect(await lookup("example")).toEqual({ organizations: [] });
  });
});
