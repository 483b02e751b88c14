/** Contents of change requests that both snapshots have: what people wrote since, in the row of the change request. */
import { parseStored } from "../../sandbox/store/stored-json.js";
import type { Item } from "./kinds.js";
import { compareContent, type Owner } from "./pages.js";
import { rowsOf, type StoredRow } from "./side.js";
import type { Sides } from "./things.js";
import type { Change } from "./types.js";

/** Of others the content is not read. */
const LIVE: readonly unknown[] = ["draft", "open"];

/** Pattern of the paths of their contents. */
export const DRAFTS = "spaces/{spaceId}/change-requests/{changeRequestId}/content";

/** @param told what is told of change requests otherwise; rows whose content is another get the field `content` */
export function withContents(told: readonly Change[], sides: Sides, texts: boolean): Change[] {
  const { before, after } = sides;
  const changes = new Map(told.map((change) => [change.id, change]));
  const old = rowsOf(before, "change-request");
  for (const row of rowsOf(after, "change-request").values()) {
    const was = old.get(row.id);
    const change = was && contentChange(sides, was, row, texts);
    if (!change) continue;
    const { fields = [], ...others } = changes.get(row.id) ?? {};
    changes.set(row.id, { ...change, ...others, fields: [...fields, ...change.fields] });
  }
  return [...changes.values()];
}

function contentChange(sides: Sides, was: StoredRow, is: StoredRow, texts: boolean): Change | undefined {
  if (was.json === is.json) return undefined;
  // Written by the walk from answers of the service.
  const [old, now] = [parseStored(was.json) as Item, parseStored(is.json) as Item];
  if (old.revision === now.revision || ![old, now].every(({ status }) => LIVE.includes(status))) return undefined;
  const { after } = sides;
  const title = after.title("change-request", is.id);
  const owner: Owner = {
    kind: "change-request",
    id: is.id,
    scope: DRAFTS.replace("{spaceId}", is.scope).replace("{changeRequestId}", is.id),
    place: title,
  };
  const pages = compareContent(sides, owner, texts);
  // Another revision with the same pages: it was only brought up to date.
  if (pages?.length === 0) return undefined;
  return {
    kind: "change-requests",
    change: "changed",
    id: is.id,
    title,
    place: after.title("space", is.scope),
    path: "",
    fields: [{ name: "content", before: old.revision, after: now.revision }],
    ...(pages && { pages }),
  };
}
