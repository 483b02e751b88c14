/** Help topics for people who write scripts; test/examples runs what they show. */

export const SCRIPTING = `Scripting

  Nothing is asked without a terminal, in CI, or with --no-input: what is missing ends with exit code 2, before any
  request. Destructive commands need --yes there, or better --confirm <id-or-title>, which must equal the target.

  Data goes to standard output, words to standard error: redirect the one without the other.

    numbers=$(docs cr list -q '.[].number')

  Piped lists are tab-separated, one item a line, without a header; titles never hold tabs or newlines there.

    docs members list | while IFS=$'\\t' read -r id name email rest; do echo "$email"; done

  -q filters with jq without jq being installed; strings are printed raw. -o jsonl has one object a line.

  Exit codes tell what happened (docs help exit-codes). 3: not found. 7: a write may have been applied; the message names
  the command that tells. 9: of several targets at least one failed. With --json an error is one JSON object on standard
  error; its "kind" stays the same, its words may change.

    code=0; docs spaces view "$id" > /dev/null || code=$?
    if [ "$code" -eq 3 ]; then echo "no such space"; fi

  Several targets take one command; - reads them from standard input. All of them are checked before the first request.

    docs comments list --status resolved -q '.[].id' | docs comments delete - --yes

  docs help bulk tells more of several targets, and how a run that was stopped goes on.

  Ids cost no lookup; titles are looked up in a list first, and fail when there is more than one. Scripts should use ids.

  Long text comes from files: --body-file note.md, or - for standard input. The token comes from DOCS_TOKEN, --token-file
  or --token-stdin, never from a flag's value.

  Requests that are safe to send again are sent again; a create is not, unless --retry-unsafe says so. --deadline bounds
  the whole command, --max-wait the waiting for a rate limit.

  --dry-run shows what would be sent, also as curl, and sends nothing. Try a script without an account:

    DOCS_PROFILE=sandbox ./script.sh
`;

export const BULK = `Several targets

  Commands that view, change or delete things take several of them; - reads them from standard input, one a line. All are
  checked before the first request.

    docs cr view 42 43
    docs cr list -q '.[].number' | docs cr merge -

  Changes are made one after the other, reads four at a time: --concurrency sets how many. One that fails does not stop
  the others, unless --fail-fast is given, the token is refused, or the service fails five times in a row.

  The results are a list, whatever the count: one array in JSON, one row each in TSV and CSV. Each names its target first;
  one that failed has an error, in TSV and CSV as the last column.

    docs cr view 42 999 --json -q '.[] | select(.error) | .target'

  Exit code 9: at least one target is not ok. With --json the error on standard error counts them and names those that
  failed.

  --journal writes each change into a new file before it is sent. A run that was stopped goes on with --resume, which
  takes the targets from the journal; all other flags are given as before.

    docs comments list --status resolved -q '.[].id' | docs comments delete - --yes --journal deleted.ndjson
    docs comments delete --yes --resume deleted.ndjson

  What is done is not sent again, what was refused is. What was sent and never answered is looked up first; where nothing
  can be seen of it, it stays unknown, or is repeated with --retry-unknown. A journal is of one command, one service and
  the same values, and of one run at a time: anything else ends with exit code 2 before a request. It holds no token and
  nothing of what was written.
`;
