import sample from "virtual:sample";
import { ORIGIN } from "../../origin.js";
import { permissionsFor } from "../../rights/permissions.js";
import type { HandlerContext } from "../../types.js";
import { ago } from "../tools.js";

const PRICE = { monthly: 0, yearly: 0 };

/** Two organizations; the calling member is an admin of both. */
export function loadOrganizations(context: HandlerContext): void {
  for (const { id, created, site, plan, members: _, ...source } of sample.organizations) {
    context.store.put("organization", id, "root", {
      object: "organization",
      id,
      ...source,
      createdAt: ago(context, created),
      type: "business",
      useCase: "docs",
      defaultRole: "read",
      ...(site && { defaultContent: { type: "site", site } }),
      ai: true,
      inviteLinks: true,
      plan,
      billing: {
        interval: "yearly",
        endDate: ago(context, -200),
        hasPaymentFailed: false,
        isScheduledToCancel: false,
        pricing: {
          members: { plus_2024: PRICE, pro_2024: PRICE },
          sites: { premium: PRICE, ultimate: PRICE },
        },
        usageAddons: {},
      },
      urls: { location: `${ORIGIN}/v1/orgs/${id}`, app: `${ORIGIN}/o/${id}` },
      permissions: permissionsFor("organization", "admin"),
    });
  }
}
