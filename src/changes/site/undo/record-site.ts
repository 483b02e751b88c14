/** Notes in a plan's log how a run leaves its site. */
import type { Reader } from "../../../http/types.js";
import type { LineWriter } from "../../log/records.js";
import { createLogWriter } from "../../log/write-log.js";
import type { SiteState } from "../model.js";
import { readSite } from "../read.js";

/** @throws Failure of the reads */
export async function recordSite(
  client: Reader,
  { organization, id }: Pick<SiteState, "organization" | "id">,
  state: LineWriter,
  { now, redact }: { now: () => number; redact: <T>(value: T) => T },
): Promise<void> {
  const site = redact(await readSite(client, organization, id));
  createLogWriter(state, now).write({ record: "site", step: "site", site });
}
