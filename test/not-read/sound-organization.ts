/** An organization in which no rule finds anything, though each has something to check. */
import { type Change, ORG, type Organization, organization, putCollection, SPACE } from "../checks/harness.js";
import { CERTIFICATE } from "../helpers/certificate.js";

const ORGANIZATION = `/v1/orgs/${ORG}`;
const CRS = `/v1/spaces/${SPACE}/change-requests`;
const NOW = "2026-01-15T10:00:00.000Z";
const README = `# Start
[setup](setup.md)

<!-- docs-ignore links-broken: shows what a broken link looks like -->
[gone](gone.md)
`;
const TIMES = { createdAt: NOW, updatedAt: NOW };

/** What no request makes: it is all in order. */
const more: Change = (path, { status, json }) => {
  // Answers of the embedded service are objects.
  const body = json as Record<string, unknown>;
  const list = (item: object) => ({ status, json: { count: 1, items: [{ ...TIMES, ...item }] } });
  if (/\/openapi\?/.test(path)) {
    return list({ id: "spec1", slug: "fleet", sourceURL: "https://api.example/x", processingState: "complete" });
  }
  if (/\/translations\?/.test(path)) {
    return list({ id: "tr1", status: "completed", language: "fr", source: { space: SPACE } });
  }
  if (/\/members\/cy1\/spaces\?/.test(path)) return list({ permission: "admin", space: { id: SPACE } });
  if (/\/saml\?/.test(path)) return list({ id: "idp1", label: "Okta", status: "active", certificate: CERTIFICATE });
  if (!/\/content\/pages/.test(path)) return { status, json };
  const made = { id: "api", type: "computed", title: "API", path: "api", updatedAt: NOW };
  const computed = { dependencies: { spec: { ref: { kind: "openapi", spec: "spec1" } } } };
  return { status, json: { ...body, pages: [...(body.pages as object[]), { ...made, computed }] } };
};

export async function soundOrganization(): Promise<Organization> {
  const org = await organization();
  await org.change(({ store, ...context }) => {
    putCollection({ store, ...context }, { id: "guides00000000000001", title: "Guides" });
    const ada = store.get<{ id: string; user: object }>("member", `${ORG}/${context.actor}`);
    const seen = { lastSeenAt: NOW, sso: true, role: "admin" };
    store.update<object>("member", `${ORG}/${context.actor}`, (value) => ({ ...value, ...seen }));
    const user = { object: "user", id: "bo1", displayName: "Bo Lund", email: "bo@harbor.example" };
    store.put("member", `${ORG}/bo1`, ORG, { ...ada, ...seen, id: "bo1", user });
    const owner = { object: "user", id: "cy1", displayName: "Cy Berg", email: "cy@harbor.example" };
    store.put("member", `${ORG}/cy1`, ORG, { ...ada, ...seen, id: "cy1", role: "create", user: owner });
  });
  await org.send("PATCH", ORGANIZATION, { sso: true, inviteLinks: false, emailDomains: ["harbor.example"] });
  await org.send("POST", `/v1/spaces/${SPACE}/move`, { parent: "guides00000000000001" });
  const { id: team } = await org.send("PUT", `${ORGANIZATION}/teams`, { title: "Crew", members: ["bo1"] });
  await org.send("PUT", `${ORGANIZATION}/teams/${team}/members/bo1`, { role: "owner" });
  await org.write({ "README.md": README, "setup.md": "# Setup\n\nRun it.\n" });
  org.advance(60_000);
  const { id } = await org.send("POST", CRS, { subject: "Words" });
  await org.send("PATCH", `${CRS}/${id}`, { status: "open" });
  org.advance(60_000);
  await org.write({ "setup.md": "# Setup\n\nMore.\n" }, { cr: id });
  const site = { title: "Help", spaces: [SPACE], visibility: "share-link" };
  const { id: made } = await org.send("POST", `${ORGANIZATION}/sites`, site);
  await org.send("POST", `${ORGANIZATION}/sites/${made}/share-links`, { name: "Partners" });
  await org.send("POST", `${ORGANIZATION}/sites/${made}/publish`);
  org.between(more);
  return org;
}
