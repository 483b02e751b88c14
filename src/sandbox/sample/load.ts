import type { HandlerContext } from "../types.js";
import { loadDiscussions } from "./loaders/discussions.js";
import { loadOpenapi } from "./loaders/openapi.js";
import { loadOrganizations } from "./loaders/organizations.js";
import { loadPeople } from "./loaders/people.js";
import { loadSaml } from "./loaders/saml.js";
import { loadSites } from "./loaders/sites.js";
import { loadSpaces } from "./loaders/spaces.js";
import { loadTranslation } from "./loaders/translation.js";

/**
 * Fills an empty store with the sample: a robot maker that uses everything the service offers, and a small customer of
 * theirs. Times are relative to `context.now()`, ids are always the same (sample/). Runs in the caller's
 * transaction.
 */
export function loadSample(context: HandlerContext): void {
  loadOrganizations(context);
  loadPeople(context);
  loadSpaces(context);
  loadDiscussions(context);
  loadSites(context);
  loadOpenapi(context);
  loadTranslation(context);
  loadSaml(context);
}
