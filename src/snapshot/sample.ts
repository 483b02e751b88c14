/** Reads a sample of what a snapshot has once more, and tells what is different by now. */
import { type Asker, askOne, endpointAt } from "./ask/ask.js";
import { createEstimate } from "./ask/estimate.js";
import { askList } from "./ask/list.js";
import { TOPICS } from "./facts.js";
import { forEach, lanes, paced } from "./lanes.js";
import { planOf, type Reading, scopeName } from "./plan.js";
import type { Item, Params, Walk } from "./types.js";
import { type Target, targetsOf } from "./walking.js";

/** What is different, and where. */
export interface Drift {
  scope: string;
  id: string;
  change: "new" | "gone" | "changed" | "not answered";
  /** Members that differ, of what changed. */
  fields?: string[] | undefined;
  reason?: string | undefined;
}

export interface Sampled {
  /** Scopes and texts of pages that were read again, and how many there are. */
  read: number;
  of: number;
  requests: number;
  differences: Drift[];
}

export interface SampleJob extends Pick<Walk, "asked" | "client" | "endpoints" | "now" | "sleep" | "rate"> {
  file: SampleFile;
  /** 0 to 1. */
  share: number;
  seed: number;
  progress: (requests: number) => void;
}

type Found = Omit<Drift, "scope">;

/** A finished snapshot, as it is compared. */
export interface SampleFile {
  complete: ReadonlySet<string>;
  items(name: string, params: Params): Item[];
  compare(name: string, params: Params, answered: readonly Item[]): Found[];
  compareTree(params: Params, content: Item): Found[];
  pages(params: Params): { id: string; document: string }[];
  hashOf(markdown: string): string;
}

const AT_ONCE = 4;
const CONTENTS: readonly string[] = TOPICS.content;

/** One thing that may be read again. */
interface Unit {
  scope: string;
  reading: Reading;
  params: Params;
  /** A page of the content. */
  page?: { id: string; document: string };
}

/** The same sample for the same seed. @throws Failure for what is of no use to go on after */
export async function sample(job: SampleJob): Promise<Sampled> {
  const units = unitsOf(job);
  const chosen = units.filter(({ scope, page }) => chance(`${job.seed} ${scope} ${page?.id ?? ""}`) < job.share);
  // However small the sample: something is read.
  if (chosen.length === 0 && units[0]) chosen.push(units[0]);
  const told: Sampled = { read: chosen.length, of: units.length, requests: 0, differences: [] };
  const asking = askingOf(job, () => {
    told.requests += 1;
    job.progress(told.requests);
  });
  await forEach(chosen, AT_ONCE, async (unit) => {
    const found = await compared(job.file, asking, unit);
    told.differences.push(...found.map((one) => ({ scope: unit.scope, ...one })));
  });
  told.differences.sort((one, other) => (one.scope + one.id < other.scope + other.id ? -1 : 1));
  return told;
}

function unitsOf({ file, endpoints, asked }: SampleJob): Unit[] {
  const { readings } = planOf(endpoints);
  const all = { readings, asked, file };
  return readings.flatMap((reading) =>
    targetsOf(all, reading).flatMap(({ params }: Target): Unit[] => {
      const scope = scopeName(reading.endpoint, params);
      if (!file.complete.has(scope)) return [];
      const unit = { scope, reading, params };
      if (!CONTENTS.includes(reading.name)) return [unit];
      return [unit, ...file.pages(params).map((page) => ({ ...unit, page }))];
    }),
  );
}

function askingOf({ asked, client, endpoints, now, sleep, rate }: SampleJob, told: () => void): Asker {
  const lane = paced(lanes(AT_ONCE), { rate, now, sleep });
  return { asked, client, endpoints, lane, told, estimate: createEstimate(), sizes: new Map() };
}

async function compared(file: SampleFile, asking: Asker, { reading, params, page }: Unit): Promise<Found[]> {
  const { name, endpoint } = reading;
  if (page) {
    const of = { name: "page", endpoint: endpointAt(asking, `${endpoint.path}/page/{pageId}`) };
    const { items, reason } = await askOne(asking, of, { ...params, pageId: page.id });
    const [now] = items;
    if (!now) return [{ id: page.id, change: "not answered", reason }];
    const isSame = typeof now.markdown === "string" && file.hashOf(now.markdown) === page.document;
    return isSame ? [] : [{ id: page.id, change: "changed", fields: ["markdown"] }];
  }
  const read = await (endpoint.items === undefined ? askOne : askList)(asking, reading, params);
  if (read.state !== "complete") return [{ id: "", change: "not answered", reason: read.reason }];
  const [content] = read.items;
  if (CONTENTS.includes(name)) return content ? file.compareTree(params, content) : [];
  return file.compare(name, params, read.items);
}

/** A number from 0 to 1 that a text always has (FNV-1a). */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The last bits of similar texts are similar.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32;
}
