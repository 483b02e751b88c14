import sample from "virtual:sample";
import { type StoredProvider, samlAddresses } from "../handlers/saml.js";
import { addVersion, specUrls } from "../openapi/specs.js";
import { ORIGIN } from "../origin.js";
import { permissionsFor } from "../rights/permissions.js";
import type { HandlerContext } from "../types.js";
import { SAMPLE } from "./ids.js";
import { loadDiscussions } from "./loaders/discussions.js";
import { loadPeople } from "./loaders/people.js";
import { loadSites } from "./loaders/sites.js";
import { loadSpaces } from "./loaders/spaces.js";
import { daysAgo } from "./tools.js";

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

/** Single sign-on of the default organization: the provider in use, and the previous one. */
function loadSaml(context: HandlerContext): void {
  for (const { id, label, path, certificate, created, defaultTeam } of sample.samlProviders) {
    const provider: StoredProvider = {
      object: "saml-provider",
      id,
      label,
      ssoURL: `https://login.halden-robotics.example/saml/${path}`,
      entityID: "https://login.halden-robotics.example/saml",
      certificate,
      defaultTeam,
      defaultRole: "read",
      createdAt: daysAgo(context, created),
      status: "active",
      ...samlAddresses(SAMPLE.org, id),
    };
    context.store.put("saml-provider", id, SAMPLE.org, provider);
  }
}

/** A translation of the default organization. The space of the result must exist already. */
function loadTranslation(context: HandlerContext): void {
  const { org } = SAMPLE;
  const { id, source, result, language, created, updated, stats, instructions } = sample.translation;
  context.store.put("translation", id, org, {
    object: "translation",
    id,
    status: "completed",
    source: { space: source, language: "en" },
    language,
    instructions,
    result: { space: result, revision: context.store.get<{ revision: string }>("space", result)?.revision },
    createdAt: daysAgo(context, created),
    updatedAt: daysAgo(context, updated),
    stats,
    permissions: permissionsFor("translation", "admin"),
    urls: { location: `${ORIGIN}/v1/orgs/${org}/translations/${id}` },
  });
}

/** Specifications of the default organization, with their versions. */
function loadOpenapi(context: HandlerContext): void {
  const { org } = SAMPLE;
  for (const { created, processed, versions: _, ...spec } of sample.specifications) {
    context.store.put("openapi-spec", `${org}/${spec.slug}`, org, {
      object: "openapi-spec",
      ...spec,
      createdAt: daysAgo(context, created),
      updatedAt: daysAgo(context, processed),
      lastProcessedAt: daysAgo(context, processed),
      permissions: permissionsFor("openapi-spec", "admin"),
      urls: specUrls(org, spec.slug, spec.visibility),
    });
  }
  for (const { slug, versions } of sample.specifications) {
    for (const { id, created, text } of versions) {
      const file = { name: "openapi.json", text, document: JSON.parse(text) };
      addVersion(context, { org, slug, id, createdAt: daysAgo(context, created), ...file });
    }
  }
}

const PRICE = { monthly: 0, yearly: 0 };

/** Two organizations; the calling member is an admin of both. */
function loadOrganizations(context: HandlerContext): void {
  for (const { id, created, site, plan, paymentFailed = false, members: _, ...source } of sample.organizations) {
    context.store.put("organization", id, "root", {
      object: "organization",
      id,
      ...source,
      createdAt: daysAgo(context, created),
      type: "business",
      useCase: "docs",
      defaultRole: "read",
      ...(site && { defaultContent: { type: "site", site } }),
      ai: true,
      inviteLinks: true,
      plan,
      billing: {
        interval: "yearly",
        endDate: daysAgo(context, -200),
        hasPaymentFailed: paymentFailed,
        isScheduledToCancel: false,
        pricing: {
          members: { plus_2024: PRICE, pro_2024: PRICE },
          sites: { premium: PRICE, ultimate: PRICE },
        },
        usageAddons: {},
      },
      urls: { location: `${ORIGIN}/v1/orgs/${id}`, app: `${ORIGIN}/o/${id}` },
      permissions: permissionsFor("organization", "admin"),
    });
  }
}
