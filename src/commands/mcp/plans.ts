/** What the tool propose needs: undefined without --allow-plans, and with --read-only. */
import type { Context } from "../../cli/context.js";
import { usage } from "../../errors.js";
import type { PlanDependencies } from "../../mcp/types.js";
import { originOf } from "../plans/shared.js";

export interface PlanFlags {
  allowPlans?: boolean | undefined;
  plansIn?: string | undefined;
  readOnly?: boolean | undefined;
}

/** @throws Failure usage for flags that make no sense together */
export async function planDoors(
  { api, plans, settings }: Pick<Context, "api" | "plans" | "settings">,
  { allowPlans, plansIn, readOnly }: PlanFlags,
): Promise<PlanDependencies | undefined> {
  if (readOnly) return undefined;
  if (!allowPlans) {
    if (plansIn !== undefined) throw usage("--plans-in only goes with --allow-plans", "add --allow-plans");
    return undefined;
  }
  if (settings.snapshot !== undefined) {
    const why = "plans need the service as it is now";
    throw usage(
      "--allow-plans cannot be used together with a snapshot",
      `${why}: leave --snapshot or --allow-plans out`,
    );
  }
  const service = await plans();
  return {
    client: api,
    origin: originOf(settings),
    maker: service.maker,
    command: "mcp: propose",
    me: settings.me,
    redact: service.redact,
    keep: (id, text) => service.keepProposed({ id, text, folder: plansIn }),
  };
}
