// A list of 100,000 objects in pages of 1,000, against a loop that reads the same pages and throws them away.
import { join } from "node:path";
import { docs, here, serve, underService } from "./processes.mjs";

const node = process.execPath;
const OBJECTS = 100_000;
const PAGE = 1000;

const FIELDS = "id,title,visibility,updatedAt,urls.app";

const FORMATS = [
  ["--json", ["--json"], 1.5],
  ["-o jsonl", ["-o", "jsonl"], 1.5],
  [`-o csv --fields ${FIELDS}`, ["-o", "csv", "--fields", FIELDS], 3.5],
];

const list = (format, output) => ({ argv: [node, docs, "spaces", "list", ...format], output });

export const cases = FORMATS.map(([title, words, most]) => ({
  name: `100,000 objects, ${title}`,
  against: "node:http, read and discarded",
  target: { most },
  async prepare({ dir }) {
    const server = await serve({ pages: OBJECTS / PAGE, size: PAGE });
    const reference = { argv: [node, here("discard.mjs"), server.line] };
    const candidate = list(words, join(dir, "list"));
    return { candidate, reference, environment: underService(server.line), stop: server.stop };
  },
}));
