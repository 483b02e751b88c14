import { listChangeRequests } from "../catalog/change-requests.js";
import { listChangeRequestCommentReplies, listChangeRequestComments, listSpaceComments } from "../catalog/comments.js";
import { listOpenapiSpecs } from "../catalog/openapi.js";
import { getSpace, listOrgSpaces } from "../catalog/spaces.js";
import { listTranslations } from "../catalog/translations.js";
import { defineCommand, defineNoun } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { only, text } from "../cli/flags.js";
import { usage } from "../errors.js";
import { count } from "../shared/wrap.js";
import { refuseUnread } from "./across-spaces.js";
import { COLUMNS, GROUPS, type Group, ITEM_FIELDS } from "./inbox/items.js";
import { type Inbox, readInbox } from "./inbox/read.js";
import { screenOf } from "./inbox/screen.js";

const inbox = defineCommand({
  name: "inbox",
  summary: "Show what waits for you, across spaces",
  description: [
    "Change requests that you wrote or contributed to, with open comments or behind their space; replies to your open comments; open comments on the content of",
    "spaces that you administer; failed specifications and translations that you may edit. Newest first. You are the member named with docs config set me.",
    "The service has no reviewers, and it does not list replies to comments on the content of a space: their number is shown.",
    "Requests: one for the list of spaces; up to four for each space with open or draft change requests; one for each space and each such change request that has",
    "comments; one for each comment of yours there that was answered; two for failures. What cannot be read is named, and the exit code is 9.",
  ].join("\n"),
  endpoints: [],
  uses: [
    listOrgSpaces,
    getSpace,
    listChangeRequests,
    listSpaceComments,
    listChangeRequestComments,
    listChangeRequestCommentReplies,
    listOpenapiSpecs,
    listTranslations,
  ],
  composite: true,
  unbounded: true,
  within: ["org"],
  optionalContexts: ["space"],
  flags: {
    mine: only("only your own change requests and comments"),
    author: text({ describe: "only what this user wrote", value: "user", id: "userId" }),
  },
  answer: ITEM_FIELDS,
  examples: [
    "docs inbox",
    "docs inbox --mine --space 'Tern User Guide'",
    "docs inbox --json -q '.[] | select(.group == \"comments\") | .title'",
  ],
  run: async (input) => {
    const { scope, optionalParams, flags, settings } = input;
    const { me } = settings;
    if (me === undefined) {
      throw usage("@me is not set", "set it with: docs config set me EMAIL");
    }
    const wanted = {
      organizationId: scope.organizationId,
      me,
      spaceId: optionalParams.spaceId,
      mine: flags.mine === true,
      author: flags.author,
    };
    const groups = wanted.mine ? GROUPS.slice(0, 2) : GROUPS;
    const found = await readInbox(input, wanted);
    await show(input, found, groups);
    refuseUnread(found.unread, "list");
  },
});

type ScreenContext = Pick<Context, "out" | "now" | "globals">;

async function show(needs: ScreenContext, found: Inbox, groups: readonly Group[]): Promise<void> {
  const { items, undecided, unknownAuthors } = found;
  const { out, now, globals } = needs;
  if (out.format === "table" && globals.output.fields === undefined)
    await out.screen((view) => screenOf(found, groups, view, now()));
  else await out.list(items, { columns: COLUMNS });
  if (undecided > 0) {
    const which = `${count(undecided, "space")} ${undecided === 1 ? "does" : "do"} not say whether you administer`;
    out.note(`${which} ${undecided === 1 ? "it" : "them"}: comments of others there are omitted`);
  }
  if (unknownAuthors > 0) out.note(`omitted ${count(unknownAuthors, "item")} without a known author`);
}

export default defineNoun(inbox);
