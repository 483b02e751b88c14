import { listMembers } from "../../../catalog/members.js";
import { listSamlProviders } from "../../../catalog/saml.js";
import type { Facts } from "../../data-source.js";
import { requireKnown, withholdIf } from "../../not-evaluable.js";
import type { ItemOf } from "../../subjects.js";
import { defineRule, type Subject } from "../../types.js";
import { isActive } from "../members/people.js";
import { certificatesIn } from "./certificates.js";

type Provider = ItemOf<"saml-provider">;

const WEEK = 7 * 86_400_000;

/** Why people could not sign in with it, now or within a week. */
function problemOf({ status, certificate }: Provider, now: number): string | undefined {
  if (status !== "active") return "it is not active";
  const found = certificatesIn(certificate ?? "");
  if (!("valid" in found)) return `its certificate: ${found.problem}`;
  // A time that cannot be read is NaN, which is in no range.
  const isValid = found.valid.every(
    ({ validFrom, validTo }) => Date.parse(validFrom) <= now && Date.parse(validTo) >= now + WEEK,
  );
  return isValid ? undefined : "its certificate is not valid for a week";
}

/** Why requiring single sign-on could lock everybody out; undefined if it could not. */
async function whyNot(
  { params }: Subject<"organization">,
  providers: readonly Provider[],
  facts: Facts,
  now: number,
): Promise<string | undefined> {
  const problems = providers.map((provider) => problemOf(provider, now));
  const [problem] = problems;
  if (problem !== undefined && !problems.includes(undefined)) {
    return providers.length === 1 ? problem : `none of the providers can be used: ${problem}`;
  }
  const members = await facts.list(listMembers, params);
  return members.some((member) => isActive(member) && member.sso === true)
    ? undefined
    : "nobody has signed in with it yet";
}

export default defineRule({
  id: "org-sso-off",
  severity: "warning",
  tag: "sign-on",
  summary: "A SAML provider is set up, but single sign-on is not required",
  why: "People can still bypass the identity provider, and are not locked out by it when they leave.",
  fix: "docs orgs edit ORG --sso",
  planned: {
    consequence: "people who do not sign in with the provider are locked out",
    condition: "a provider is active, its certificate is valid for another week, and a member signs in with it",
    risk: "locks out",
  },
  example: "Okta is set up, but single sign-on is not required",
  of: "organization",
  needs: [listSamlProviders, { endpoint: listMembers, when: "a provider can be used" }],
  async check(organization, { facts, now }) {
    const { item, params, thing } = organization;
    if (requireKnown(item.sso, "whether single sign-on is required")) return [];
    const providers = (await facts.list(listSamlProviders, params)).filter(({ status }) => status !== "pending");
    const [first] = providers;
    if (!first) return [];
    const which = providers.length === 1 ? `${first.label || first.id} is` : `${providers.length} SAML providers are`;
    const withheld = await withholdIf(
      whyNot(organization, providers, facts, now),
      "it could not be determined whether anyone signs in with it",
    );
    return [
      {
        message: `${which} set up, but single sign-on is not required`,
        fix:
          withheld === undefined
            ? {
                words: ["orgs", "edit", thing.id, "--sso"],
                change: { endpoint: "updateOrg", params: { organizationId: thing.id }, body: { sso: true } },
              }
            : { words: ["saml", "list"], ...withheld },
      },
    ];
  },
});
