import { defineCommand, defineNoun } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { list } from "../cli/flags.js";
import { diffLines } from "../cli/output/text/diff.js";
import { idsInUrl } from "../cli/targets/addresses.js";
import { usage } from "../errors.js";
import type { Doors } from "../mcp/types.js";
import { placeFor } from "./mcp/place.js";

const serve = defineCommand({
  name: "mcp",
  summary: "Serve tools for programs that reason (Model Context Protocol) on standard input and output",
  description: [
    "A host starts it and calls its tools: find, list, view, read_page, search, links, check, changes, explain_access and more. None of them writes.",
    "It works as the profile, in the sandbox, or on a snapshot: --snapshot <file> needs no token and no network, and is the safest.",
    "docs/mcp.md has the configuration of the usual hosts.",
  ].join("\n"),
  endpoints: [],
  asksAnything: true,
  flags: { tools: list({ describe: "only these tools", value: "tool" }) },
  unbounded: true,
  examples: ["docs mcp", "docs --sandbox mcp", "docs mcp --tools find,search,read_page"],
  run: async (input) => {
    const { flags, globals, mcp } = input;
    if (globals.place.tokenStdin) {
      throw usage("--token-stdin: standard input belongs to the host", "use --token-file, or docs auth login");
    }
    const [{ TOOLS }, { chooseTools, createToolbox, INSTRUCTIONS }, { wordOf }] = await Promise.all([
      import("../mcp/tools/index.js"),
      import("../mcp/toolbox.js"),
      import("../mcp/words.js"),
    ]);
    const tools = chooseTools(TOOLS, flags.tools);
    await mcp.serve({ ...createToolbox(tools, doorsOf(input, wordOf)), instructions: INSTRUCTIONS });
  },
});

const doorsOf = (input: Context, wordOf: (param: string) => string): Doors => ({
  client: input.api,
  place: placeFor(input, wordOf),
  idsIn: idsInUrl,
  diff: diffLines,
  command: ([noun = "", ...rest]) => input.next(noun, ...rest),
  now: Date.now,
});

export default defineNoun(serve);
