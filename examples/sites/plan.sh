#!/bin/sh
# Plans every site's file and prints the plans as a comment. Ends with 1 when one cannot be planned.
failed=0
printf '%s\n' '<!-- sites -->'
for file in sites/*.yaml; do
  printf '\n**%s**\n\n```diff\n' "$file"
  docs sites plan "$file" -o table 2>&1 || failed=1
  printf '\n```\n'
done
exit "$failed"
