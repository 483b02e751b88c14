#!/usr/bin/env bash
# Writes an inventory as CSV, one line for each space: where it is published, how many pages and broken links it has, how
# many change requests are open, when it was last changed.
#
#   examples/inventory.sh > inventory.csv
#
# Try it without an account: DOCS_PROFILE=sandbox examples/inventory.sh
set -euo pipefail

export DOCS_PROMPT_DISABLED=1

echo '"id","title","visibility","sites","pages","broken links","open change requests","updated"'
ids=$(docs spaces list -q '.[].id')
for id in $ids; do
  # The titles of its sites as one JSON string, for the filter below.
  sites=$(docs sites list --containing-space "$id" -q 'map(.title) | join("; ") | tojson')
  pages=$(docs pages list --space "$id" -q '[.. | objects | select(has("slug"))] | length')
  broken=$(docs spaces links --space "$id" --stats -q '.broken.total // 0')
  # A spreadsheet would run a cell that begins like a formula, so it gets a quote in front.
  docs spaces view "$id" -q "
    def cell: tostring | if test(\"^[=+@-]\") then \"'\" + . else . end;
    [(.id, .title, .visibility, $sites | cell), $pages, $broken, .changeRequestsOpen, .updatedAt] | @csv"
done
