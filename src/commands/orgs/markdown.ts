/** `docs orgs overview -o markdown`: a message for a chat. Foreign text is set as code, so that it mentions nobody. */
import type { AttentionItem } from "../../checks/attention.js";
import { inlineCode } from "../../shared/text/markdown-code.js";
import { figuresOf } from "./charts.js";
import { sentenceOf } from "./sentence.js";
import { type OverviewWithTrends, trendSentence } from "./trends.js";

/** Findings of one rule, and characters of one title: a chat shows little and takes little. */
const MOST_ITEMS = 3;
const MOST_TEXT = 80;
const MOST_MESSAGE = 200;

const code = (text: string, most = MOST_TEXT): string => inlineCode(text, most);

export function markdownOf(state: OverviewWithTrends): string {
  const { organization, attention, unread } = state;
  const groups = attention.map(({ severity, summary, total, items }) => {
    const left = total - Math.min(items.length, MOST_ITEMS);
    const lines = [...items.slice(0, MOST_ITEMS).map(itemLine), ...(left > 0 ? [`  - ${left} more`] : [])];
    return [`- **${severity}: ${summary}** (${total})`, ...lines].join("\n");
  });
  const figures = figuresOf(state).map(({ name, value }) => `${name}: ${value ?? "?"}`);
  return `${[
    `### ${code(organization.title)}: ${sentenceOf(state)}`,
    state.trends ? trendSentence(state.trends) : "",
    groups.join("\n"),
    figures.join(" · "),
    unread.map(({ part, reason }) => `could not be read: ${code(`${part}: ${reason}`, MOST_MESSAGE)}`).join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

function itemLine({ object, within, message, contact }: AttentionItem): string {
  const where = [object, within].flatMap((thing) => (thing ? [code(thing.title)] : [])).join(" in ");
  const ask = contact ? ` (ask ${code(contact.name)}, ${code(contact.because)})` : "";
  return `  - ${where === "" ? "" : `${where}: `}${code(message, MOST_MESSAGE)}${ask}`;
}
