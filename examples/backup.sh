#!/usr/bin/env bash
# Backs up an organization every night: refreshes its snapshot, verifies the file, and passes it to restic.
#
#   examples/backup.sh <snapshot>
#
# restic encrypts the snapshot and keeps earlier ones elsewhere, where RESTIC_REPOSITORY names a repository. Exit codes: 0 done,
# 9 done, but parts could not be read (standard error names them). If the file is damaged (also 9), or with any other code,
# nothing was passed to restic. It prints nothing if all is well, so that cron sends no mail.
# Try it without an account: DOCS_PROFILE=sandbox examples/backup.sh org.docs
set -euo pipefail
umask 077

export DOCS_PROMPT_DISABLED=1

snapshot=${1:?usage: backup.sh <snapshot>}

status=0
docs snapshots create "$snapshot" --include files,access --quiet >/dev/null || status=$?
[ "$status" -eq 0 ] || [ "$status" -eq 9 ] || exit "$status"

# A damaged file must not take the place of a good one.
docs snapshots verify "$snapshot" --quiet >/dev/null || exit "$?"

if [ -n "${RESTIC_REPOSITORY-}" ]; then
  restic backup --quiet --tag docs "$snapshot"
  restic forget --quiet --tag docs --keep-daily 7 --keep-weekly 5 --keep-monthly 12 --prune
fi
exit "$status"
