/** `docs orgs overview` on a terminal: one screen, numbers first, then bars that fit the width. */
import type { Overview } from "../../checks/overview.js";
import { relativeTime } from "../../cli/output/text/time.js";
import { cut, widthOf } from "../../cli/output/text/width.js";
import type { Paint, ScreenView } from "../../cli/output/types.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { type Bar, type Chart, chartsOf, type Figure, figuresOf, scaleOf } from "./charts.js";
import { sentenceOf } from "./sentence.js";

const INDENT = "  ";
/** The most columns of a label. */
const LABEL = { least: 12, most: 28 };
const GAP = 3;

interface Paper extends ScreenView {
  /** Milliseconds since the epoch. */
  now: number;
}

/** Lines of the screen; none is wider than `width`. */
export function screenOf(state: Overview, paper: Paper): string[] {
  const { width, paint, now } = paper;
  const lines = [
    paint("bold", cut(sanitizeLine(state.organization.title), width)),
    cut(sentenceOf(state), width),
    "",
    ...figureLines(figuresOf(state), paper),
    ...chartsOf(state).flatMap((chart) => chartLines(chart, paper)),
  ];
  const oldest = state.changeRequests?.oldest[0];
  if (oldest) {
    const what = `#${oldest.number ?? ""} ${oldest.subject || "(no subject)"} in ${oldest.space.title}`;
    const since = oldest.createdAt === null ? "" : `, ${relativeTime(oldest.createdAt, now)}`;
    lines.push("", cut(sanitizeLine(`Oldest live change request: ${what}${since}`), width));
  }
  return lines;
}

const NUMBER = new Intl.NumberFormat("en");
const formatCount = (value: number | null): string => (value === null ? "?" : NUMBER.format(value));

const paintAlarm = (paint: Paint, text: string, alarm: Bar["alarm"]): string => {
  if (alarm === undefined) return text;
  return paint(alarm === "bad" ? "red" : "yellow", text);
};

/** Puts as many figures side by side as fit. */
function figureLines(figures: readonly Figure[], { width, paint }: Paper): string[] {
  const cells = figures.map(({ name, value, alarm }) => ({ number: formatCount(value), name, alarm }));
  const numbers = Math.max(...cells.map(({ number }) => number.length));
  const names = Math.max(...cells.map(({ name }) => name.length));
  const cell = numbers + 1 + names;
  const across = Math.max(1, Math.floor((width - INDENT.length + GAP) / (cell + GAP)));
  const rows = Math.ceil(cells.length / across);
  return Array.from({ length: rows }, (_, row) => {
    const inRow = cells.filter((_, index) => index % rows === row);
    const texts = inRow.map(({ number, name, alarm }, index) => {
      const text = `${number.padStart(numbers)} ${name}`;
      return paintAlarm(paint, index === inRow.length - 1 ? text : text.padEnd(cell), alarm);
    });
    return `${INDENT}${texts.join(" ".repeat(GAP))}`;
  });
}

function chartLines({ title, total, bars, more }: Chart, paper: Paper): string[] {
  const { width, paint } = paper;
  if (bars === null) return ["", cut(`${title}: could not be read`, width)];
  if (total === 0) return ["", `${title}: none`];
  const heading = `${title}: ${formatCount(total)}`;
  const hint = `   ${more}`;
  const hinted = heading.length + hint.length <= width ? `${paint("bold", heading)}${paint("dim", hint)}` : undefined;
  return ["", hinted ?? paint("bold", cut(heading, width)), ...barLines(bars, paper)];
}

function barLines(bars: readonly Bar[], { width, paint, accessible }: Paper): string[] {
  const rows = bars.map(({ label, ...bar }) => ({
    ...bar,
    label: sanitizeLine(label),
    number: formatCount(bar.value),
  }));
  const numbers = Math.max(...rows.map(({ number }) => number.length));
  const widest = Math.max(...rows.map(({ label }) => widthOf(label)));
  const labels = Math.min(Math.max(widest, LABEL.least), LABEL.most, Math.max(1, Math.floor(width / 2)));
  const room = Math.max(0, width - INDENT.length - labels - numbers - 3);
  const most = scaleOf(bars);
  return rows.map(({ label, value, number, alarm, rest }) => {
    const text = cut(label, labels);
    const cells = rest || value === 0 ? 0 : Math.max(1, Math.round((value / most) * room));
    const bar = accessible || room < 4 || cells === 0 ? "" : ` ${paintAlarm(paint, "█".repeat(cells), alarm)}`;
    return `${INDENT}${text}${" ".repeat(labels - widthOf(text))} ${number.padStart(numbers)}${bar}`;
  });
}
