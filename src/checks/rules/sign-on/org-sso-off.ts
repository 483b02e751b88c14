import { listSamlProviders } from "../../../catalog/saml.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "org-sso-off",
  severity: "warning",
  tag: "sign-on",
  summary: "A SAML provider is set up, but single sign-on is not required",
  why: "People can still bypass the identity provider, and are not locked out by it when they leave.",
  fix: "docs orgs edit <org> --sso",
  example: "Okta is set up, but single sign-on is not required",
  of: "organization",
  needs: [listSamlProviders],
  async check({ item, params, thing }, { facts }) {
    if (item.sso !== false) return [];
    const providers = (await facts.list(listSamlProviders, params)).filter(({ status }) => status !== "pending");
    const [first] = providers;
    if (!first) return [];
    const which = providers.length === 1 ? `${first.label || first.id} is` : `${providers.length} SAML providers are`;
    return [
      {
        message: `${which} set up, but single sign-on is not required`,
        fix: {
          words: ["orgs", "edit", thing.id, "--sso"],
          change: { endpoint: "updateOrg", params: { organizationId: thing.id }, body: { sso: true } },
        },
      },
    ];
  },
});
