import { describe, expect, it } from "vitest";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { testSandbox } from "../helpers/sandbox.js";
import { useOnce } from "../helpers/set-ups.js";

/*
 * What the documentation and the demonstrations rely on, and the counters of the sample, recounted from the lists that
 * the service answers.
 */
const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const ORCHARD = "osAgpp53c2y4hH7jymzf";
const GUIDE = "tG4nVx8YqLz2RkWd7JmS";
const READY = "r9WhaExH4YLUx3DvA6q8";

const service = useOnce(() => testSandbox({ load: loadSample }));

// biome-ignore lint/suspicious/noExplicitAny: items of every resource, looked into by each test
type Item = any;

async function list(path: string): Promise<Item[]> {
  const { status, json } = await service.call("GET", `${path}${path.includes("?") ? "&" : "?"}limit=1000`);
  expect([path, status]).toEqual([path, 200]);
  expect(json.count).toBe(json.items.length);
  return json.items;
}
const get = async (path: string): Promise<Item> => {
  const { status, json } = await service.call("GET", path);
  expect([path, status]).toEqual([path, 200]);
  return json;
};
const counts = async () => (await service.sandbox.info()).counts;

describe("sample organization", () => {
  it("names the defaults of the sandbox profile", async () => {
    expect(SAMPLE).toEqual({
      org: ORG,
      space: GUIDE,
      site: "sD9wPb3HfKc6XnTj1VqZ",
      member: "uA5mJr9TyBq3ZxKd7WnE",
    });
    expect((await get(`/v1/orgs/${ORG}`)).title).toBe("Halden Robotics");
    expect((await get(`/v1/spaces/${GUIDE}`)).title).toBe("Tern User Guide");
    const { role, user, disabled } = await get(`/v1/orgs/${ORG}/members/uA5mJr9TyBq3ZxKd7WnE`);
    expect([role, user.displayName, disabled]).toEqual(["admin", "Ingrid Solheim", false]);
  });

  it.each([
    [true, 2],
    [false, 14],
  ])("leaves out the links that checks do not read in this process alone (local: %s)", async (local, links) => {
    const own = await testSandbox({ load: loadSample, local });
    const preferred = { prefer: "links=broken-and-includes" };
    const { json } = await own.call("GET", `/v1/spaces/${GUIDE}/links`, undefined, preferred);
    expect([json.items.length, json.stats.total]).toEqual([links, 14]);
    own.close();
  });

  it("has ids that look like ids: 20 letters and digits, never all digits, each once", async () => {
    const ids = await service.change(({ store }) =>
      [
        ...store.ids("organization", "root"),
        ...[ORG, ORCHARD].flatMap((org) =>
          ["member", "team", "saml-provider"]
            .flatMap((kind) => store.all<{ id: string }>(kind, org))
            .map(({ id }) => id),
        ),
        ...store.ids("change-request", GUIDE),
        ...store.ids("revision", GUIDE),
        ...store.ids("comment", GUIDE),
        ...store.ids("comment", READY),
      ].filter((id) => id !== SAMPLE.member),
    );
    for (const id of ids) expect(id).toMatch(/^(?=.*[A-Za-z])[A-Za-z0-9]{20}$/);
    expect(ids.length).toBeGreaterThan(80);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("has members of every role, guests, one disabled, and people who sign in by SSO", async () => {
    const members = await list(`/v1/orgs/${ORG}/members`);
    const roles = new Set(members.map(({ role }) => role));
    expect(roles).toEqual(new Set(["admin", "create", "review", "edit", "comment", "read", null]));
    expect(members.filter(({ disabled }) => disabled).length).toBe(1);
    expect(members.filter(({ sso }) => sso).length).toBe(2);
    expect(members.filter(({ lastSeenAt }) => lastSeenAt === undefined).length).toBe(1);
    expect(members.map(({ user }) => user.email)).toContain("mateo.alvarez@halden-robotics.example");
  });

  it("has teams with owners", async () => {
    for (const team of await list(`/v1/orgs/${ORG}/teams`)) {
      const roles = (await list(`/v1/orgs/${ORG}/teams/${team.id}/members`)).map((item) => item.team.role);
      expect(roles).toContain("owner");
    }
    const own = await list(`/v1/orgs/${ORG}/teams?owner=${SAMPLE.member}`);
    expect(own.map(({ title }) => title)).toEqual(["Documentation"]);
  });

  it("nests collections three deep, one of them empty", async () => {
    const collections = await list(`/v1/orgs/${ORG}/collections`);
    const parents = new Map(collections.map(({ title, id, parent }) => [id, { title, parent }]));
    const path = (id: string | undefined): string[] => {
      const at = id === undefined ? undefined : parents.get(id);
      return at ? [...path(at.parent), at.title] : [];
    };
    expect(collections.map(({ id }) => path(id).join(" / ")).sort()).toEqual([
      "Drafts",
      "Inside Halden",
      "Product documentation",
      "Product documentation / Robots",
      "Product documentation / Robots / Retired models",
      "Product documentation / Software",
    ]);
    const drafts = collections.find(({ title }) => title === "Drafts");
    expect(await list(`/v1/collections/${drafts.id}/spaces`)).toEqual([]);
  });

  it("has a locked space, one at the root, and a deleted one that can be restored", async () => {
    const spaces = await list(`/v1/orgs/${ORG}/spaces`);
    expect(spaces.map(({ title }) => title).sort()).toEqual([
      "Engineering Handbook",
      "Field Service Manual",
      "Harbor API",
      "Harbor Fleet Controller",
      "Tern 1 User Guide",
      "Tern Benutzerhandbuch",
      "Tern User Guide",
      "Welcome to Halden",
    ]);
    expect(spaces.filter(({ editMode }) => editMode === "locked").map(({ title }) => title)).toEqual([
      "Tern 1 User Guide",
    ]);
    expect(spaces.filter(({ parent }) => parent === undefined).map(({ title }) => title)).toEqual([
      "Welcome to Halden",
    ]);
    expect((await service.call("GET", "/v1/spaces/pckJFg4CoAX5S93XtNo9")).status).toBe(404);
  });

  it("has a second organization, where the calling member is an admin too", async () => {
    expect((await list("/v1/orgs")).map(({ title }) => title)).toEqual(["Halden Robotics", "Lindenhof Orchards"]);
    expect((await get(`/v1/orgs/${ORCHARD}/members/${SAMPLE.member}`)).role).toBe("admin");
    expect((await list(`/v1/orgs/${ORCHARD}/spaces`)).map(({ title }) => title)).toEqual(["Orchard notes"]);
  });
});

describe("counters of the sample", () => {
  it("counts teams and spaces of members", async () => {
    for (const org of [ORG, ORCHARD]) {
      for (const { id, teams, spaces, user } of await list(`/v1/orgs/${org}/members`)) {
        const path = `/v1/orgs/${org}/members/${id}`;
        const found = [user.displayName, (await list(`${path}/teams`)).length, (await list(`${path}/spaces`)).length];
        expect([user.displayName, teams, spaces]).toEqual(found);
      }
    }
  });

  it("counts members and spaces of teams", async () => {
    for (const org of [ORG, ORCHARD]) {
      for (const team of await list(`/v1/orgs/${org}/teams`)) {
        const members = await list(`/v1/orgs/${org}/teams/${team.id}/members`);
        expect([team.title, team.members]).toEqual([team.title, members.length]);
      }
    }
    const teams = await list(`/v1/orgs/${ORG}/teams`);
    expect(teams.map(({ title, members, spaces }) => [title, members, spaces])).toEqual([
      ["Documentation", 5, 3],
      ["Field service", 4, 1],
      ["Firmware", 3, 1],
      ["Customer support", 2, 0],
    ]);
  });

  it("counts comments and change requests of spaces, and comments of change requests", async () => {
    for (const org of [ORG, ORCHARD]) {
      for (const space of await list(`/v1/orgs/${org}/spaces`)) {
        const byStatus: Record<string, Item[]> = {};
        for (const status of ["draft", "open", "archived", "merged"]) {
          byStatus[status] = await list(`/v1/spaces/${space.id}/change-requests?status=${status}`);
        }
        const all = Object.values(byStatus).flat();
        const open = (scope: string) =>
          service.change(
            ({ store }) => store.all<Item>("comment", scope).filter(({ status }) => status === "open").length,
          );
        expect([space.title, space.changeRequests]).toEqual([space.title, all.length]);
        expect(space.changeRequestsOpen).toBe(byStatus.open?.length);
        expect(space.changeRequestsDraft).toBe(byStatus.draft?.length);
        expect([space.title, space.comments]).toEqual([space.title, await open(space.id)]);
        for (const change of all)
          expect([change.subject, change.comments]).toEqual([change.subject, await open(change.id)]);
      }
    }
  });

  it("counts replies of comments and reactions", async () => {
    const comments = await service.change(({ store }) =>
      [GUIDE, READY].flatMap((scope) =>
        store
          .all<Item>("comment", scope)
          .map((comment) => ({ ...comment, found: store.count("comment-reply", comment.id) })),
      ),
    );
    expect(comments.length).toBe(6);
    for (const { replies, found, reactions } of comments) {
      expect(replies).toBe(found);
      for (const { count, users } of reactions) expect(count).toBe(users.length);
    }
    expect((await counts())["comment-reply"]).toBe(6);
  });
});

describe("sites and links of the sample", () => {
  it("counts the site spaces of sites", async () => {
    const found = await service.change(({ store }) =>
      store.all<Item>("site", ORG).map(({ id, title, published, siteSpaces }) => {
        const scopes = [id, ...store.ids("site-section", id)];
        return [title, published, siteSpaces, scopes.reduce((sum, scope) => sum + store.count("site-space", scope), 0)];
      }),
    );
    expect(found).toEqual([
      ["Halden Docs", true, 5, 5],
      ["Field Service", false, 1, 1],
    ]);
  });

  it("shows spaces and groups sections that exist, one default in each section", async () => {
    const sections = await service.change(({ store }) =>
      store.all<Item>("site-section", SAMPLE.site).map(({ id, title, sectionGroup }) => ({
        title,
        group: store.get<Item>("site-section-group", sectionGroup ?? "")?.title,
        spaces: store.all<Item>("site-space", id).map((item) => store.get<Item>("space", item.space)?.title),
        defaults: store.count("site-space", id, { default: true }),
      })),
    );
    expect(sections).toEqual([
      {
        title: "Robots",
        group: undefined,
        spaces: ["Tern User Guide", "Tern Benutzerhandbuch", "Tern 1 User Guide"],
        defaults: 1,
      },
      { title: "Fleet", group: "Software", spaces: ["Harbor Fleet Controller"], defaults: 1 },
      { title: "Developers", group: "Software", spaces: ["Harbor API"], defaults: 1 },
    ]);
  });

  it("has two broken links in the default space and one in another, all others work", async () => {
    const broken: unknown[] = [];
    for (const space of await list(`/v1/orgs/${ORG}/spaces`)) {
      const items = await list(`/v1/spaces/${space.id}/links`);
      for (const item of items) if (item.status === "broken") broken.push([space.title, item.targetReference.path]);
    }
    expect(broken).toEqual([
      ["Tern User Guide", "every-day/print-markers.md"],
      ["Tern User Guide", "harbor-codes.md"],
      ["Harbor Fleet Controller", "administration/retention-policy.md"],
    ]);
  });

  it("lets a space be transferred, unless a site shows it", async () => {
    const transfer = (space: string) =>
      service.call("POST", `/v1/spaces/${space}/transfer`, { organization: ORCHARD }).then(({ status }) => status);
    expect(await transfer(GUIDE)).toBe(412);
    expect(await transfer("p3sfu86N4L96J7SLYxrq")).toBe(200);
    await service.sandbox.reset();
  });
});

describe("change requests of the sample", () => {
  it("has open, draft, archived and merged ones, numbered without gaps past 42", async () => {
    const changes = await service.change(({ store }) => store.all<Item>("change-request", GUIDE));
    expect(changes.map(({ number }) => number)).toEqual(Array.from({ length: 46 }, (_, index) => index + 1));
    const statuses = changes.slice(40).map(({ status }) => status);
    expect(statuses).toEqual(["merged", "open", "open", "open", "draft", "archived"]);
  });

  it("has revisions for all of them", async () => {
    const missing = await service.change(({ store }) =>
      store
        .all<Item>("change-request", GUIDE)
        .flatMap(({ number, revision, revisionInitial, revisionMerged }) =>
          [revision, revisionInitial, revisionMerged ?? revision].map((id) => ({
            number,
            found: store.get("revision", id),
          })),
        )
        .filter(({ found }) => found === undefined),
    );
    expect(missing).toEqual([]);
  });

  it("number 42 of the default space is open and ready to merge, with a changed page", async () => {
    const change = await get(`/v1/spaces/${GUIDE}/change-requests/42`);
    expect(change).toMatchObject({
      id: READY,
      number: 42,
      status: "open",
      subject: "Charge for 60 minutes instead of 75",
      outdated: false,
      urls: { app: `https://docs.sandbox.invalid/o/${ORG}/s/${GUIDE}/~/changes/42` },
    });
    expect(change.revisionInitial).toBe((await get(`/v1/spaces/${GUIDE}`)).revision);
    const changed = await service.change(({ store }) => {
      const flat = (pages: Item[]): Item[] => pages.flatMap((page) => [page, ...flat(page.pages)]);
      const pages = (id: string) => flat(store.get<Item>("revision", id).pages);
      const before = new Map(pages(change.revisionInitial).map(({ id, document }) => [id, document]));
      return pages(change.revision).filter(({ id, document }) => before.get(id) !== document);
    });
    expect(changed.map(({ path }) => path)).toEqual(["getting-started/charging"]);
    const merged = await service.call("POST", `/v1/spaces/${GUIDE}/change-requests/42/merge`);
    expect([merged.status, merged.json.result]).toEqual([200, "merge"]);
    await service.sandbox.reset();
  });

  it("number 43 is behind but can be updated, number 44 conflicts with what was merged", async () => {
    const path = `/v1/spaces/${GUIDE}/change-requests`;
    expect((await get(`${path}/43`)).outdated).toBe(true);
    expect((await service.call("POST", `${path}/43/update`)).json.result).toBe("update");
    expect((await service.call("POST", `${path}/44/merge`)).json.result).toBe("conflicts");
    await service.sandbox.reset();
  });

  it("goes on with number 47", async () => {
    expect((await service.call("POST", `/v1/spaces/${GUIDE}/change-requests`, {})).json.number).toBe(47);
    await service.sandbox.reset();
  });

  it("restores the deleted space into its collection", async () => {
    const restored = await service.call("POST", "/v1/spaces/pckJFg4CoAX5S93XtNo9/restore");
    expect([restored.status, restored.json.title, restored.json.parent]).toEqual([
      200,
      "Trade fair",
      "cer3z2utja62R25RVbUm",
    ]);
    await service.sandbox.reset();
  });
});
