/** What the root knows: names, summaries and where each noun lives. Nothing else is loaded before a noun is typed. */
import type { NounEntry } from "../cli/command.js";

const WORK = "Content";
const PEOPLE = "Organization";
const TOOL = "This tool";

export const NOUNS: readonly NounEntry[] = [
  {
    name: "spaces",
    aliases: ["space"],
    group: WORK,
    summary: "Spaces: containers of pages and files",
    load: () => import("./spaces.js"),
  },
  {
    name: "cr",
    aliases: ["change-request", "change-requests"],
    group: WORK,
    summary: "Change requests: proposed edits to a space",
    load: () => import("./cr.js"),
  },
  { name: "orgs", aliases: ["org"], group: PEOPLE, summary: "Organizations", load: () => import("./orgs.js") },
  {
    name: "auth",
    aliases: [],
    group: TOOL,
    summary: "Log in, log out, see which token is used",
    load: () => import("./auth.js"),
  },
  {
    name: "profiles",
    aliases: ["profile"],
    group: TOOL,
    summary: "Stored profiles",
    load: () => import("./profiles.js"),
  },
  {
    name: "config",
    aliases: [],
    group: TOOL,
    summary: "Defaults of the current profile",
    load: () => import("./config.js"),
  },
  {
    name: "sandbox",
    aliases: [],
    group: TOOL,
    summary: "The embedded service: start, status, reset, import",
    load: () => import("./sandbox.js"),
  },
];
