// Turns pairs of measurements into a figure, and figures into a table.

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);

function median(numbers) {
  const values = sorted(numbers);
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/** On a busy machine, the median of the ratios of all pairs is more reliable than the ratio of two medians. */
export function figure({ name, against, target }, pairs, unit) {
  const ratios = pairs.map(({ value, reference }) => value / reference);
  const ratio = median(ratios);
  const [value, reference] = [median(pairs.map((pair) => pair.value)), median(pairs.map((pair) => pair.reference))];
  return {
    name,
    against,
    ratio: round(ratio),
    min: round(Math.min(...ratios)),
    max: round(Math.max(...ratios)),
    pairs: pairs.length,
    unit,
    value: round(value),
    reference: round(reference),
    target,
    met: target && ("under" in target ? value < target.under : meets(ratio, target)),
  };
}

/** A target is "at most 1.2" or "at least 6". */
function meets(value, { most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }) {
  return value <= most && value >= least;
}

const round = (number) => Math.round(number * 1000) / 1000;

export function words({ most, least, under } = {}) {
  if (most === undefined && least === undefined && under === undefined) return "none";
  if (under !== undefined) return `< ${under} MB`;
  return most === undefined ? `>= ${least}` : `<= ${most}`;
}

export function table(figures) {
  const head = ["", "against", "median", "min", "max", "target", "", "here", "reference"];
  const rows = figures.map((one) => [
    one.name,
    one.against,
    one.ratio.toFixed(2),
    one.min.toFixed(2),
    one.max.toFixed(2),
    words(one.target),
    one.met === undefined ? "" : one.met ? "met" : "missed",
    `${shown(one.value)} ${one.unit}`,
    `${shown(one.reference)} ${one.unit}`,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd();
  return `${[head, ...rows].map(line).join("\n")}\n`;
}

const shown = (number) => number.toFixed(number < 10 ? 2 : 1);
