// Keeps what the benches measure in bench/results/: JSON, and the same as a table to read. node bench/results.mjs writes the tables anew.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { words } from "./figures.mjs";

const FOLDER = new URL("results/", import.meta.url);

/** What the table of a bench shows of its results. */
const RATIOS = {
  title: "Whole commands against a reference",
  made: "npm run bench",
  about: "Both take turns; the ratio is the median of all pairs. A ratio below 1 means that `docs` is faster.",
  head: () => ["what", "against", "ratio", "min to max", "goal", "met", "docs", "reference"],
  rows: ({ figures }) =>
    figures.map(({ name, against, ratio, min, max, target, met, value, reference, unit }) => [
      ...[name, against, ratio.toFixed(2), `${min.toFixed(2)} to ${max.toFixed(2)}`, words(target), met],
      ...[value, reference].map((number) => `${short(number)} ${unit}`),
    ]),
};

const TABLES = {
  others: { ...RATIOS, title: "Beside other tools", made: "npm run bench:others" },
  sizes: {
    title: "Single requests to a served sandbox with large content",
    made: "npm run bench:sizes",
    about: "The median and the largest of up to five, with the first one after the start.",
    head: () => ["what", "median", "largest", "goal", "met"],
    rows: ({ rows }) =>
      rows.map(({ what, median, largest, goal, unit }) => [
        ...[what, `${median} ${unit}`, `${largest} ${unit}`],
        ...(goal === undefined ? ["none", undefined] : [`< ${goal} ${unit}`, largest < goal]),
      ]),
  },
  snapshots: {
    title: "Snapshots of organizations of three sizes",
    made: "npm run bench:snapshots",
    about: "Organizations are served over HTTP on the same machine. Goals are those of that day.",
    head: () => ["spaces/pages/members", "what", "figure", "goal", "met"],
    rows: ({ rows }) =>
      rows.map(({ size, what, value, unit, goal, met }) => [
        size,
        what,
        `${value} ${unit}`.trim(),
        goal ?? "none",
        met,
      ]),
  },
  large: {
    title: "A large organization",
    made: "npm run bench:large",
    about:
      "Commands: the least of five. Questions: those of docs/snapshots/questions.md, the least of three; the days of the folder are links to the files of one.",
    head: () => ["what", "figure", "goal", "met"],
    rows: ({ rows }) => rows.map(({ what, value, unit, goal, met }) => [what, `${value} ${unit}`, goal ?? "none", met]),
  },
  growth: {
    title: "Growth with an organization",
    made: "npm run bench:growth",
    about:
      "The shortest of up to three runs at each size. A command grows as its size if ten times as much takes at most 12.5 times as long.",
    head: ({ rows }) => [
      ...["what", "objects"],
      ...(rows[0]?.all ?? []).flatMap(({ size }) => [`x${size}`, "memory"]),
      ...["growth", "as its size"],
    ],
    rows: ({ rows }) =>
      rows.map(({ what, all, growth, linear }) => [
        ...[what, all.flatMap(({ work }) => work ?? []).join(", ")],
        ...all.flatMap(({ ms, mb }) => [`${ms} ms`, `${mb} MB`]),
        ...[growth, linear],
      ]),
  },
};

const short = (number) => number.toFixed(number < 10 ? 2 : 1);

/** A cell that says whether a goal was met. */
const shown = (cell) => (cell === undefined ? "" : cell === true ? "yes" : cell === false ? "**no**" : String(cell));

/** The table of a bench as Markdown, with the machine and the version of Node that its figures are of. */
export function page(name, content) {
  const { title, made, about, head, rows } = TABLES[name] ?? RATIOS;
  const { node, cpu, cores, load } = content.machine;
  const line = (cells) => `| ${cells.map(shown).join(" | ")} |\n`;
  const columns = head(content);
  return [
    `# ${title}\n\n\`${made}\` wrote this on ${content.at.slice(0, 10)}: Node ${node.slice(1)}, ${cpu}, ${cores} cores${load === undefined ? "" : `, load ${short(load)}`}. What changed since is not in it.\n${about}\n\n`,
    line(columns) + line(columns.map(() => "---")),
    ...rows(content).map(line),
  ].join("");
}

/** @returns the table, to print */
export function save(name, content) {
  writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(content, null, 2)}\n`);
  return writePage(name);
}

function writePage(name) {
  const text = page(name, JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")));
  writeFileSync(new URL(`${name}.md`, FOLDER), text);
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of readdirSync(FOLDER)) if (file.endsWith(".json")) writePage(file.slice(0, -".json".length));
}
