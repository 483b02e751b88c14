/** Help topics for people who write scripts; test/examples runs what they show. */

export const SCRIPTING = `Scripting

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

export const BULK = `Several targets

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
