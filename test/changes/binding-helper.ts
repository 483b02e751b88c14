/** Plans written by hand, of an organization whose member is an administrator of another one, too. */
import { writeFileSync } from "node:fs";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { Ran } from "../helpers/run.js";

export const OWN = SAMPLE.org;
export const OTHER = { org: "osAgpp53c2y4hH7jymzf", space: "po3379Th3Y894vu61tWG", collection: "c9q5CqMKJ9uL7y25Lfu7" };

export const writes = ({ sent }: Ran): string[] =>
  sent.filter(({ method }) => method !== "GET").map(({ path }) => path);

export interface HandStep {
  id?: string;
  endpoint: string;
  params: Record<string, unknown>;
  [member: string]: unknown;
}

export function writePlan(file: string, steps: readonly HandStep[], head: object = {}): void {
  const numbered = steps.map((step, at) => ({ id: `s${at + 1}`, ...step }));
  const plan = { format: 1, origin: "sandbox", organization: OWN, steps: numbered, ...head };
  writeFileSync(file, JSON.stringify(plan, null, 1));
}

export const rename = (spaceId: string, title = "Mine"): HandStep => ({
  endpoint: "updateSpace",
  params: { spaceId },
  body: { title },
});
