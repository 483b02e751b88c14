/** All tools, in the order in which programs see them. */
import type { AnyTool } from "../types.js";
import { apiGet } from "./api-get.js";
import { apiSearch } from "./api-search.js";
import { changes } from "./changes.js";
import { check } from "./check.js";
import { compare } from "./compare.js";
import { explainAccess } from "./explain-access.js";
import { find } from "./find.js";
import { links } from "./links.js";
import { list } from "./list.js";
import { propose } from "./propose.js";
import { query } from "./query.js";
import { readPage } from "./read-page.js";
import { search } from "./search.js";
import { view } from "./view.js";

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
