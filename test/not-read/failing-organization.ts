/** An organization in which every rule finds something: what is wrong with it, rule by rule. */
import type { Change } from "../checks/harness.js";
import { DAY, ORG, type Organization, organization, putCollection, putSpace, SPACE } from "../checks/harness.js";
import { CERTIFICATE, EXPIRED_CERTIFICATE, KEY, WEAK_CERTIFICATE } from "../helpers/certificate.js";
import { putPeople } from "../sandbox/people-helper.js";

const OLD = "2025-06-01T08:00:00.000Z";
const ORGANIZATION = `/v1/orgs/${ORG}`;

/** Spaces for what cannot be wrong at once in one. */
export const EMPTY = "emptySpace0000000001";
export const BEHIND = "behindSpace000000001";

const crs = (space: string) => `/v1/spaces/${space}/change-requests`;

const PAGES = {
  "README.md":
    "# Start\n[gone](gone.md) [license](../LICENSE) [setup](setup.md) [app](https://docs.sandbox.invalid/o/testOrganization0001/s/x)\n",
  "setup.md": "# Setup\n\n{{ space.vars.lost }} {{ space.vars.limit }}\n",
  "hidden.md": "---\nhidden: true\nnoRobotsIndex: true\n---\n# Hidden\n",
  "empty.md": "# Empty\n",
  "pictures.md": "# Pictures\n\n![](https://harbor.org/a.png)\n\n#### Deep\n\n[here](http://localhost:3000/)\n",
  "with.md": '# With\n\n{% include ".gitbook/includes/known.md" %}\n',
  ".gitbook/includes/known.md": "Read [more](nowhere.md).\n",
  "again.md":
    "# Setup\n\n[plain](http://status.harbor.org/) [gone](https://harbor.org/gone) [moved](https://harbor.org/moved)\n",
  "ignored.md": "# Ignored\n\n<!-- docs-ignore links-brokn: never -->\nText.\n",
  "part.md": '# Part\n\n{% include ".gitbook/includes/lost.md" %}\n',
  ".gitbook/vars.yaml": "limit: 10\n",
};

/** Lists that no request fills: what they have beside what the service knows. */
const MORE: readonly [RegExp, object][] = [
  [/\/openapi\?/, { id: "spec1", slug: "fleet", sourceURL: "http://api.example/x", lastProcessErrorCode: "GONE" }],
  [/\/openapi\?/, { id: "spec3", slug: "dock", sourceURL: "https://ada:hunter2@api.example/x" }],
  [/\/openapi\?/, { id: "spec2", slug: "crew", sourceURL: "https://api.example/x", processingState: "pending" }],
  [/\/translations\?/, { id: "tr1", status: "failed", language: "fr", source: { space: SPACE } }],
  [/\/translations\?/, { id: "tr2", status: "running", language: "de", source: { space: SPACE } }],
  [/\/translations\?/, { id: "tr3", status: "completed", language: "it", source: { space: SPACE } }],
  [
    /\/orgs\/\w+\/members\?/,
    { object: "member", id: "guest1", role: null, spaces: 1, disabled: false, user: { displayName: "Guest" } },
  ],
  [/\/saml\?/, { id: "idp1", label: "Okta", status: "active", certificate: CERTIFICATE }],
  [/\/saml\?/, { id: "idp2", label: "Old", status: "expired", certificate: EXPIRED_CERTIFICATE }],
  [/\/saml\?/, { id: "idp4", label: "Weak", status: "active", certificate: WEAK_CERTIFICATE }],
  [/\/saml\?/, { id: "idp3", label: "Half", status: "pending", certificate: "no certificate" }],
  [/\/saml\?/, { id: "idp5", label: "Keyed", status: "active", certificate: `${CERTIFICATE}${KEY}` }],
];

const TIMES = { createdAt: OLD, updatedAt: OLD };

interface Listed {
  items?: object[];
  count?: number;
}

/** As many administrators as nobody needs. */
const ADMINS = Array.from({ length: 7 }, (_, at) => ({
  object: "member",
  id: `admin${at}`,
  role: "admin",
  disabled: false,
  sso: false,
  user: { displayName: `Admin ${at}`, email: `admin${at}@harbor.example` },
}));

/** What no request makes wrong. With `admins`, the other half of what cannot be wrong at once. */
const wrong =
  (admins: boolean): Change =>
  (path, { status, json }) => {
    // Answers of the embedded service are objects.
    const body = json as Listed & Record<string, unknown>;
    const more = MORE.filter(([pattern]) => pattern.test(path)).map(([, item]) => ({ ...TIMES, ...item }));
    if (admins && /orgs\/\w+\/members\?/.test(path)) more.push(...ADMINS.map((one) => ({ ...TIMES, ...one })));
    // The guest is in the list alone.
    if (/\/members\/guest1\/spaces\?/.test(path)) {
      return { status: 200, json: { count: 1, items: [{ permission: "read", space: { ...TIMES, id: SPACE } }] } };
    }
    if (more.length > 0) {
      return {
        status,
        json: { ...body, items: [...more, ...(body.items ?? [])], count: (body.count ?? 0) + more.length },
      };
    }
    if (path !== ORGANIZATION) return { status, json };
    const own = { billing: { hasPaymentFailed: true }, blocked: { reason: "phishing" }, sso: admins };
    return { status, json: { ...body, ...own } };
  };

async function fillSpaces(org: Organization): Promise<void> {
  await org.change((context) => {
    putPeople(context);
    putCollection(context, { id: "emptyCollection00001", title: "Nothing" });
    putSpace(context, { id: EMPTY, title: "Empty" });
    putSpace(context, { id: BEHIND, title: "Behind" });
  });
  await org.write(PAGES);
  await org.write({ "README.md": "# Behind\n" }, { space: BEHIND });
  await org.change(({ store }) => {
    const space = store.get<{ revision: string }>("space", BEHIND);
    // An import leaves out a cover that is not there.
    const guide = store.get<{ revision: string }>("space", SPACE)?.revision ?? "";
    store.update<{ pages: object[] }>("revision", guide, ({ pages: [first, ...others], ...revision }) => ({
      ...revision,
      pages: [{ ...first, cover: { ref: { kind: "file", file: "lost1" } } }, ...others],
    }));
    store.update<object>("space", BEHIND, (value) => ({ ...value, gitSync: { repoName: "tern/x", updatedAt: OLD } }));
    store.update<{ files: object[] }>("revision", space?.revision ?? "", (revision) => ({
      ...revision,
      files: [{ id: "old1", name: "old.png", contentType: "image/png", size: 3 }],
    }));
  });
  await org.send("POST", `/v1/spaces/${SPACE}/comments`, { body: { markdown: "Still true?" } });
  await org.send("PATCH", `/v1/spaces/${EMPTY}`, { editMode: "locked", defaultLevel: "admin" });
}

async function fillChangeRequests(org: Organization): Promise<void> {
  org.advance(60_000);
  for (const [at, status] of ["open", "open", "draft"].entries()) {
    const { id } = await org.send("POST", crs(SPACE), { subject: at === 0 ? "" : `Change ${at}` });
    if (status === "open") await org.send("PATCH", `${crs(SPACE)}/${id}`, { status });
    org.advance(60_000);
    const text = "{{ space.vars.new }} [lost](lost.md)";
    await org.write({ "README.md": `# Start ${at}\n\n${text}\n`, "setup.md": "# Setup\n" }, { cr: id });
    if (at > 0) continue;
    await org.send("POST", `${crs(SPACE)}/${id}/comments`, { body: { markdown: "Why?" } });
    await org.change(({ store }) =>
      store.update<object>("change-request", id, (value) => ({ ...value, createdBy: { id: "gone" } })),
    );
  }
  const { id } = await org.send("POST", crs(BEHIND), { subject: "Late" });
  await org.send("PATCH", `${crs(BEHIND)}/${id}`, { status: "open" });
  await org.write({ "README.md": "# Behind, no more\n" }, { space: BEHIND });
}

async function fillPeople(org: Organization): Promise<void> {
  await org.send("PATCH", ORGANIZATION, { emailDomains: ["dock.example"], defaultRole: "admin" });
  const team = async (title: string, members: string[], owners: string[]) => {
    const { id } = await org.send("PUT", `${ORGANIZATION}/teams`, { title, members });
    for (const user of members) {
      const role = owners.includes(user) ? "owner" : "member";
      await org.send("PUT", `${ORGANIZATION}/teams/${id}/members/${user}`, { role });
    }
  };
  await team("Crew", ["bo1", "di1", "ed1"], []);
  await team("Crew", ["bo1", "ed1"], ["bo1"]);
  await team("Nobody", [], []);
}

async function fillSites(org: Organization): Promise<void> {
  const site = async (body: object) =>
    `${ORGANIZATION}/sites/${(await org.send("POST", `${ORGANIZATION}/sites`, body)).id}`;
  const guarded = async (path: string) => {
    const { items } = await org.send("GET", `${path}/site-spaces`);
    await org.send("PATCH", `${path}/site-spaces/${items[0].id}`, { condition: "visitor.claims.plan" });
  };
  const first = await site({ title: "One", spaces: [SPACE], visibility: "share-link" });
  await guarded(first);
  await org.send("POST", `${first}/share-links`, { name: "Partners" });
  await org.send("POST", `${first}/share-links`, { name: "P" });
  const { items } = await org.send("GET", `${first}/share-links`);
  await org.send("PATCH", `${first}/share-links/${items[0].id}`, { name: " " });
  await org.send("PATCH", first, { visibility: "public" });
  const second = await site({ title: "Two", spaces: [SPACE], visibility: "unlisted" });
  await org.send("PUT", `${second}/adaptive-schema`, {
    jsonSchema: { type: "object", properties: {}, additionalProperties: false },
  });
  await guarded(second);
  await org.send("POST", `${second}/publish`);
  await site({ title: "Three" });
  await org.send("PATCH", ORGANIZATION, { defaultContent: { type: "site", site: first.split("/").at(-1) } });
}

/** Rules that need other answers than the others: with single sign-on required, and many administrators. */
const OTHER_HALF: readonly string[] = ["member-no-sso", "admins-many"];

/** It goes after the test, or with `release` after whatever that waits for. */
export async function failingOrganization(release?: (work: () => void) => void): Promise<Organization> {
  const org = await organization(release);
  await fillSpaces(org);
  await fillChangeRequests(org);
  await fillPeople(org);
  await fillSites(org);
  org.advance(400 * DAY);
  return org;
}

/** What else is wrong there, for a rule: to be put between. */
export const wrongFor = ({ id }: { id: string }): Change => wrong(OTHER_HALF.includes(id));
