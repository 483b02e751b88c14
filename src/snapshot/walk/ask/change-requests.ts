/** Reads the change requests of a space: a list for each status, then the missing ones by number. */

import { whyPartial } from "../../../shared/views/scope-states.js";
import { count } from "../../../shared/wrap.js";
import type { Item, Params } from "../../types.js";
import type { Reading } from "../reading-plan.js";
import { type Asking, askOne, endpointAt, type Read } from "./ask.js";
import { askList } from "./list.js";

/** The most numbers that are tried one by one. */
const GAPS = 1000;

/** `space` as listed: its counter says how many change requests there are. */
export async function askChangeRequests(
  asking: Asking,
  reading: Reading,
  params: Params,
  space: Item | undefined,
): Promise<Read> {
  const read = await askList(asking, reading, params);
  const all = new Map(read.items.map((item) => [item.id, item]));
  const total = typeof space?.changeRequests === "number" ? space.changeRequests : undefined;
  if (read.state !== "complete" && read.state !== "unsettled") return read;
  if (total === undefined || all.size < total) await askGaps(asking, reading, params, { read, all, total });
  const items = [...all.values()].sort((one, other) => Number(one.number) - Number(other.number));
  if (read.state !== "complete" || total === undefined || items.length === total) return { ...read, items };
  const reason = `${items.length} were listed, and the space counts ${total}`;
  return { ...read, items, state: "partial", reason };
}

interface Gaps {
  read: Read;
  all: Map<unknown, Item>;
  /** How many there are; undefined if the service does not say. */
  total: number | undefined;
}

/** Reads those that are in no list, because their status is unknown or changed between two lists. */
async function askGaps(asking: Asking, { endpoint }: Reading, params: Params, { read, all, total }: Gaps) {
  const one: Reading = { name: "getChangeRequest", endpoint: endpointAt(asking, `${endpoint.path}/{changeRequestId}`) };
  const known = new Set([...all.values()].map(({ number }) => Number(number)));
  const highest = Math.max(0, ...known);
  const missed = { numbers: 0, reason: "" };
  const isShort = () => total === undefined || all.size < total;
  for (let number = 1, asked = 0; isShort() && asked < GAPS; number += 1) {
    if (known.has(number)) continue;
    if (total === undefined && number > highest) break;
    asked += 1;
    const found = await askOne(asking, one, { ...params, changeRequestId: String(number) });
    read.requests += found.requests;
    const [item] = found.items;
    if (!item && found.state !== "unsettled")
      Object.assign(missed, { numbers: missed.numbers + 1, reason: whyPartial(found.reason ?? "") });
    if (item) all.set(item.id, item);
    // Beyond the highest known number, the first miss is the end.
    else if (number > highest) break;
  }
  // If the service counts, the sum shows it.
  if (missed.numbers === 0 || total !== undefined) return;
  const were = `${count(missed.numbers, "number")} ${missed.numbers === 1 ? "was" : "were"}`;
  Object.assign(read, { state: "partial", reason: `${were} not answered: ${missed.reason}` });
}
