import { discussion } from "./discussion.js";
import { organization } from "./organization.js";
import { siteSpaces } from "./site-spaces.js";
import { sites } from "./sites.js";
import { spaces } from "./spaces.js";
import type { Row, Rows } from "./types.js";

/** One row for each endpoint that changes something, by its name in the catalog. */
export const MATRIX: Rows = { ...organization, ...spaces, ...sites, ...siteSpaces, ...discussion };

/** @throws TypeError for an endpoint without a row; a test keeps that from happening */
export function rowOf(endpoint: string): Row {
  const row = Object.hasOwn(MATRIX, endpoint) ? MATRIX[endpoint] : undefined;
  if (!row) throw new TypeError(`the undo matrix has no row for ${endpoint}`);
  return row;
}
