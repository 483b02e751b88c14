import { ORIGIN } from "../../origin.js";
import { permissionsFor } from "../../rights/permissions.js";
import type { HandlerContext } from "../../types.js";
import { ORGS, SPACES, TRANSLATION } from "../names.js";
import { ago } from "../tools.js";
import { INSTRUCTIONS } from "../translation.js";

/** The translation of the user guide into German: completed, two runs. */
export function loadTranslation(context: HandlerContext): void {
  const org = ORGS.halden;
  context.store.put("translation", TRANSLATION, org, {
    object: "translation",
    id: TRANSLATION,
    status: "completed",
    source: { space: SPACES.guide, language: "en" },
    language: "de",
    instructions: INSTRUCTIONS,
    result: {
      space: SPACES.german,
      revision: context.store.get<{ revision: string }>("space", SPACES.german)?.revision,
    },
    createdAt: ago(context, 60),
    updatedAt: ago(context, 9),
    stats: {
      runs: 2,
      totalWords: 148,
      totalPages: 4,
      totalDuration: 71,
      latestRunDuration: 12,
      latestPages: 1,
      latestWords: 37,
    },
    permissions: permissionsFor("translation", "admin"),
    urls: { location: `${ORIGIN}/v1/orgs/${org}/translations/${TRANSLATION}` },
  });
}
