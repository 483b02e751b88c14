/** `docs orgs overview`: shows figures and findings, read along with the checks. */
import type { Overview } from "../../checks/overview.js";
import type { Context } from "../../cli/context.js";
import { cut, widthOf } from "../../cli/output/text/fit.js";
import type { Column, ScreenView } from "../../cli/output/types.js";
import { Failure } from "../../errors.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { runAll, showCost } from "../checks/run.js";
import {
  type Bar,
  type Chart,
  chartsOf,
  figuresOf,
  formatCount,
  GENERATOR,
  gapsOf,
  scaleOf,
  sentenceOf,
} from "./figures.js";

const COLUMNS = [
  { header: "Part", path: "part" },
  { header: "Name", path: "name" },
  { header: "Value", path: "value", as: "number" },
] as const satisfies readonly Column[];

/** @throws Failure partial if parts could not be read, usage */
export async function showOverview(input: Context, organization: string, { html }: { html?: string }): Promise<void> {
  const { out, globals, now, settings } = input;
  const [{ RULES }, { chooseRules }, { readOverview }] = await Promise.all([
    import("../../checks/rules/index.js"),
    import("../../checks/choose.js"),
    import("../../checks/overview.js"),
  ]);
  const rules = chooseRules(RULES, {});
  if (globals.safety.dryRun) return showCost(input.out, rules);
  const write = html === undefined ? undefined : await input.files.output(html, isPage);
  let state: Overview | undefined;
  await runAll(input, {
    organization,
    rules,
    after: async (facts, outcomes) => {
      state = await readOverview(facts, outcomes, now());
    },
  });
  if (!state) return;
  if (html !== undefined && write) {
    const { pageOf } = await import("./page.js");
    write(pageOf(state, settings.sandbox ? "the sandbox" : (settings.snapshot ?? settings.baseUrl ?? "")));
    const columns = [{ header: "File", path: "file" }] as const;
    await out.result({ file: html, organization: state.organization }, { columns, done: `Wrote ${html}` });
  } else if (["json", "jsonl", "yaml"].includes(out.format)) await out.item(state);
  else if (out.format === "table" && globals.output.fields === undefined) {
    const shown = state;
    await out.screen((view) => screenOf(shown, view));
  } else await out.list(rowsOf(state), { columns: COLUMNS });
  refuseGaps(state);
}

/** Refuses to replace any other file, before anything is read. */
const isPage = (text: string): boolean => text.startsWith("<!doctype html>") && text.includes(GENERATOR);

/** A row for each number; empty if it could not be read. */
const rowsOf = (state: Overview) => [
  ...figuresOf(state).map(({ label, value }) => ({ part: "Figures", name: label, value })),
  ...chartsOf(state).flatMap(({ title, bars }) =>
    bars === null ? [] : bars.map(({ label, value }) => ({ part: title, name: label, value })),
  ),
];

function refuseGaps(state: Overview): void {
  const gaps = gapsOf(state);
  if (gaps.length === 0) return;
  throw new Failure("partial", ["not everything could be read", ...gaps], { details: { unread: state.unread } });
}

const INDENT = "  ";
/** The most columns of a label. */
const LABEL = { least: 12, most: 28 };
const GAP = 3;
/** The most rules named one by one. */
const MOST_RULES = 10;

/** Lines of the screen, what needs attention first; none is wider than `width`. */
const screenOf = (state: Overview, view: ScreenView): string[] => [
  view.paint("bold", cut(sanitizeLine(state.organization.title), view.width)),
  cut(sentenceOf(state), view.width),
  ...attentionLines(state.attention, view),
  "",
  ...figureLines(figuresOf(state), view),
  ...chartsOf(state).flatMap((chart) => chartLines(chart, view)),
];

/** A line for each rule, as `docs checks run` names it. */
function attentionLines(groups: Overview["attention"], view: ScreenView): string[] {
  const shown = groups.slice(0, MOST_RULES);
  const numbers = Math.max(...shown.map(({ total }) => formatCount(total).length));
  const lines = shown.map(({ severity, summary, total }) => {
    const mark = paintAlarm(view, severity.padEnd("warning".length), severity === "error" ? "bad" : "warn");
    const text = `${formatCount(total).padStart(numbers)} ${summary}`;
    return `${INDENT}${mark} ${cut(text, view.width - INDENT.length - "warning ".length)}`;
  });
  const left = groups.length - shown.length;
  return left > 0 ? [...lines, cut(`${INDENT}${left} more: docs checks run`, view.width)] : lines;
}

function paintAlarm({ paint }: ScreenView, text: string, alarm: Bar["alarm"]): string {
  if (alarm === undefined) return text;
  return paint(alarm === "bad" ? "red" : "yellow", text);
}

/** Puts as many figures side by side as fit. */
function figureLines(figures: readonly Bar[], view: ScreenView): string[] {
  const room = view.width - INDENT.length;
  const numbers = Math.max(...figures.map(({ value }) => formatCount(value).length));
  const cells = figures.map(({ label, value, alarm }) => {
    const text = `${formatCount(value).padStart(numbers)} ${sanitizeLine(label)}`;
    return { text: cut(text, Math.min(room, numbers + 1 + LABEL.most)), alarm };
  });
  const cell = Math.max(...cells.map(({ text }) => widthOf(text)));
  const across = Math.max(1, Math.floor((room + GAP) / (cell + GAP)));
  const rows = Math.ceil(cells.length / across);
  return Array.from({ length: rows }, (_, row) => {
    const inRow = cells.filter((_, index) => index % rows === row);
    const texts = inRow.map(({ text, alarm }, at) => {
      const padding = at === inRow.length - 1 ? "" : " ".repeat(cell - widthOf(text));
      return `${paintAlarm(view, text, alarm)}${padding}`;
    });
    return `${INDENT}${texts.join(" ".repeat(GAP))}`;
  });
}

function chartLines({ title, total, bars, more }: Chart, view: ScreenView): string[] {
  const { width, paint } = view;
  if (bars === null) return ["", cut(`${title}: could not be read`, width)];
  if (bars.length === 0) return ["", `${title}: none`];
  const heading = cut(`${title}: ${formatCount(total)}`, width);
  const hint = `   ${more}`;
  const most = scaleOf(bars);
  const lines = most === undefined ? figureLines(bars, view) : barLines(bars, most, view);
  return ["", paint("bold", heading) + (heading.length + hint.length > width ? "" : paint("dim", hint)), ...lines];
}

function barLines(bars: readonly Bar[], most: number, view: ScreenView): string[] {
  const { width, accessible } = view;
  const rows = bars.map(({ label, ...bar }) => ({
    ...bar,
    label: sanitizeLine(label),
    number: formatCount(bar.value),
  }));
  const numbers = Math.max(...rows.map(({ number }) => number.length));
  const widest = Math.max(...rows.map(({ label }) => widthOf(label)));
  const labels = Math.min(Math.max(widest, LABEL.least), LABEL.most, Math.max(1, Math.floor(width / 2)));
  const room = Math.max(0, width - INDENT.length - labels - numbers - 3);
  return rows.map(({ label, value, number, alarm, rest }) => {
    const text = cut(label, labels);
    const cells = rest || !value ? 0 : Math.max(1, Math.round((value / most) * room));
    const bar = accessible || room < 4 || cells === 0 ? "" : ` ${paintAlarm(view, "█".repeat(cells), alarm)}`;
    return `${INDENT}${text}${" ".repeat(labels - widthOf(text))} ${number.padStart(numbers)}${bar}`;
  });
}
