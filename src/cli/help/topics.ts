/** Help topics that are not nouns. */
import { EXIT_MEANINGS } from "../exit-codes.js";
import { BULK, SCRIPTING } from "./script-topics.js";

export const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ["DOCS_TOKEN", "token; overrides the profile's"],
  ["DOCS_BASE_URL", "address of the service, without /v1"],
  ["DOCS_PROJECT", "file with the defaults of a project, like --project"],
  ["DOCS_PROFILE", "profile to use; `sandbox` is the embedded service"],
  ["DOCS_SNAPSHOT", "snapshot to read instead of a service"],
  ["DOCS_ORG, DOCS_SPACE, DOCS_SITE", "default organization, space and site"],
  ["DOCS_CONFIG_DIR", "configuration folder"],
  ["DOCS_DEBUG", "like --debug"],
  ["DOCS_PAGER, PAGER", "program for long output at a terminal; default less, empty or cat: none"],
  ["DOCS_EDITOR, VISUAL, EDITOR", "program for long texts"],
  ["DOCS_BROWSER, BROWSER", "program for pages"],
  ["DOCS_PROMPT_DISABLED, CI", "never prompt"],
  ["DOCS_COMPLETE_REMOTE", "on TAB: 0 never asks the profile's service, 1 always; default: for what was never listed"],
  ["DOCS_HISTORY", "commands kept for docs undo: terminal, always, never"],
  ["DOCS_ACCESSIBLE=1", "for screen readers: plain lines, no spinner, no box characters"],
  ["LC_ALL=C, LC_CTYPE, LANG", "draw with ASCII"],
  ["DOCS_FORCE_TTY=<width>", "write as if to a terminal of this width"],
  ["NO_COLOR, CLICOLOR, CLICOLOR_FORCE", "colors off, off, on"],
  ["HTTPS_PROXY, HTTP_PROXY, NO_PROXY", "proxy; never used for this machine itself"],
  ["NODE_EXTRA_CA_CERTS", "additional certificates to trust"],
  ["NODE_DISABLE_COMPILE_CACHE=1", "store no compiled code in the cache folder"],
];

const table = (rows: readonly (readonly [string | number, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => String(left).length));
  return rows.map(([left, right]) => `  ${String(left).padEnd(width)}  ${right}\n`).join("");
};

const FORMATTING = `Output

  On a terminal: a table. Piped: tab-separated, no header, RFC 3339 times, no color.

  -o, --output table|json|jsonl|yaml|csv|tsv|markdown
  --json               the same as -o json: the service's answer, including unknown fields
  -o markdown          a table for a pull request or a chat, of any list
  --bom                start CSV with a byte order mark, which spreadsheets need to read UTF-8
  --fields a,b.c       columns and JSON members to show
  -q, --jq <expr>      filter with jq; strings are printed raw. With -o csv, tsv, markdown or yaml the results have that form: a row
                       for each, the members of an object or the elements of an array as cells
  -L, --limit <n>      at most n items of a list
  --page <cursor>      continue where a limited list stopped; "" is the start
  --sort <field>       read everything, then sort; <field>:desc reverses the order

  A list that changes while it is read may contain duplicates. A note at the end counts the objects whose id was already
  among the last 10,000; -q 'unique_by(.id)' omits them.

  Data goes to standard output, messages to standard error.
`;

export const TOPICS: Record<string, () => string | Promise<string>> = {
  environment: () => `Environment variables\n\n${table(ENVIRONMENT)}`,
  "exit-codes": () => `Exit codes\n\n${table(EXIT_MEANINGS)}`,
  formatting: () => FORMATTING,
  scripting: () => SCRIPTING,
  bulk: () => BULK,
  "checks-file": () => CHECKS_FILE,
  "mcp-hosts": () => MCP_HOSTS,
  "plan-format": async () => {
    const { planJsonSchema } = await import("../../changes/format/json-schema.js");
    return `${JSON.stringify(planJsonSchema(), null, 2)}\n`;
  },
};

/** All topics, including those generated from definitions. */
export const TOPIC_NAMES: readonly string[] = [...Object.keys(TOPICS), "flags", "endpoints"];

/** A file that people write by hand. */
const CHECKS_FILE = `Checks file

  A file in YAML for docs checks run --config FILE. An unknown key, a duplicate key, or an entry to ignore without a
  reason is an error that names the line.

    # info, warning or error: what ends with exit code 11
    fail-on: warning
    rules:
      cr-stale: { severity: warning, older-than: 60d }
      space-orphan: off
      variable-missing: on
      # spaces: thresholds by id, or pattern of the title
      page-old: { older-than: 365d, spaces: { API *: 90d } }
    ignore:
      - rule: links-broken
        # a page, or a space: then everything in it
        object: <id>
        reason: moves to the new handbook in June
        until: 2027-06-30
      - rule: links-*
        # paths of pages; titles: title
        path: releases/*
        reason: kept as they were

    # for --external: links to other servers
    external:
      exclude: ["https://www.linkedin.com/*"]
      accept: [403, 999]
      cache: 7d

  docs checks list shows the rules, docs checks view RULE what one of them finds and reads.
`;

const MCP_HOSTS = `Hosts of docs mcp

  Most hosts take a file in JSON with a member for each server:

    {
      "mcpServers": {
        "docs": { "command": "docs", "args": ["mcp", "--snapshot", "/home/me/acme.docs"] }
      }
    }

  Claude Desktop      claude_desktop_config.json (Settings, Developer)
  Claude Code         claude mcp add docs -- docs mcp --snapshot /home/me/acme.docs, or .mcp.json in a project
  Cursor              .cursor/mcp.json in a project, ~/.cursor/mcp.json for all
  Windsurf            ~/.codeium/windsurf/mcp_config.json
  Visual Studio Code  .vscode/mcp.json; the member is called servers, and each server has "type": "stdio"
  Zed                 settings.json; the member is called context_servers

  A graphical host may not see the PATH of your shell. If docs or node is not found, use its full path (which docs).
`;
