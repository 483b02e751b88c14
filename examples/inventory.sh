#!/usr/bin/env bash
# Writes what there is as CSV, one line for each space: where it is published, how many pages and broken links it has, how
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
  # The titles of its sites as one JSON text, so that the filter below can take it whole.
  sites=$(docs sites list --containing-space "$id" -q 'map(.title) | join("; ") | tojson')
  pages=$(docs pages list --space "$id" -q '[.. | objects | select(has("slug"))] | length')
  broken=$(docs spaces links --space "$id" --stats -q '.broken.total // 0')
  # A cell that begins like a formula would be run by a spreadsheet: it gets a quote in front.
  docs spaces view "$id" -q "
    def cell: tostring | if test(\"^[=+@-]\") then \"'\" + . else . end;
    [(.id, .title, .visibility, $sites | cell), $pages, $broken, .changeRequestsOpen, .updatedAt] | @csv"
done
