/** What the state beside a plan says of its site: as it was left, and what an undo made anew. */
import { isObject } from "../../../shared/values.js";
import type { StateFile } from "../../apply/state.js";
import type { SiteState } from "../model.js";
import { type Reader, readSite } from "../read.js";

export interface SiteRecords {
  /** As the last run left it; undefined where it was broken off. */
  after: SiteState | undefined;
  /** Ids of what undos made, changed, moved and removed. */
  remade: string[];
  /** When something was sent last. */
  sentAt: string;
}

/** Notes how a run leaves the site. @throws Failure of the reads */
export async function recordSite(
  client: Reader,
  { organization, id }: Pick<SiteState, "organization" | "id">,
  state: Pick<StateFile, "append">,
  { now, redact }: { now: () => number; redact: <T>(value: T) => T },
): Promise<void> {
  const site = redact(await readSite(client, organization, id));
  state.append(line({ record: "site", at: new Date(now()).toISOString(), step: "site", site }));
}

/** Written before an undo begins, with what the one before it made. */
export const formatRemadeRecord = (ids: readonly string[], now: number): string =>
  line({ record: "remade", at: new Date(now).toISOString(), step: "site", ids });

const line = (record: object): string => `${JSON.stringify(record)}\n`;

/** Lines of a state that was read already. */
export function readSiteRecords(text: string): SiteRecords {
  let after: SiteState | undefined;
  let remade: string[] = [];
  let sentAt = "";
  for (const record of text.split("\n").flatMap(parsed)) {
    // It is only known to be so until something is sent again.
    if (record.record === "remade" || record.record === "sent") after = undefined;
    if (record.record === "remade" && Array.isArray(record.ids)) remade.push(...record.ids.map(String));
    else if (record.record === "sent") {
      // Applied again: what an undo made before that is part of the site.
      remade = [];
      sentAt = String(record.at);
    } else if (record.record === "site" && isSite(record.site)) after = record.site;
  }
  return { after, remade, sentAt };
}

const parsed = (text: string): Record<string, unknown>[] => {
  if (text === "") return [];
  const value: unknown = JSON.parse(text);
  return isObject(value) ? [value] : [];
};

/** Written by noteSite, if it has these. */
const isSite = (value: unknown): value is SiteState =>
  isObject(value) && ["level", "spaces", "shareLinks"].every((name) => Array.isArray(value[name]));
