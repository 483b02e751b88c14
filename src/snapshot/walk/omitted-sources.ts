/** Records for what was not requested and what cannot be read, by the patterns of their paths. */
import type { Source } from "../../sandbox/store/sources.js";
import type { Walk } from "../types.js";
import { onlyOf, whyExcluded, whyNotIncluded } from "./included-readings.js";
import { NO_ENDPOINT, UNREADABLE } from "./read-rules.js";
import { type Plan, scopeName } from "./reading-plan.js";

export function leftOut({ asked, endpoints }: Pick<Walk, "asked" | "endpoints">, plan: Plan): Source[] {
  const none = { requests: 0 };
  const patterns = plan.readings.flatMap(({ name, endpoint }): Source[] => {
    const why =
      whyExcluded(asked, name) ??
      whyNotIncluded(asked, name) ??
      onlyOf(asked, name)?.why ??
      spacesOnly(asked, endpoint.path);
    return why === undefined ? [] : [{ scope: scopeName(endpoint, {}), state: "not-asked", reason: why, ...none }];
  });
  const unreadable = Object.entries(UNREADABLE).map(([name, reason]): Source => {
    const endpoint = endpoints[name];
    return { scope: endpoint ? scopeName(endpoint, {}) : name, state: "unreadable", reason, ...none };
  });
  const others = Object.entries(NO_ENDPOINT).map(
    ([scope, reason]): Source => ({ scope, state: "unreadable", reason, ...none }),
  );
  return [...patterns, ...unreadable, ...others];
}

const spacesOnly = ({ spaces }: Walk["asked"], path: string): string | undefined =>
  spaces && path.startsWith("/v1/spaces/{spaceId}/") ? "--spaces named others" : undefined;
