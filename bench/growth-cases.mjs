// What is measured of an organization that grows: the order matters, as plans change it and files are used again.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

const id = (prefix, number) => `${prefix}${String(number).padStart(20 - prefix.length, "0")}`;
const range = (count) => Array.from({ length: count }, (_, number) => number);
const offline = (world, ...words) => ["--snapshot", world.file("a.docs"), ...words];
/** A command refuses to replace these files. */
let version = 0;
function fresh(world, name) {
  version += 1;
  return last(world, name);
}
/** The file that the last command wrote. */
const last = (world, name) => world.file(`${version}-${name}`);
const stepsOf = (world, name) => `${JSON.parse(readFileSync(world.file(name), "utf8")).steps.length} steps`;
const findings = (_, { stdout }) => `${JSON.parse(stdout).length} findings`;

const question = (number, method, params) => JSON.stringify({ jsonrpc: "2.0", id: number, method, params });
const HELLO = [
  question(1, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  }),
  JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
];
const asked = (...questions) => `${[...HELLO, ...questions].join("\n")}\n`;

/** Everybody is in another team than the generator put them into, half of them twice. */
function syncFile({ counts }) {
  const { teams } = counts;
  const row = (number, by) => `Team ${(number + by) % teams},p${number}@example.com,member`;
  const rows = range(counts.members).flatMap((number) => [row(number, 1), ...(number % 2 ? [row(number, 2)] : [])]);
  return `team,user,role\n${rows.join("\n")}\n`;
}

const section = (number) =>
  `  - path: part-${number}\n    title: Part ${number}\n    spaces: [{ path: own-${number}, space: Space ${number} }]\n`;

/** Every fifth grant is removed, the rest kept. */
function decided(text) {
  const [head, ...rows] = text.trimEnd().split("\r\n");
  const at = head.replace("\ufeff", "").split(",").indexOf("decision");
  const filled = rows.map((row, number) => {
    const cells = row.split(",");
    cells[at] = number % 5 === 3 ? "remove" : "keep";
    return cells.join(",");
  });
  return `${[head, ...filled].join("\r\n")}\r\n`;
}

export const CASES = [
  {
    name: "snapshots create",
    needed: true,
    once: true,
    words: ({ file }) => ["snapshots", "create", file("a.docs"), "--json"],
    work: (_, { stdout }) => `${JSON.parse(stdout).requests} requests`,
  },
  { prepare: ({ file }) => copyFileSync(file("a.docs"), file("before.docs")) },
  {
    name: "checks run, of a snapshot",
    words: (world) => offline(world, "checks", "run", "--json"),
    codes: [0, 9, 11],
    work: findings,
  },
  { name: "checks run, over HTTP", words: () => ["checks", "run", "--json"], codes: [0, 9, 11], work: findings },
  { name: "orgs overview", words: () => ["orgs", "overview", "--json"], codes: [0, 9, 11] },
  { name: "orgs search", words: () => ["orgs", "search", "account webhook", "--json"] },
  { name: "pages list -o yaml", words: () => ["pages", "list", "--space", "Space 0", "-o", "yaml"] },
  {
    name: "snapshots query",
    words: ({ file }) => ["snapshots", "query", file("a.docs"), "SELECT count(*), max(title) FROM pages", "--json"],
  },
  {
    name: "snapshots export",
    words: (world) => ["snapshots", "export", world.file("a.docs"), fresh(world, "folder")],
  },
  {
    name: "members edit --plan, a step a member",
    needed: true,
    words: (world) => ["members", "edit", "-", "--role", "comment", "--plan", fresh(world, "members.plan")],
    input: ({ counts }) =>
      `${range(counts.members)
        .map((number) => id("person", number))
        .join("\n")}\n`,
    work: (world) => stepsOf(world, `${version}-members.plan`),
  },
  { prepare: (world) => copyFileSync(last(world, "members.plan"), world.file("members.plan")) },
  { name: "plans view", words: ({ file }) => ["plans", "view", file("members.plan")] },
  {
    name: "plans apply",
    needed: true,
    once: true,
    words: ({ file }) => ["plans", "apply", file("members.plan"), "--yes"],
  },
  {
    name: "snapshots create, after that",
    needed: true,
    once: true,
    words: ({ file }) => ["snapshots", "create", file("a.docs"), "--json"],
    work: (_, { stdout }) => `${JSON.parse(stdout).requests} requests`,
  },
  {
    name: "snapshots diff, all members different",
    words: ({ file }) => ["snapshots", "diff", file("before.docs"), file("a.docs"), "--json"],
  },
  { name: "plans undo", once: true, words: ({ file }) => ["plans", "undo", file("members.plan"), "--yes"] },
  {
    name: "teams sync --prune --plan",
    prepare: (world) => writeFileSync(world.file("sync.csv"), syncFile(world)),
    words: (world) => {
      const most = ["--prune", "--adopt", "--max-removals", "100%", "--plan", fresh(world, "sync.plan")];
      return ["teams", "sync", world.file("sync.csv"), ...most];
    },
    work: (world) => stepsOf(world, `${version}-sync.plan`),
  },
  {
    name: "reviews create",
    needed: true,
    words: (world) => ["reviews", "create", fresh(world, "review.csv")],
  },
  {
    name: "reviews apply --plan",
    prepare: (world) =>
      writeFileSync(world.file("review.csv"), decided(readFileSync(last(world, "review.csv"), "utf8"))),
    words: (world) => [
      ...["reviews", "apply", world.file("review.csv"), "--max-removals", "100%"],
      ...["--touch-me", "--plan", fresh(world, "review.plan")],
    ],
    codes: [0, 9],
    work: (world) => stepsOf(world, `${version}-review.plan`),
  },
  {
    name: "sites plan, a section a space",
    prepare: ({ file, counts }) =>
      writeFileSync(
        file("site.yaml"),
        `site: sD9wPb3HfKc6XnTj1VqZ\nsections:\n${range(counts.spaces).map(section).join("")}`,
      ),
    words: ({ file }) => ["sites", "plan", file("site.yaml"), "--json"],
    work: (_, { stdout }) => `${JSON.parse(stdout).steps?.length} steps`,
  },
  {
    name: "mcp, list of tools",
    words: (world) => offline(world, "mcp"),
    input: () => asked(question(2, "tools/list")),
  },
  {
    name: "mcp, a search",
    words: (world) => offline(world, "mcp"),
    input: () => asked(question(2, "tools/call", { name: "search", arguments: { query: "account webhook" } })),
  },
];
