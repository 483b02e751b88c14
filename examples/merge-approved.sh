#!/usr/bin/env bash
# Merges the open change requests of a space that are approved: by a comment that begins with "approved" or "lgtm" and is
# not the author's, and without any other open comment.
#
#   examples/merge-approved.sh [space]
#
# Outdated ones are updated first. If one cannot be merged, the others still are, and the exit code is 9. Standard output
# has a line for each change request: number, what was done, why.
# Try it without an account: DOCS_PROFILE=sandbox examples/merge-approved.sh
set -euo pipefail

export DOCS_PROMPT_DISABLED=1
if [ $# -gt 0 ]; then export DOCS_SPACE=$1; fi

# Numbers and ids only: no text written by users reaches the shell.
open=$(docs cr list -q '.[] | "\(.number) \(.createdBy.id) \(.outdated)"')
failed=0
while read -r number author outdated; do
  [ -n "$number" ] || continue
  verdict=$(docs comments list --cr "$number" -q "
    def approves: .postedBy.id != \"$author\" and ((.body.markdown // \"\") | test(\"^(approved|lgtm)\\\\b\"; \"i\"));
    if any(.[]; approves) | not then \"not approved\"
    elif any(.[]; .status == \"open\" and (approves | not)) then \"open comments\"
    else \"approved\" end")
  if [ "$verdict" != approved ]; then
    printf '%s\tskipped\t%s\n' "$number" "$verdict"
    continue
  fi
  if [ "$outdated" = true ] && ! docs cr update "$number" >/dev/null; then
    printf '%s\tfailed\tcannot be brought up to date\n' "$number"
    failed=$((failed + 1))
  elif revision=$(docs cr merge "$number" -q .revision); then
    printf '%s\tmerged\trevision %s\n' "$number" "$revision"
  else
    printf '%s\tfailed\tcannot be merged\n' "$number"
    failed=$((failed + 1))
  fi
done <<<"$open"

[ "$failed" -eq 0 ] || exit 9
