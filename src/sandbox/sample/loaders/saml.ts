import sample from "virtual:sample";
import { type StoredProvider, samlAddresses } from "../../handlers/saml.js";
import type { HandlerContext } from "../../types.js";
import { SAMPLE } from "../ids.js";
import { ago } from "../tools.js";

/** Single sign-on of the default organization: the provider in use, and the previous one. */
export function loadSaml(context: HandlerContext): void {
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
      createdAt: ago(context, created),
      status: "active",
      ...samlAddresses(SAMPLE.org, id),
    };
    context.store.put("saml-provider", id, SAMPLE.org, provider);
  }
}
