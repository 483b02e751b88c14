#!/usr/bin/env bash
# Publishes each OpenAPI specification in a folder: pets.yaml becomes the specification "pets". The service reads it from
# a URL, so the folder must be reachable, for example as the raw files of a commit or an artifact of the build.
#
#   examples/publish-openapi.sh <folder> <URL of the folder>
#
# All specifications are sent even if one is refused; the exit code is then 9. Standard output has a line for each: its
# name and the result.
# Try it without an account: DOCS_PROFILE=sandbox examples/publish-openapi.sh ./specs "file://$PWD/specs"
set -euo pipefail

export DOCS_PROMPT_DISABLED=1

if [ $# -ne 2 ]; then
  echo "usage: ${0##*/} <folder> <URL of the folder>" >&2
  exit 2
fi
folder=$1
address=${2%/}

shopt -s nullglob
files=("$folder"/*.yaml "$folder"/*.yml "$folder"/*.json)
if [ ${#files[@]} -eq 0 ]; then
  echo "there is no specification in $folder" >&2
  exit 2
fi

failed=0
for file in "${files[@]}"; do
  name=${file##*/}
  slug=${name%.*}
  # --wait: done when the service has processed the specification, not merely accepted the request.
  if state=$(docs openapi publish "$slug" --source-url "$address/$name" --wait -q .processingState); then
    printf '%s\t%s\n' "$slug" "$state"
  else
    printf '%s\tfailed\n' "$slug"
    failed=$((failed + 1))
  fi
done

echo "published $((${#files[@]} - failed)) of ${#files[@]} specifications" >&2
[ "$failed" -eq 0 ] || exit 9
