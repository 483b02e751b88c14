import { listAnswer } from "../lists.js";
import { findOrganization } from "../lookup.js";
import { settleInside } from "../rights/levels.js";
import { ownOrganizations } from "../rights/rules.js";
import type { Handler, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

interface Organization {
  id: string;
  emailDomains?: string[];
  urls: Record<string, string>;
}

/** Organizations of which the caller is a member. */
const listOrgs: Handler = (input, context) => {
  const items = ownOrganizations(context, context.store.all<Organization>("organization", "root"));
  return listAnswer(context, input, { items });
};

const getOrg: Handler = ({ params }, context) => ({ value: findOrganization(context, params.organizationId ?? "") });

const updateOrg: Handler = ({ params, body }, context) => {
  const id = params.organizationId ?? "";
  findOrganization(context, id);
  const { logo, ...fields } = body;
  // The schema has checked the shape.
  const content = fields.defaultContent as { site: string } | undefined;
  if (content && context.store.scopeOf("site", content.site) !== id) {
    throw new ServiceError(400, `invalid default content: site "${content.site}" is not in the organization`);
  }
  const value = context.store.update<Organization>("organization", id, (organization) => ({
    ...organization,
    ...fields,
    // The request's `logo` becomes `urls.logo` in answers.
    ...(typeof logo === "string" && { urls: { ...organization.urls, logo } }),
  }));
  if (fields.defaultRole !== undefined) settleInside(context.store, id);
  return { value };
};

/** Invite links cannot be created or listed, so there is never one to delete; the contract answers 204 for that too. */
const deleteLinkInvite: Handler = ({ params }, context) => {
  context.store.remove("link-invite", `${params.organizationId}/${params.inviteId}`);
  return undefined;
};

/** Only organizations of which the caller is a member. */
const listOrgsByEmailDomain: Handler = ({ params }, context) => {
  const domain = (params.emailDomain ?? "").toLowerCase();
  const organizations = ownOrganizations(
    context,
    context.store
      .all<Organization>("organization", "root")
      .filter((organization) => organization.emailDomains?.some((own) => own.toLowerCase() === domain)),
  );
  return { value: { organizations } };
};

/** The token for visitors is an option that is off in every organization of the sandbox. */
const pingOrg: Handler = ({ params }, context) => {
  findOrganization(context, params.organizationId ?? "");
  return { value: {} };
};

export const handlers: Handlers = {
  listOrgs,
  getOrg,
  updateOrg,
  deleteLinkInvite,
  listOrgsByEmailDomain,
  pingOrg,
};
