#!/usr/bin/env bash
# Keeps the history of an organization in git: its texts and settings as files, and the differences.
#
#   examples/nightly-snapshot.sh <repository> [snapshot]
#
# The repository gets a folder `content` and a commit if something is different; the message lists the changes. It is pushed
# if it has a remote. The snapshot, by default organization.docs beside the repository, is never committed: the next
# run reads only what has changed since. Exit codes: 0 done, 9 done, but parts could not be read and did not change.
# Try it without an account: DOCS_PROFILE=sandbox examples/nightly-snapshot.sh <repository>
set -euo pipefail

export DOCS_PROMPT_DISABLED=1

repository=${1:?usage: nightly-snapshot.sh <repository> [snapshot]}
git -C "$repository" rev-parse --git-dir >/dev/null
snapshot=${2:-$(cd "$repository/.." && pwd)/organization.docs}

before=
if [ -e "$snapshot" ]; then
  before="$snapshot.before"
  cp -p "$snapshot" "$before"
  trap 'rm -f "$before"' EXIT
fi

partial=0
docs snapshots create "$snapshot" --quiet >/dev/null || partial=$?
[ "$partial" -eq 0 ] || [ "$partial" -eq 9 ] || exit "$partial"

docs snapshots export "$snapshot" "$repository/content" --quiet >/dev/null || [ "$?" -eq 9 ]
git -C "$repository" add content
if git -C "$repository" diff --cached --quiet; then
  echo "nothing is different" >&2
  exit "$partial"
fi

{
  echo "Organization as of $(date -u +%F)"
  echo
  # A message that nobody reads to its end needs none.
  if [ -n "$before" ]; then docs snapshots diff "$before" "$snapshot" -o table | head -n 200 || true; fi
} | git -C "$repository" commit --quiet --cleanup=verbatim --file=-
if [ -n "$(git -C "$repository" remote)" ]; then git -C "$repository" push --quiet origin HEAD; fi
git -C "$repository" show --stat --format=%s HEAD | tail -n 1 >&2
exit "$partial"
