import sample from "virtual:sample";
import { ORIGIN } from "../../origin.js";
import { permissionsFor } from "../../rights/permissions.js";
import type { HandlerContext } from "../../types.js";
import { SAMPLE } from "../ids.js";
import { ago } from "../tools.js";

/** A translation of the default organization. The space of the result must exist already. */
export function loadTranslation(context: HandlerContext): void {
  const { org } = SAMPLE;
  const { id, source, result, language, created, updated, stats, instructions } = sample.translation;
  context.store.put("translation", id, org, {
    object: "translation",
    id,
    status: "completed",
    source: { space: source, language: "en" },
    language,
    instructions,
    result: { space: result, revision: context.store.get<{ revision: string }>("space", result)?.revision },
    createdAt: ago(context, created),
    updatedAt: ago(context, updated),
    stats,
    permissions: permissionsFor("translation", "admin"),
    urls: { location: `${ORIGIN}/v1/orgs/${org}/translations/${id}` },
  });
}
