// How this tool compares with others of its field: from a cold start to the version, to the help, and to a list of 100 objects as JSON.
import { resolve } from "node:path";
import { docs, here, start, underService } from "../processes.mjs";
import { found, QUIET, TOOLS } from "./tools.mjs";

const node = process.execPath;
const installed = TOOLS.flatMap((tool) => {
  const there = found(tool);
  return there ? [{ ...tool, ...there }] : [];
});

/** Names of tools that are not here. */
export const leftOut = TOOLS.filter(({ name }) => !installed.some((tool) => tool.name === name)).map(
  ({ name }) => name,
);

/** DOCS_TEST_BIN: an executable of this program that is compared, too. */
const executable = process.env.DOCS_TEST_BIN;
const PROGRAMS = [
  { name: "docs", argv: [node, docs] },
  ...(executable ? [{ name: "docs (executable)", argv: [resolve(executable)] }] : []),
];

const startOf = (program, tool, flag) => ({
  group: "others",
  name: `${program.name} ${flag}`,
  against: `${tool.name} ${tool.version} ${flag}`,
  prepare: async () => ({
    candidate: { argv: [...program.argv, flag] },
    reference: { argv: [...tool.argv, flag] },
    environment: QUIET,
  }),
});

const listOf = (program, tool) => ({
  group: "others",
  name: `${program.name} spaces list --json, 100 objects`,
  against: `${tool.name} ${tool.version} ${tool.list.words("<url>").join(" ").replace("a".repeat(24), "...")}`,
  async prepare() {
    const server = await start([here("others/server.mjs")]);
    const url = server.line;
    return {
      candidate: { argv: [...program.argv, "spaces", "list", "--json"] },
      reference: { argv: [...tool.argv, ...tool.list.words(url)] },
      environment: { ...QUIET, ...underService(url), ...tool.list.env?.(url) },
      stop: server.stop,
    };
  },
});

export const cases = installed.flatMap((tool) =>
  PROGRAMS.flatMap((program) => [
    startOf(program, tool, "--version"),
    startOf(program, tool, "--help"),
    ...(tool.list ? [listOf(program, tool)] : []),
  ]),
);
