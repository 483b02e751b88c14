/** `cr close` and `cr reopen`: the status alone, as gh has it. */
import { updateChangeRequest } from "../../catalog/change-requests.js";
import { defineCommand, many } from "../../cli/command.js";
import { changeRequest } from "../../cli/kinds.js";
import { DETAILS, requestName } from "./columns.js";

const settle = (name: "close" | "reopen", status: "archived" | "open", done: string, summary: string) =>
  defineCommand({
    name,
    summary,
    description: `The same as: docs cr edit CR --status ${status}`,
    endpoints: [],
    uses: [updateChangeRequest],
    args: { cr: many(changeRequest) },
    examples: [`docs cr ${name} 42`, `docs cr ${name} 42 43 --json`, `docs cr ${name} - < numbers.txt`],
    run: ({ args, api, out }) =>
      out.each(args.cr, (cr) => api.call(updateChangeRequest, { params: cr.params, body: { status } }), {
        columns: DETAILS,
        done: (cr) => `${done} ${requestName(cr.label)}`,
      }),
  });

export const close = settle("close", "archived", "Closed", "Close change requests without merging them");
export const reopen = settle("reopen", "open", "Reopened", "Open closed change requests again");
