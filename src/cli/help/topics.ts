/** Help topics that are not nouns. */
import { EXIT_MEANINGS } from "../run/failure-report.js";

export const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ["DOCS_TOKEN", "token; overrides the profile's"],
  ["DOCS_BASE_URL", "URL of the service, without /v1"],
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

// Help topics for people who write scripts; test/examples runs what they show.

const SCRIPTING = `Scripting

  Without a terminal, in CI, or with --no-input, nothing is asked: a missing value causes exit code 2 before any
  request. Destructive commands then need --yes, or better --confirm <id-or-title>, which must match the target.

  Data goes to standard output, messages to standard error, so you can redirect either one.

    numbers=$(docs cr list -q '.[].number')

  Piped lists are tab-separated, one item per line, without a header; titles in them never contain tabs or newlines.

    docs members list | while IFS=$'\\t' read -r id name email rest; do echo "$email"; done

  -q filters with jq, which need not be installed; strings are printed raw. -o jsonl prints one object per line.

  Exit codes are stable (docs help exit-codes). 3: not found. 7: a write may have been applied; the message names
  the command that shows it. 9: of several targets at least one failed. With --json, an error is one JSON object on
  standard error; its "kind" is stable, its message may change.

    code=0; docs spaces view "$id" > /dev/null || code=$?
    if [ "$code" -eq 3 ]; then echo "no such space"; fi

  One command takes several targets; - reads them from standard input. All of them are checked before the first request.

    docs comments list --status resolved -q '.[].id' | docs comments delete - --yes

  docs help --json is the tree of all commands as data; docs help --json cr merge tells all about one.

  docs help bulk has more about several targets, and how to resume a run that was stopped.

  Scripts should use ids: a title is looked up in a list first, and fails if several things have it. With --yes, a
  destructive command takes a title only if it cannot be an id, because of a space, a sign or a letter outside ASCII:
  deleting what is absent succeeds, so a word that was meant as an id must not delete what has it as a title. To delete
  by such a title, repeat it: --confirm Documentation.

  Long text comes from files: --body-file note.md, or - for standard input. The token comes from DOCS_TOKEN, --token-file
  or --token-stdin, never from a flag's value.

  Requests that are safe to repeat are retried; a create is not, except with --retry-unsafe. --deadline limits the whole
  command, --max-wait the wait for a rate limit.

  --dry-run shows what would be sent, also as curl, and sends nothing. Try a script without an account:

    DOCS_PROFILE=sandbox ./script.sh
`;

const BULK = `Several targets

  Commands that view, change or delete things take several of them; - reads them from standard input, one per line. All
  are checked before the first request.

    docs cr view 42 43
    docs cr list -q '.[].number' | docs cr merge -

  Changes are sent one after the other, reads four at a time; --concurrency changes that. If one fails, the others continue,
  except with --fail-fast, when the token is refused, or when the service fails five times in a row.

  The results are always a list: an array in JSON, a row for each in TSV and CSV. Each names its target first; one that
  failed has an error, in TSV and CSV as the last column.

    docs cr view 42 999 --json -q '.[] | select(.error) | .target'

  Exit code 9: at least one target failed. With --json, the error on standard error counts them and names those that
  failed.

  --journal writes each change to a new file before it is sent. --resume continues a run that was stopped: it takes the
  targets from the journal; pass all other flags as before.

    docs comments list --status resolved -q '.[].id' | docs comments delete - --yes --journal deleted.ndjson
    docs comments delete --yes --resume deleted.ndjson

  Changes that are done are not sent again; refused ones are. A change without an answer is looked up first; if nothing
  can be found, it stays unknown, or is sent again with --retry-unknown. A journal belongs to one command, one service and
  the same values, and to one run at a time: anything else ends with exit code 2 before any request. It contains no token
  and nothing of what was written.
`;
