// A list of 100,000 objects in pages of 1,000, against a loop that reads the same pages and discards them. With 30 ms per
// page, as over a network, and without delay, where nothing hides the client's own time.
import { join } from "node:path";
import { docs, here, serve, underService } from "./processes.mjs";

const node = process.execPath;
const OBJECTS = 100_000;
const PAGE = 1000;

const FIELDS = "id,title,visibility,updatedAt,urls.app";

const FORMATS = [
  ["--json", ["--json"], { 30: 1.12 }],
  ["-o jsonl", ["-o", "jsonl"], { 30: 1.12 }],
  [`-o csv --fields ${FIELDS}`, ["-o", "csv", "--fields", FIELDS], { 30: 1.12 }],
  ["-o yaml", ["-o", "yaml"], { 30: 1.25 }],
];
/** YAML beside CSV, which has the same objects to read and about as much to write. */
const yamlCase = {
  name: "100,000 objects, on loopback, -o yaml",
  against: "-o csv",
  target: { most: 1.6 },
  async prepare({ dir }) {
    const server = await serve({ pages: OBJECTS / PAGE, size: PAGE });
    const [candidate, reference] = ["yaml", "csv"].map((format) => list(["-o", format], join(dir, format)));
    return { candidate, reference, environment: underService(server.line), stop: server.stop };
  },
};

const LATENCIES = [30, 0];

const list = (format, output) => ({ argv: [node, docs, "spaces", "list", ...format], output });

const caseOf = (latency, [title, words, goals]) => ({
  name: `100,000 objects, ${latency === 0 ? "on loopback" : `${latency} ms a page`}, ${title}`,
  against: "node:http, read and discarded",
  target: goals[latency] && { most: goals[latency] },
  async prepare({ dir }) {
    const server = await serve({ pages: OBJECTS / PAGE, size: PAGE, latency });
    const reference = { argv: [node, here("discard.mjs"), server.line] };
    const candidate = list(words, join(dir, "list"));
    return { candidate, reference, environment: underService(server.line), stop: server.stop };
  },
});

export const cases = [...LATENCIES.flatMap((latency) => FORMATS.map((format) => caseOf(latency, format))), yamlCase];
