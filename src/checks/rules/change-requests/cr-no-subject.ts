import { defineRule } from "../../types.js";
import { command } from "./cr-fixes.js";

export default defineRule({
  id: "cr-no-subject",
  severity: "info",
  tag: "change-requests",
  summary: "An open change request has no subject",
  why: "In every list it is a number: reviewers do not see what it is about, and nor does the history.",
  fix: 'docs cr edit <cr> --subject "<subject>" --space <space>',
  example: "has no subject",
  of: "change-request",
  needs: [],
  check(cr) {
    const { status, subject } = cr.item;
    if (status !== "open" || (subject ?? "").trim() !== "") return [];
    return [{ message: "has no subject", fix: command(cr, "cr", "edit", "<cr>", "--subject", "...") }];
  },
});
