/** Reads a sample of a snapshot's content again and reports what has changed since. */

import { createLimiter, forEachLimited, withRate } from "../../shared/limiter.js";
import type { PageText } from "../file/compare.js";
import type { AskedService, Item, Params } from "../types.js";
import { type Asker, askOne, createEstimate, endpointAt, type Read } from "./ask/ask.js";
import { describeOther, pagesIn } from "./ask/content.js";
import { askList } from "./ask/list.js";
import { REQUIRED, TOPICS } from "./read-rules.js";
import { planOf, type Reading, scopeName } from "./reading-plan.js";
import { type Target, targetsOf } from "./walk-context.js";

/** A difference, and where it is. */
interface Drift {
  scope: string;
  id: string;
  change: "new" | "gone" | "changed" | "not answered";
  /** The members that differ, if `change` is "changed". */
  fields?: string[] | undefined;
  reason?: string | undefined;
}

export interface SampleResult {
  /** How many scopes and page texts were read again, and how many there are. */
  read: number;
  of: number;
  requests: number;
  differences: Drift[];
}

interface SampleJob extends AskedService {
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  rate?: number | undefined;
  file: SampleFile;
  /** 0 to 1. */
  share: number;
  seed: number;
  progress: (requests: number) => void;
}

type ScopeDrift = Omit<Drift, "scope">;

/** The part of a finished snapshot that the comparison needs. */
interface SampleFile {
  complete: ReadonlySet<string>;
  /** Scopes that the file does not have as a whole. */
  failed: readonly { scope: string; reason?: string | undefined }[];
  items(name: string, params: Params): Item[];
  compare(name: string, params: Params, answered: readonly Item[]): ScopeDrift[];
  compareTree(params: Params, content: Item): ScopeDrift[];
  pages(params: Params): PageText[];
  lostPermissions(organization: Item): string[];
  hashOf(markdown: string): string;
}

const AT_ONCE = 4;
const CONTENTS: readonly string[] = TOPICS.content;

/** One scope or page text of the sample. */
interface Unit {
  scope: string;
  reading: Reading;
  params: Params;
  /** Set if the unit is the text of a page. */
  page?: PageText;
}

/** The same seed gives the same sample. @throws Failure if going on makes no sense (see `stopOf`) */
export async function sample(job: SampleJob): Promise<SampleResult> {
  const units = unitsOf(job);
  const chosen = units.filter(({ scope, page }) => chance(`${job.seed} ${scope} ${page?.id ?? ""}`) < job.share);
  // However small the share, the sample is never empty.
  if (chosen.length === 0 && units[0]) chosen.push(units[0]);
  const result: SampleResult = { read: chosen.length, of: units.length, requests: 0, differences: [] };
  const asking = askingOf(job, () => {
    result.requests += 1;
    job.progress(result.requests);
  });
  await forEachLimited(chosen, AT_ONCE, async (unit) => {
    const found = await compareUnit(job.file, asking, unit);
    result.differences.push(...found.map((one) => ({ scope: unit.scope, ...one })));
  });
  // Nobody can tell whether these are as they were.
  for (const { scope, reason = "" } of job.file.failed)
    result.differences.push({ scope, id: "", change: "not answered", reason: `when the file was made: ${reason}` });
  result.differences = await withDoubt(job, asking, result.differences);
  result.differences.sort((one, other) => (one.scope + one.id < other.scope + other.id ? -1 : 1));
  return result;
}

/** An unlisted thing may be hidden: it is gone only for a token that sees as much as before. */
async function withDoubt({ asked, file, endpoints }: SampleJob, asking: Asker, all: Drift[]): Promise<Drift[]> {
  const isDoubtful = ({ change, scope }: Drift) => change === "gone" && scope.startsWith("orgs/");
  const reading = planOf(endpoints).readings.find(({ name }) => REQUIRED.has(name));
  if (!reading || !all.some(isDoubtful)) return all;
  const { items } = await askOne(asking, reading, { organizationId: asked.organization });
  const lost = file.lostPermissions(items[0] ?? {});
  if (lost.length === 0) return all;
  const reason = `it may be invisible: without ${lost.join(", ")}`;
  return all.map((one) => (isDoubtful(one) ? { ...one, change: "not answered", reason } : one));
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

function askingOf({ asked, client, endpoints, now, sleep, rate }: SampleJob, onRequest: () => void): Asker {
  const lane = withRate(createLimiter(AT_ONCE), { rate, now, sleep });
  return { asked, client, endpoints, lane, onRequest, estimate: createEstimate(), sizes: new Map() };
}

async function compareUnit(file: SampleFile, asking: Asker, { reading, params, page }: Unit): Promise<ScopeDrift[]> {
  const { name, endpoint } = reading;
  if (page) {
    const of = { name: "page", endpoint: endpointAt(asking.endpoints, `${endpoint.path}/page/{pageId}`) };
    const read = await askOne(asking, of, { ...params, pageId: page.id });
    const found = comparedText(file, page, read);
    return unlessOther(found, async () => {
      const tree = await askOne(asking, reading, params);
      const [content] = tree.items;
      const listed = content && pagesIn(content.pages).find(({ id }) => id === page.id);
      if (!content) return tree.reason;
      if (listed?.updatedAt !== read.items[0]?.updatedAt) return "the text is not that of the page in the content";
      return describeOther(asking, reading, params, content);
    });
  }
  const read =
    endpoint.items === undefined
      ? await askOne(asking, reading, params, { wasThere: file.items(name, params).length > 0 })
      : await askList(asking, reading, params);
  if (read.state !== "complete") return [{ id: "", change: "not answered", reason: read.reason }];
  const [content] = read.items;
  if (CONTENTS.includes(name)) {
    if (!content) return [];
    return unlessOther(file.compareTree(params, content), () => describeOther(asking, reading, params, content));
  }
  return file.compare(name, params, read.items);
}

/** A difference is a change, unless the answer was about something else: `whyOther`. */
async function unlessOther(found: ScopeDrift[], whyOther: () => Promise<string | undefined>): Promise<ScopeDrift[]> {
  if (!found.some(({ change }) => change !== "not answered")) return found;
  const reason = await whyOther();
  return reason === undefined ? found : [{ id: found[0]?.id ?? "", change: "not answered", reason }];
}

function comparedText(file: SampleFile, { id, document, isNeeded }: PageText, { items, reason }: Read): ScopeDrift[] {
  const [now] = items;
  if (!now) return [{ id, change: "not answered", reason }];
  if (typeof now.markdown !== "string" && isNeeded) {
    return [{ id, change: "not answered", reason: "it was answered without a text" }];
  }
  const found = typeof now.markdown === "string" ? file.hashOf(now.markdown) : undefined;
  return found === document ? [] : [{ id, change: "changed", fields: ["markdown"] }];
}

/** A number from 0 to 1 that depends on the text alone (FNV-1a). */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // Similar texts have similar last bits: mix them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32;
}
