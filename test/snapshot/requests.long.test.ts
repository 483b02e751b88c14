import { afterEach, expect, it } from "vitest";
import { ORG, putSpace, smallOrganization, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { snapshotOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

/* The formulas of docs/snapshots/create.md, "How many requests". */

interface Size {
  spaces: number;
  /** Of each space. */
  pages: number;
  members: number;
  teams: number;
  /** Spaces that have a change request with one new page. */
  drafts: number;
}

/** Requests of a list. */
const list = (things: number) => Math.max(1, Math.ceil(things / 1000));

const always = ({ spaces, members, teams }: Size) =>
  1 + list(0) + list(spaces) + 2 * list(members) + 2 * list(teams) + teams * list((members - 1) / teams) + 4;

/** The lists of an organization without sites, specifications, translations and providers are the four at the end. */
const first = (size: Size) =>
  always(size) + list(size.spaces) + size.spaces * (1 + size.pages + 1 + 4) + size.drafts * (1 + 1 + 1);

/** Of a space that has a draft the change requests are listed again, and the comments on them are not, as none are open. */
const unchanged = (size: Size) => always(size) + (size.drafts > 0 ? list(size.spaces) : 0) + size.drafts * 4;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const id = (prefix: string, number: number) => `${prefix}${String(number).padStart(20 - prefix.length, "0")}`;

async function organization({ spaces, pages, members, teams, drafts }: Size): Promise<TestSandbox> {
  const made = await testSandbox({
    load: (context) => {
      smallOrganization(context);
      const { store, actor } = context;
      const member = store.get<object>("member", `${ORG}/${actor}`) ?? {};
      for (let number = 2; number <= spaces; number += 1) {
        putSpace(context, { id: id("testSpace", number), title: `Space ${number}` });
      }
      for (let number = 0; number < teams; number += 1) {
        const team = id("team", number);
        const facts = { object: "team", id: team, title: `Team ${number}`, members: members / teams, permissions: {} };
        store.put("team", team, ORG, facts);
      }
      for (let number = 1; number < members; number += 1) {
        const user = id("person", number);
        store.put("member", `${ORG}/${user}`, ORG, { ...member, id: user, user: { object: "user", id: user } });
        const team = id("team", number % teams);
        store.put("team-membership", `${team}/${user}`, team, { user, role: "member" });
      }
    },
  });
  const words = (name: string) => ({ url: `data:text/markdown;name=${name}.md,%23%20${name}`, source: "markdown" });
  for (let number = 1; number <= spaces; number += 1) {
    const space = `/v1/spaces/${id("testSpace", number)}`;
    for (let page = 0; page < pages; page += 1) await made.call("POST", `${space}/content/import`, words(`p${page}`));
    if (number > drafts) continue;
    const { id: change } = (await made.call("POST", `${space}/change-requests`, { subject: "More" })).json;
    await made.call("POST", `${space}/change-requests/${change}/content/import`, words("new"));
  }
  return made;
}

it.each([
  { spaces: 1, pages: 1, members: 2, teams: 1, drafts: 0 },
  { spaces: 4, pages: 3, members: 30, teams: 3, drafts: 2 },
  { spaces: 9, pages: 2, members: 2001, teams: 2, drafts: 1 },
])("as many requests as the documentation says: $spaces spaces, $members members", async (size) => {
  const service = await organization(size);
  const place = temporaryFolder();
  ends.push(service.close, place.remove);
  const walk = async (started: string) => {
    const { transport, sent } = transportOf(service);
    await snapshotOf(service, place.file, { organization: ORG }, transport, { started });
    return sent;
  };
  expect(await walk("2026-01-15T10:00:00.000Z")).toHaveLength(first(size));
  expect(await walk("2026-01-16T10:00:00.000Z")).toHaveLength(unchanged(size));
});
