import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { ORG, SPACE, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { loadLarge, markdown } from "./large-organization.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

/* Broken links in SQL, and as the service lists them (`docs spaces links --broken`): two ways to the same places. */

const place = temporaryFolder();
const services: TestSandbox[] = [];
beforeAll(async () => {
  services.push(await testSandbox({ load: loadSample }), await testSandbox({ load: loadLarge }));
});
afterAll(() => {
  for (const service of services) service.close();
  place.remove();
});

interface Listed {
  status: string;
  targetReference: { anchor?: string };
  locationReferences: { page: { id: string } }[];
}

test.each([
  ["the sample", 0, SAMPLE.org, 3],
  ["the documentation of a library", 1, ORG, 20],
] as const)("%s has the same broken links", async (name, at, organization, atLeast) => {
  const service = services[at];
  if (!service) throw new Error("there is no service");
  // The same target on two pages, a section that is not there, and a page that is not there.
  if (organization === ORG) {
    for (const page of ["one", "two"]) {
      const text = `# ${page}\n\n[a](missing.md) [b](missing.md) [c](#nowhere) [d](missing.md#part)`;
      expect((await service.call("POST", `/v1/spaces/${SPACE}/content/import`, markdown(page, text))).status).toBe(201);
    }
  }
  const file = `${place.file}.${at}`;
  await snapshotOf(service, file, { organization });
  const ask = async (sql: string) => (await runQuery({ file, sql, limit: 100_000 })).rows;
  let places = 0;
  for (const { id } of await ask("SELECT id FROM spaces")) {
    const { json } = await service.call("GET", `/v1/spaces/${id}/links?limit=1000`);
    const listed: string[] = json.items.flatMap(({ status, targetReference, locationReferences }: Listed) =>
      (status === "broken" ? locationReferences : []).map(({ page }) => `${page.id} ${targetReference.anchor ?? ""}`),
    );
    const rows = await ask(`SELECT page, anchor, target FROM links WHERE status = 'broken' AND space = '${id}'`);
    expect(rows.map(({ page, anchor }) => `${page} ${anchor ?? ""}`).sort(), name).toEqual(listed.sort());
    const targets = new Set(rows.map(({ target, anchor }) => JSON.stringify([target, anchor])));
    // A section of its own page is another target on each.
    expect(targets.size, name).toBe(json.stats.broken.total);
    places += rows.length;
  }
  expect(places).toBeGreaterThanOrEqual(atLeast);
});
