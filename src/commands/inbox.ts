import { listChangeRequests } from "../catalog/change-requests.js";
import { listChangeRequestCommentReplies, listChangeRequestComments, listSpaceComments } from "../catalog/comments.js";
import { listOpenapiSpecs } from "../catalog/openapi.js";
import { getSpace, listOrgSpaces } from "../catalog/spaces.js";
import { listTranslations } from "../catalog/translations.js";
import { defineCommand, defineNoun } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { only, text } from "../cli/flags.js";
import { relativeTime } from "../cli/output/text/cell.js";
import { cut, widthOf } from "../cli/output/text/fit.js";
import type { ScreenView } from "../cli/output/types.js";
import { usage } from "../errors.js";
import { titleWord } from "../shared/text/names.js";
import { sanitizeLine } from "../shared/text/sanitize.js";
import { count, wrap } from "../shared/wrap.js";
import { refuseUnread } from "./across-spaces.js";
import { type Inbox, readMine } from "./open-work/mine.js";
import { COLUMNS, GROUPS, type Group, HEADINGS, ITEM_FIELDS, type Item, readOpenWork } from "./open-work/read.js";

const inbox = defineCommand({
  name: "inbox",
  summary: "Show what waits for you, across spaces",
  description: [
    "Change requests that you wrote or contributed to, with open comments or behind their space; replies to your open comments; open comments of others in spaces",
    "that you administer, on their content and their change requests; failed specifications and translations that you may edit. Newest first. You are the member",
    "named with docs config set me. docs status shows all open work, also of other people.",
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
    const { spaceId } = optionalParams;
    const mine = flags.mine === true;
    const work = await readOpenWork(input.api, {
      organizationId: scope.organizationId,
      spaceId,
      // Failures belong to the organization, and specifications to no space.
      lists: mine ? [] : spaceId === undefined ? ["specifications", "translations"] : ["translations"],
    });
    const found = await readMine(input, work, { me, spaceId, mine, author: flags.author });
    await show(input, found, mine ? GROUPS.slice(0, 2) : GROUPS);
    refuseUnread(found.unread, "list");
  },
});

async function show(needs: Context, found: Inbox, groups: readonly Group[]): Promise<void> {
  const { items, undecided, unknownAuthors } = found;
  const { out, now, globals } = needs;
  if (out.format === "table" && globals.output.fields === undefined)
    await out.screen((view) => makeScreen(found, groups, view, now()));
  else await out.list(items, { columns: COLUMNS });
  if (undecided > 0) {
    const which = `${count(undecided, "space")} ${undecided === 1 ? "does" : "do"} not say whether you administer`;
    out.note(`${which} ${undecided === 1 ? "it" : "them"}: comments of others there are omitted`);
  }
  if (unknownAuthors > 0) out.note(`omitted ${count(unknownAuthors, "item")} without a known author`);
}

/** A paragraph for each group, and for each item what, why and where to go on; `now` in milliseconds since the epoch. */
function makeScreen({ items, incomplete }: Inbox, groups: readonly Group[], view: ScreenView, now: number): string[] {
  return GROUPS.filter((group) => groups.includes(group)).flatMap((group, at) => {
    const own = items.filter((item) => item.group === group);
    const [none, more] = incomplete.has(group)
      ? ["could not be read in full", ", could not be read in full"]
      : ["none", ""];
    const heading = `${HEADINGS[group]}: ${own.length === 0 ? none : `${own.length}${more}`}`;
    return [
      ...(at === 0 ? [] : [""]),
      view.paint("bold", cut(heading, view.width)),
      ...own.flatMap((item) => itemLines(item, view, now)),
    ];
  });
}

/** The command is never cut: it is there to be copied. */
function itemLines(item: Item, { width, paint }: ScreenView, now: number): string[] {
  return [
    `  ${cut(titleLine(item), width - 2)}`,
    ...wrap(aboutLine(item, now), Math.max(20, width - 4), widthOf).map((line) => `    ${line}`),
    `    ${paint("dim", sanitizeLine(typedCommand(item)))}`,
  ];
}

/** With the title of the space, where programs get its id. */
const typedCommand = ({ command, space }: Item): string =>
  space ? command.replace(`--space ${space.id}`, () => `--space ${titleWord(space)}`) : command;

/** The title of an item in one line, for a change that is announced. */
const titleLine = ({ changeRequest, title, group }: Item): string =>
  sanitizeLine(group === "change requests" && changeRequest !== null ? `#${changeRequest} ${title}` : title);

/** The most important part comes first. */
function aboutLine({ group, reason, author, space, changeRequest, at }: Item, now: number): string {
  const isReply = group === "replies";
  const isText = isReply || group === "comments";
  const where = isReply && changeRequest !== null ? `#${changeRequest} in ${space?.title}` : space?.title;
  const when = at === null ? undefined : relativeTime(at, now);
  const parts = isText ? [author, when, where, reason] : [when, reason, where];
  return parts
    .filter((part) => part !== undefined && part !== null && part !== "")
    .map((part) => sanitizeLine(String(part)))
    .join(" · ");
}

export default defineNoun(inbox);
