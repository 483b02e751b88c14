/**
 * Links in reusable contents. The service lists them nowhere, so whether a change request breaks one is not known: this
 * tells when it may.
 */
import { getChangeRequestPage, getSpacePage } from "../../../../catalog/pages.js";
import { listSpaceLinks } from "../../../../catalog/spaces.js";
import { getPath } from "../../../../shared/paths.js";
import type { Facts } from "../../../data-source.js";
import { Unknown } from "../../../not-evaluable.js";
import type { Subject } from "../../../types.js";
import type { Page } from "../../pages.js";
import type { ContentChange, ReusableContent } from "../changed-content.js";
import { type PageChange, type Trees, textOf, treesOf } from "../changed-pages.js";
import { addedLinks, anchorOf, namesOfFile, namesOfLink, namesOfPage } from "./link-names.js";

type Cr = Subject<"change-request">;

/** The most pages that are read for what they include. */
export const MOST_INCLUDED = 100;

/** A page that is read, because it includes these. */
interface Reading {
  page: Page;
  includes: readonly ReusableContent[];
  /** Ids of all pages that include them. */
  includers: ReadonlySet<string>;
  isOwn: boolean;
}

interface LostContent {
  change: "changed" | "moved" | "removed";
  path: string;
  names: ReadonlySet<string>;
}

/** @throws Unknown if the change request may break a link in a reusable content, or this cannot be told */
export async function requireIncludesKept(
  facts: Facts,
  cr: Cr,
  changes: readonly PageChange[],
  { reusablesAfter, files, lostReusables }: ContentChange,
): Promise<void> {
  const trees = await treesOf(facts, cr);
  const lost = [...changes.flatMap((change) => findLostContent(change, trees)), ...files.map(lostFile)];
  const isTold = reusablesAfter.every(({ hasTextHash }) => hasTextHash);
  if (reusablesAfter.length === 0 || (lost.length === 0 && lostReusables.length === 0 && isTold)) return;
  const readings = await readingsOf(
    facts,
    cr,
    reusablesAfter,
    trees,
    new Set(changes.map(({ page }) => page.id ?? "")),
  );
  if (readings.length > MOST_INCLUDED) {
    throw new Unknown(`more than ${MOST_INCLUDED} pages would have to be read for the links in their includes`);
  }
  await Promise.all(readings.map((reading) => requireKept(facts, cr, reading, lost)));
  await Promise.all(readings.map((reading) => requireSame(facts, cr, reading, lostReusables, isTold)));
}

const lostFile = ({ file, change }: ContentChange["files"][number]): LostContent => ({
  change,
  path: file.git?.path ?? file.name ?? file.id ?? "",
  names: new Set(namesOfFile(file)),
});

function findLostContent({ page, change }: PageChange, { before }: Trees): LostContent[] {
  if (change === "added") return [];
  const old = before.get(page.id ?? "") ?? page;
  const names = new Set([...namesOfPage(old), ...namesOfPage(page)]);
  return [{ change, path: old.path ?? page.id ?? "", names }];
}

/** One page for each reusable content that the change request leaves alone, else all that include it. */
async function readingsOf(
  facts: Facts,
  cr: Cr,
  kept: readonly ReusableContent[],
  { after }: Trees,
  own: ReadonlySet<string>,
): Promise<Reading[]> {
  const links = await facts.list(listSpaceLinks, cr.params);
  const readings = new Map<string, Reading>();
  for (const one of kept) {
    const includers = links
      .filter(({ targetReference }) => getPath(targetReference, "reusableContent.id") === one.id)
      .flatMap(({ locationReferences }) => locationReferences ?? [])
      .map((place) => String(getPath(place, "page.id")));
    const there = includers.filter((id) => after.has(id));
    const untouched = there.find((id) => !own.has(id));
    for (const id of untouched === undefined ? there : [untouched]) {
      const known = readings.get(id);
      readings.set(id, {
        page: after.get(id) ?? {},
        includes: [...(known?.includes ?? []), one],
        includers: new Set([...(known?.includers ?? []), ...there]),
        isOwn: own.has(id),
      });
    }
  }
  return [...readings.values()];
}

async function requireKept(facts: Facts, cr: Cr, reading: Reading, lost: readonly LostContent[]): Promise<void> {
  const pageId = reading.page.id ?? "";
  const [written, read] = await Promise.all([
    textOf(facts, cr, getChangeRequestPage, pageId, false),
    textOf(facts, cr, getChangeRequestPage, pageId, true),
  ]);
  if (!reading.isOwn && read === written) throw new Unknown(`the service does not show ${nameOf(reading)}`);
  for (const link of addedLinks(written, read)) {
    const names = namesOfLink(link, reading.includers);
    const hit = lost.find(
      (one) => (one.change !== "changed" || anchorOf(link) !== "") && names.some((name) => one.names.has(name)),
    );
    if (hit) {
      throw new Unknown(
        `${nameOf(reading)} may link to ${hit.path}, which it ${VERBS[hit.change]}: the service does not list such links`,
      );
    }
  }
}

/** Whether a reusable content gives readers what it gives them now, where versions alone do not tell. */
async function requireSame(
  facts: Facts,
  cr: Cr,
  reading: Reading,
  reusables: readonly string[],
  isTold: boolean,
): Promise<void> {
  // What it includes itself may be lost.
  const losesParts = reusables.some((id) => !reading.includes.some((one) => one.id === id));
  if (isTold && !losesParts) return;
  const pageId = reading.page.id ?? "";
  if (reading.isOwn) {
    if (losesParts) throw new Unknown(`nothing shows whether it changes the includes of ${nameOf(reading)}`);
    if (reading.includes.every(({ hasTextHash }) => hasTextHash)) return;
    throw new Unknown(`nothing shows whether it changes ${nameOf(reading)}`);
  }
  const read = await textOf(facts, cr, getChangeRequestPage, pageId, true);
  if ((await textOf(facts, cr, getSpacePage, pageId, true)) === read) return;
  throw new Unknown(
    losesParts
      ? `it changes the includes of ${nameOf(reading)}`
      : `it changes ${nameOf(reading)}, whose links the service does not list`,
  );
}

const VERBS = { changed: "changes", moved: "moves", removed: "removes" } as const;

function nameOf({ page, includes }: Reading): string {
  const titles = includes.map(({ title }) => JSON.stringify(title)).join(" or ");
  return `the reusable content ${titles} in ${page.path ?? page.id}`;
}
