/** Help topics beside the nouns. */
import { EXIT_MEANINGS } from "../exit-codes.js";

export const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ["DOCS_TOKEN", "token; goes before the profile's"],
  ["DOCS_BASE_URL", "address of the service, without /v1"],
  ["DOCS_PROFILE", "profile to use; `sandbox` is the embedded service"],
  ["DOCS_ORG, DOCS_SPACE, DOCS_SITE", "context of commands that need one"],
  ["DOCS_CONFIG_DIR", "folder of the configuration"],
  ["DOCS_DEBUG", "as --debug"],
  ["DOCS_PAGER, PAGER", "program for long output"],
  ["DOCS_PROMPT_DISABLED, CI", "never ask"],
  ["DOCS_ACCESSIBLE=1", "for screen readers: plain lines, nothing is drawn over, no box characters"],
  ["DOCS_FORCE_TTY=<width>", "write as to a terminal of that width"],
  ["NO_COLOR, CLICOLOR, CLICOLOR_FORCE", "colors off, off, on"],
  ["HTTPS_PROXY, HTTP_PROXY, NO_PROXY", "proxy, never used for this machine itself"],
  ["NODE_EXTRA_CA_CERTS", "more certificates to trust"],
  ["NODE_DISABLE_COMPILE_CACHE=1", "keep nothing compiled in the folder for caches"],
];

const table = (rows: readonly (readonly [string | number, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => String(left).length));
  return rows.map(([left, right]) => `  ${String(left).padEnd(width)}  ${right}\n`).join("");
};

const FORMATTING = `Output

  On a terminal: a table. Piped: tab-separated, no header, RFC 3339 times, no color.

  -o, --output table|json|jsonl|yaml|csv|tsv
  --json               the same as -o json: what the service answered, unknown fields kept
  --fields a,b.c       columns and JSON members to show
  -q, --jq <expr>      filter with jq; strings are printed raw
  -L, --limit <n>      at most n items of a list
  --page <cursor>      go on where a capped list stopped
  --unique             leave out what was listed before

  A list that changes while it is read may repeat objects. They stay, and a note at the end counts those whose id was
  among the last 10,000; --unique remembers every id.

  Data goes to standard output, words to standard error.
`;

const SCRIPTING = `Scripting

  Nothing is asked without a terminal, in CI, or with --no-input: what is missing ends with exit code 2, before any
  request. Destructive commands need --yes there, or better --confirm <id-or-title>, which must equal the target.

  Data goes to standard output, words to standard error: redirect the one without the other.

    numbers=$(docs cr list -q '.[].number')

  Piped lists are tab-separated, one item a line, without a header; titles never hold tabs or newlines there.

    docs members list | while IFS=$'\t' read -r id name email rest; do echo "$email"; done

  -q filters with jq without jq being installed; strings are printed raw. -o jsonl has one object a line.

  Exit codes tell what happened (docs help exit-codes). 3: not found. 7: a write may have been applied; the message names
  the command that tells. 9: of several targets at least one failed. With --json an error is one JSON object on standard
  error; its "kind" stays the same, its words may change.

    code=0; docs spaces view "$id" > /dev/null || code=$?
    if [ "$code" -eq 3 ]; then echo "no such space"; fi

  Several targets take one command; - reads them from standard input. All of them are checked before the first request.

    docs comments list --status resolved -q '.[].id' | docs comments delete - --yes

  Ids cost no lookup; titles are looked up in a list first, and fail when there is more than one. Scripts should use ids.

  Long text comes from files: --body-file note.md, or - for standard input. The token comes from DOCS_TOKEN, --token-file
  or --token-stdin, never from a flag's value.

  Requests that are safe to send again are sent again; a create is not, unless --retry-unsafe says so. --deadline bounds
  the whole command, --max-wait the waiting for a rate limit.

  --dry-run shows what would be sent, also as curl, and sends nothing. Try a script without an account:

    DOCS_PROFILE=sandbox ./script.sh
`;

export const TOPICS: Record<string, () => string> = {
  environment: () => `Environment variables\n\n${table(ENVIRONMENT)}`,
  "exit-codes": () => `Exit codes\n\n${table(EXIT_MEANINGS)}`,
  formatting: () => FORMATTING,
  scripting: () => SCRIPTING,
};
