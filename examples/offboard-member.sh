#!/usr/bin/env bash
# Offboards a member: hands over the teams that nobody else owns, records what the member had access to, then removes the
# member from the organization.
#
#   examples/offboard-member.sh <email> <email of the successor>
#
# The record goes to standard output as JSON, before anything is changed. It can be run again after a failure:
# finished steps are not repeated.
# Try it without an account: DOCS_PROFILE=sandbox examples/offboard-member.sh sam.whitfield@halden-robotics.example \
#   priya.raman@halden-robotics.example
set -euo pipefail

export DOCS_PROMPT_DISABLED=1

if [ $# -ne 2 ]; then
  echo "usage: ${0##*/} <email> <email of the successor>" >&2
  exit 2
fi
email=$1

code=0
leaving=$(docs members view "$email" -q .id) || code=$?
if [ "$code" -eq 3 ]; then
  echo "$email is not a member" >&2
  exit 0
fi
[ "$code" -eq 0 ] || exit "$code"
successor=$(docs members view "$2" -q .id)

spaces=$(docs members spaces "$leaving" -q '[.[] | {id: .space.id, title: .space.title, permission}]')
teams=$(docs members teams "$leaving" -q '[.[] | {id: .team.id, title: .team.title, role: .member.role}]')
printf '{"member":"%s","spaces":%s,"teams":%s}\n' "$leaving" "$spaces" "$teams"

owned=$(docs members teams "$leaving" -q '.[] | select(.member.role == "owner") | .team.id')
for team in $owned; do
  others=$(docs team-members list "$team" \
    -q "[.[] | select(.team.role == \"owner\" and .organization.id != \"$leaving\")] | length")
  [ "$others" -gt 0 ] || docs team-members set "$team" "$successor" --role owner >/dev/null
done

# The email must match the member found, so that nobody else is removed, whatever happened in between.
docs members remove "$leaving" --confirm "$email"
