#!/bin/sh
# Applies every site's file. Ends with 1 when one did not go well; the others are applied all the same.
failed=0
for file in sites/*.yaml; do
  echo "== $file"
  docs sites apply "$file" --yes || failed=1
done
exit "$failed"
