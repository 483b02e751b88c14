#!/usr/bin/env bash
# Nightly link check: fails if a link is broken.
#
#   examples/check-links.sh [space...]
#
# Without spaces, all spaces of the organization are checked. Standard output has a line for each broken link: space,
# page, target, kind of link. Exit codes: 0 all links work, 9 some are broken, others: the check itself failed.
# Try it without an account: DOCS_PROFILE=sandbox examples/check-links.sh
set -euo pipefail

export DOCS_PROMPT_DISABLED=1

spaces=("$@")
if [ ${#spaces[@]} -eq 0 ]; then
  # In a variable, so that a failed list ends the script instead of looking like an organization without spaces.
  all=$(docs spaces list -q '.[].id')
  mapfile -t spaces <<<"$all"
fi

broken=0
for space in "${spaces[@]}"; do
  title=$(docs spaces view "$space" -q .title)
  links=$(docs spaces links --space "$space" --broken -o tsv)
  [ -n "$links" ] || continue
  while IFS=$'\t' read -r _status page target kind; do
    printf '%s\t%s\t%s\t%s\n' "$title" "$page" "$target" "$kind"
    broken=$((broken + 1))
  done <<<"$links"
done

echo "checked ${#spaces[@]} spaces, $broken broken links" >&2
[ "$broken" -eq 0 ] || exit 9
