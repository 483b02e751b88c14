/** Sites of a snapshot: each is what a site's file would say, and the planner of such files does the rest. */
import { listShareLinks } from "../../catalog/share-links.js";
import { listSites } from "../../catalog/sites.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import { Failure } from "../../errors.js";
import { pathOf } from "../endpoints.js";
import { changesOf } from "../site/diff.js";
import { type SiteSpaceState, type SiteState, sectionsOf } from "../site/model.js";
import { addSteps } from "../site/plan.js";
import { readSite } from "../site/read.js";
import type { Reader } from "../world.js";
import { findMissing, findNew, unlessUnclear } from "./missing-things.js";
import { idOf, inApp, nameOf, type RestoreContext, type Thing } from "./restore-context.js";
import { wantedOf } from "./wanted-site.js";

/** @throws Failure of the reads */
export async function restoreSites(back: RestoreContext): Promise<void> {
  const { past, now } = back.readers;
  const org = { organizationId: back.organization };
  const path = pathOf(listSites, org);
  const [before, today] = [await back.past.items(path), await back.now.items(path)];
  const spacesPath = pathOf(listOrgSpaces, org);
  const spaces = new Set((await back.now.items(spacesPath)).map(idOf));
  for (const site of before) {
    if (!today.some((one) => idOf(one) === idOf(site))) continue;
    const withLinks = await hasLinks(back, idOf(site));
    const was = await readSite(withLinks ? past : linkless(past), back.organization, idOf(site));
    await unlessUnclear(back, nameOf("site", site), async () => {
      const is = await readSite(now, back.organization, idOf(site));
      if (spacesOf(was).some(({ id, space }) => !spaces.has(space) && !spacesOf(is).some((one) => one.id === id)))
        await back.now.complete(spacesPath);
      await restoreSite(back, site, () => wantedOf(was, is, { spaces, withLinks, prune: back.prune }), is);
    });
  }
  for (const one of await findMissing(back, path, "site", { before, today }))
    back.left.push(`${nameOf("site", one)} is gone: a new one would have another address and design (${inApp(back)})`);
  await findNew(back, path, "site", { before, today }, (name) => `${name} is new: it stays, sites are never removed`);
}

const spacesOf = ({ spaces, level }: SiteState): SiteSpaceState[] => [
  ...spaces,
  ...sectionsOf(level).flatMap((one) => one.spaces),
];

/** Whether the snapshot has share links: only if it was made with --include share-keys. */
async function hasLinks({ past, organization }: RestoreContext, siteId: string): Promise<boolean> {
  try {
    await past.items(pathOf(listShareLinks, { organizationId: organization, siteId }));
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === "not-in-snapshot") return false;
    throw error;
  }
}

const linkless = (reader: Reader): Reader => ({
  call: reader.call,
  list: (endpoint, ...given) =>
    endpoint.path === listShareLinks.path ? { pages: async function* () {} } : reader.list(endpoint, ...given),
});

async function restoreSite(
  back: RestoreContext,
  site: Thing,
  wish: () => ReturnType<typeof wantedOf>,
  is: Awaited<ReturnType<typeof readSite>>,
): Promise<void> {
  const name = nameOf("site", site);
  const { wanted, left } = wish();
  back.left.push(...left.map((words) => `${name}: ${words} (${inApp(back, site)})`));
  try {
    const { calls, unlisted } = changesOf(is, wanted, { prune: back.prune, name: "the snapshot" });
    await addSteps(back.planner, calls);
    back.left.push(...unlisted.map((one) => `${name}: ${one} is new: it stays (--prune removes it)`));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "usage") throw error;
    const why = error.message.replace(/\s*\n\s*/g, "; ").replace(/\bline \d+: /g, "");
    back.left.push(`${name} stays as it is: ${why} (${inApp(back, site)})`);
  }
}
