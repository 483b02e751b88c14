/** Sites of a snapshot: each is what a site's file would say, and the planner of such files does the rest. */
import { listShareLinks } from "../../catalog/share-links.js";
import { listSites } from "../../catalog/sites.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { pathOf } from "../endpoints.js";
import { findChanges } from "../site/diff.js";
import { type Site, type SiteState, sectionsOf, siteSpacesOf } from "../site/model.js";
import { addSteps } from "../site/plan.js";
import { readSite } from "../site/read.js";
import { indexSite, type Part, type Parts, partsInside, toSite } from "../site/site-index.js";
import {
  findMissing,
  formatKeptNew,
  idOf,
  inApp,
  nameOf,
  noteNew,
  type RestoreContext,
  type Thing,
  unlessUnclear,
} from "./restore-context.js";

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
    const was = await readSite(withLinks ? past : withoutShareLinks(past), back.organization, idOf(site));
    await unlessUnclear(back, nameOf("site", site), async () => {
      const is = await readSite(now, back.organization, idOf(site));
      if (
        siteSpacesOf(was).some(({ id, space }) => !spaces.has(space) && !siteSpacesOf(is).some((one) => one.id === id))
      )
        await back.now.complete(spacesPath);
      await restoreSite(back, site, { was, is }, { spaces, withLinks });
    });
  }
  for (const one of await findMissing(back, path, "site", { before, today }))
    back.left.push(
      `${nameOf("site", one)} is gone: a new one would have another address and design (${inApp(back.app)})`,
    );
  await noteNew(back, path, "site", { before, today });
}

/** True if the snapshot has share links: only if it was made with --include share-keys. */
async function hasLinks({ past, organization }: RestoreContext, siteId: string): Promise<boolean> {
  try {
    await past.items(pathOf(listShareLinks, { organizationId: organization, siteId }));
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === "not-in-snapshot") return false;
    throw error;
  }
}

const withoutShareLinks = (reader: Reader): Reader => ({
  call: reader.call,
  list: (endpoint, ...given) =>
    endpoint.path === listShareLinks.path ? { pages: async function* () {} } : reader.list(endpoint, ...given),
});

interface Sides {
  was: SiteState;
  is: SiteState;
}

interface WantedOptions {
  /** Ids of the spaces of the organization, today. */
  spaces: ReadonlySet<string>;
  /** True if the snapshot has share links; otherwise they are left alone. */
  withLinks: boolean;
}

async function restoreSite(back: RestoreContext, site: Thing, sides: Sides, options: WantedOptions): Promise<void> {
  const name = nameOf("site", site);
  const known = new Set(siteSpacesOf(sides.was).map(({ id }) => id));
  const { wanted, left } = wantedOf(sides, options);
  back.left.push(...left.map((words) => `${name}: ${words} (${inApp(back.app, site)})`));
  try {
    const { calls, unlisted } = findChanges(sides.is, wanted, { prune: false, name: "the snapshot" });
    await addSteps(back.planner, calls);
    // A site space that cannot move back into an emptied section is named with that section.
    const fresh = unlisted.filter(({ id }) => !known.has(id));
    back.left.push(...fresh.map((one) => `${name}: ${formatKeptNew(one.name)}`));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "usage") throw error;
    const why = error.message.replace(/\s*\n\s*/g, "; ");
    back.left.push(`${name} does not change: ${why} (${inApp(back.app, site)})`);
  }
}

/** The site of the snapshot as far as it is possible today, and what is not possible, one line each. */
function wantedOf({ was, is }: Sides, { spaces, withLinks }: WantedOptions) {
  const target = indexSite(was);
  const today = indexSite(is).parts;
  const titles = new Map(siteSpacesOf(was).map(({ id, title }) => [id, title.slice(0, 200)]));
  const limits: Limits = { parts: target.parts, today, spaces, titles, left: [], unmanaged: new Set() };
  for (const part of [...target.parts.values()]) limitPart(limits, part);
  const { left, unmanaged } = limits;
  if (!was.published && is.published) left.push("it is published now: no request unpublishes it");
  if (!was.adaptiveSchema && is.adaptiveSchema) left.push("it had no visitor schema: no request removes it");
  const again = new Set([...target.parts.keys()].filter((id) => !today.has(id)));
  const wanted: Site = { ...toSite(target, again) };
  if (!withLinks) delete wanted.shareLinks;
  for (const one of sectionsOf(wanted.level)) if (unmanaged.has(one.id ?? "")) delete one.spaces;
  return { wanted, left };
}

interface Limits {
  /** Of the snapshot: what cannot be made again is removed from them. */
  parts: Parts;
  today: Parts;
  spaces: ReadonlySet<string>;
  /** Of site spaces, by id. */
  titles: ReadonlyMap<string, string>;
  left: string[];
  /** Ids of sections whose site spaces are left alone. */
  unmanaged: Set<string>;
}

function limitPart(limits: Limits, part: Part): void {
  const { parts, today, left } = limits;
  const { id, kind, parent, fields } = part;
  const isSetToday = (field: string) => (today.get(id)?.fields[field] ?? null) !== null;
  if (kind === "site" && fields.basename === null && isSetToday("basename"))
    left.push("its basename was empty, and no request clears it");
  if (kind === "group" && fields.icon === null && isSetToday("icon"))
    left.push(`${part.name} had no icon, and no request removes it`);
  if (kind === "section") limitSection(limits, part);
  if (kind === "space" && parent === null) limitSpace(limits, part);
  // A link that is gone comes back with another address: nobody has it.
  if (kind === "link" && !today.has(id)) {
    parts.delete(id);
    left.push(`share link ${JSON.stringify(String(fields.name).slice(0, 200))} is gone: a new one has another address`);
  }
}

function limitSection(limits: Limits, { id, fields: { path }, fields }: Part): void {
  const { parts, today, left } = limits;
  for (const one of partsInside(parts, id)) limitSpace(limits, one);
  if (fields.title === "") delete fields.title;
  const spaces = partsInside(parts, id);
  if (!today.has(id)) {
    if (spaces.length > 0) return;
    parts.delete(id);
    left.push(`section ${path} is gone with its spaces, so it cannot be created again`);
  } else if (partsInside(today, id).length === 0 && spaces.some((one) => today.has(one.id))) {
    // Nothing can be moved into an empty section, and a site space that is made anew there would have to go where it is.
    limits.unmanaged.add(id);
    left.push(`section ${path} has no site spaces today, and no request moves one into it`);
  }
}

function limitSpace({ parts, today, spaces, titles, left }: Limits, { id, fields }: Part): void {
  if (spaces.has(String(fields.space))) return;
  // One that is there keeps what it shows.
  if (today.has(id)) fields.space = "";
  else {
    parts.delete(id);
    left.push(`site space ${fields.path} is gone with its space ${JSON.stringify(titles.get(id))}`);
  }
}
