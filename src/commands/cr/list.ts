/** `cr list`: one status of a space as the service lists it; whatever is wider is chosen in `filtered-list.ts`. */
import { listChangeRequests } from "../../catalog/change-requests.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import { defineCommand } from "../../cli/command.js";
import { only, query, text } from "../../cli/flags.js";
import { isForPeople } from "../../cli/run/command-output.js";
import { COLUMNS } from "./columns.js";

export const list = defineCommand({
  name: "list",
  summary: "List the change requests of a space, or of all spaces",
  description: [
    "Newest first. At a terminal, --limit keeps the newest, and reads the whole list for that; in scripts, --limit and --page follow the order of the service.",
    "--status all, --author, --search and --all-spaces read whole lists, one request for each status and space. --author is who created it, --contributor anyone who changed it.",
    "With --all-spaces, each change request names its space, and spaces that cannot be read are listed (exit code 9).",
  ].join("\n"),
  endpoints: [listChangeRequests],
  uses: [listOrgSpaces],
  within: ["space"],
  acrossFlag: "allSpaces",
  acrossContexts: ["org"],
  flags: {
    ...query(listChangeRequests, {
      status: { describe: "only change requests with this status; all for every status", also: ["all"] },
      contributor: { describe: "only change requests that this user contributed to", value: "user", id: "userId" },
    }),
    author: text({ describe: "only change requests that this user created", value: "user", id: "userId" }),
    search: text({ describe: "only change requests whose subject contains this text, ignoring case", value: "text" }),
    allSpaces: only("change requests of all spaces of the organization"),
  },
  addedMembers: ["space"],
  paged: true,
  examples: [
    "docs cr list",
    "docs cr list --status all --author @me",
    "docs cr list --all-spaces --search torque",
    "docs cr list --status draft --json",
    "docs cr list -q '.[].number'",
  ],
  run: async (input) => {
    const { scope, query, flags, globals, api, out } = input;
    const { author, search, allSpaces } = flags;
    const { limit, page, sort } = globals.list;
    const isPlain = query.status !== "all" && author === undefined && search === undefined && !allSpaces;
    const listing = api.list(listChangeRequests, { params: scope, query });
    // The service may list the oldest first: which are the newest is known once all are read. Scripts go on from the cursor.
    if (!isPlain || (isForPeople(out) && limit !== undefined && page === undefined && sort === undefined)) {
      const { listFiltered } = await import("./filtered-list.js");
      return listFiltered(input, isPlain ? listing.of : undefined);
    }
    return out.list(listing, {
      columns: COLUMNS,
      newest: true,
      empty: `no ${query.status ?? "open"} change requests`,
    });
  },
});
