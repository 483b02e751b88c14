import { listChangeRequests } from "../catalog/change-requests.js";
import { listOpenapiSpecs } from "../catalog/openapi.js";
import { listSites } from "../catalog/sites.js";
import { listOrgSpaces } from "../catalog/spaces.js";
import { listTranslations } from "../catalog/translations.js";
import { defineCommand, defineNoun } from "../cli/command.js";
import { Failure } from "../errors.js";
import { count } from "../shared/wrap.js";
import { PARTS } from "./status/parts.js";
import { MOST_SPACES, readState } from "./status/read.js";
import { screenOf } from "./status/screen.js";

const COLUMNS = [
  { header: "Part", path: "part" },
  { header: "Name", path: "name" },
  { header: "Title", path: "title" },
  { header: "Where", path: "where" },
  { header: "State", path: "state", as: "state" },
  { header: "Updated", path: "updatedAt", as: "time" },
] as const;

const status = defineCommand({
  name: "status",
  summary: "Show open work: change requests, comments, failures, unpublished sites",
  description: [
    "Your open and draft change requests, outdated ones, open comments by space (on its change requests, too), specifications and translations that failed, and sites that are not published.",
    `Requests: one each for the spaces, specifications, translations and unpublished sites, and up to two for each of the ${MOST_SPACES} spaces with live change requests that were changed last: at most ${4 + 2 * MOST_SPACES}, and one more for each further 1,000 items of a list.`,
    "You are the member set with docs config set me; if none is set, everybody's change requests are shown.",
    "If a part could not be read, it is named and the exit code is 9. JSON is one object, in which such a part is null.",
  ].join("\n"),
  endpoints: [],
  uses: [listOrgSpaces, listChangeRequests, listOpenapiSpecs, listTranslations, listSites],
  composite: true,
  within: ["org"],
  answer: [
    "organization",
    "me",
    "changeRequests",
    "openComments",
    "failedSpecifications",
    "failedTranslations",
    "unpublishedSites",
    "spacesLeftOut",
    "refused",
  ],
  examples: ["docs status", "docs status --json", "docs status -q '.openComments[] | .space.title'"],
  run: async (input) => {
    const { scope, api, out, settings } = input;
    const state = await readState(api, scope.organizationId, settings.me);
    if (["json", "jsonl", "yaml"].includes(out.format)) await out.item(state);
    else if (out.format === "table" && input.globals.output.fields === undefined) {
      await out.screen(({ width }) => screenOf(state, width, input.now()));
    } else {
      const rows = PARTS.flatMap(({ name, rows }) => (rows(state) ?? []).map((row) => ({ part: name, ...row })));
      await out.list(rows, { columns: COLUMNS });
    }
    const { refused } = state;
    if (refused.length === 0) return;
    const what = refused.map(({ part, message }) => `${part}: ${message}`);
    throw new Failure("partial", [`${count(refused.length, "part")} could not be read`, ...what], {
      details: { refused },
    });
  },
});

export default defineNoun(status);
