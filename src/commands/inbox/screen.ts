/** The inbox for people: a paragraph for each group, and for each item what, why and where to go on. */
import { relativeTime } from "../../cli/output/text/time.js";
import { cut } from "../../cli/output/text/width.js";
import type { ScreenView } from "../../cli/output/types.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { GROUPS, type Group, HEADINGS, type Item } from "./items.js";
import type { Inbox } from "./read.js";

/** Lines of the screen; `now` in milliseconds since the epoch. */
export function screenOf(
  { items, incomplete }: Pick<Inbox, "items" | "incomplete">,
  groups: readonly Group[],
  view: ScreenView,
  now: number,
): string[] {
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
    `    ${cut(aboutLine(item, now), width - 4)}`,
    `    ${paint("dim", sanitizeLine(item.command))}`,
  ];
}

/** What it is, in one line: for a change that is told. */
const titleLine = ({ changeRequest, title, group }: Item): string =>
  sanitizeLine(group === "change requests" && changeRequest !== null ? `#${changeRequest} ${title}` : title);

/** What matters most comes first, as a narrow terminal cuts the rest. */
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
