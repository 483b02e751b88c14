/** Parts of a site that belong to others which could not be read are in a new snapshot all the same (R86). */
import { beforeAll, describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/app/client/snapshot-client.js";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { listSiteSections } from "../../src/catalog/sections.js";
import { listSiteSpaces } from "../../src/catalog/site-spaces.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { type FaultName, faulted } from "../not-read/list-faults.js";

const SITE = "/v1/orgs/{organizationId}/sites/{siteId}";
const UNREAD: readonly FaultName[] = ["denied", "without its last page", "empty"];

const cli = useOnce(() => testCli());
let whole: string;
beforeAll(async () => {
  whole = `${cli.folder}/whole.docs`;
  await cli.out(`snapshots create ${whole}`);
});

const lines = async (line: string) => (await cli.run(line)).stdout.trim().split(/\r?\n/).sort();
const query = (file: string, sql: string) => lines(`snapshots query ${file} "${sql}" -o csv`);

/** What a reading command gets of a list of the site. */
async function listed(file: string, endpoint: AnyEndpoint): Promise<unknown[]> {
  const snapshot = await openSnapshot(file);
  try {
    // The lists that are read here take these parameters.
    const input = { params: { organizationId: SAMPLE.org, siteId: SAMPLE.site } } as never;
    const items: unknown[] = [];
    for await (const page of snapshot.client.list(endpoint, input).pages()) items.push(...page.items);
    return items;
  } finally {
    snapshot.close();
  }
}

const SITE_SPACES = "SELECT site, id, title, section FROM site_spaces";

describe.each(["sections", "section-groups"])("where the list of %s", (list) => {
  it.each(UNREAD)("is %s", async (fault) => {
    const file = `${cli.folder}/${list}-${fault.replaceAll(" ", "-")}.docs`;
    const { between, hits } = faulted(`${SITE}/${list}`, fault);
    const ran = await cli.run(`snapshots create ${file}`, { between });
    expect([hits() > 0, ran.code]).toEqual([true, 9]);
    expect(await query(file, SITE_SPACES)).toEqual(await query(whole, SITE_SPACES));
    expect((await cli.run(`snapshots verify ${file}`)).stderr).not.toContain("damaged");
    expect(await listed(file, listSiteSpaces)).toHaveLength(5);
    if (list === "section-groups")
      expect(await listed(file, listSiteSections)).toEqual(await listed(whole, listSiteSections));
  });
});

it("a site space whose section is gone is kept where its own list was not read", async () => {
  const file = `${cli.folder}/gone.docs`;
  await cli.out(`snapshots create ${file}`);
  const before = await query(file, SITE_SPACES);
  const { between } = faulted(`${SITE}/site-spaces`, "denied");
  const rewrite = (body: unknown) => {
    const { items } = body as { items?: { object?: string }[] };
    return items?.[0]?.object === "site-section" ? { items: items.slice(0, 1), count: 1 } : body;
  };
  const ran = await cli.run(`snapshots create ${file}`, { between, rewrite });
  expect(ran.code).toBe(9);
  expect(await query(file, SITE_SPACES)).toEqual(before);
  expect(await listed(file, listSiteSpaces)).toHaveLength(5);
});
