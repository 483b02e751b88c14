import { defineRule } from "../../types.js";
import { command, statusOf } from "./cr-fixes.js";

export default defineRule({
  id: "cr-no-subject",
  severity: "info",
  tag: "change-requests",
  summary: "An open change request has no subject",
  why: "Lists and the history show only its number: nobody sees what it is about.",
  fix: "docs cr edit CR --subject SUBJECT --space SPACE",
  example: "has no subject",
  of: "change-request",
  needs: [],
  check(cr) {
    const { subject } = cr.item;
    if (statusOf(cr) !== "open" || (subject ?? "").trim() !== "") return [];
    return [{ message: "has no subject", fix: command(cr, "cr", "edit", "<cr>", "--subject", "...") }];
  },
});
