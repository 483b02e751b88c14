/** All tools, in the order in which programs see them. */
import type { AnyTool } from "../types.js";
import { changes } from "./changes.js";
import { apiGet, apiSearch } from "./endpoints.js";
import { check, explainAccess, links } from "./findings.js";
import { propose } from "./propose.js";
import { compare, query } from "./snapshots.js";
import { find, list, readPage, search, view } from "./things.js";

/** Those of `NEEDS` too. */
export const TOOLS: readonly AnyTool[] = [
  find,
  list,
  view,
  readPage,
  search,
  links,
  check,
  changes,
  explainAccess,
  apiSearch,
  apiGet,
  compare,
  query,
  propose,
];
