/** Specifications and translations that failed. */
import { listOpenapiSpecs } from "../catalog/openapi.js";
import { listTranslations } from "../catalog/translations.js";
import type { Api } from "../cli/context.js";
import { allOf, WHOLE } from "./across-spaces.js";

interface OrgParams {
  organizationId: string;
}

export async function failedSpecifications(api: Api, params: OrgParams) {
  const found = await allOf(api.list(listOpenapiSpecs, { params }, WHOLE));
  return found.filter(({ lastProcessErrorCode }) => Boolean(lastProcessErrorCode));
}

/** Statuses of translations without problems; all others are shown. */
const WELL = new Set(["pending", "running", "completed"]);

export async function failedTranslations(api: Api, params: OrgParams) {
  const found = await allOf(api.list(listTranslations, { params }, WHOLE));
  return found.filter(({ status }) => Boolean(status) && !WELL.has(status ?? ""));
}
