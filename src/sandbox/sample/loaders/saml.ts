import { type StoredProvider, samlAddresses } from "../../handlers/saml.js";
import type { HandlerContext } from "../../types.js";
import { ORGS, SAML_PROVIDER, TEAMS } from "../names.js";
import { ago } from "../tools.js";

/** A self-signed certificate would have to be renewed some day; nobody checks this one. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBszCCAVmgAwIBAgIUSGFsZGVuIFJvYm90aWNzIFNhbXBsZTAKBggqhkjOPQQD
AjAvMS0wKwYDVQQDDCRoYWxkZW4tcm9ib3RpY3MgaWRlbnRpdHkgKHNhbXBsZSkw
-----END CERTIFICATE-----
`;

/** Single sign-on of the default organization. */
export function loadSaml(context: HandlerContext): void {
  const provider: StoredProvider = {
    object: "saml-provider",
    id: SAML_PROVIDER,
    label: "Halden account",
    ssoURL: "https://login.halden-robotics.example/saml/docs",
    entityID: "https://login.halden-robotics.example/saml",
    certificate: CERTIFICATE,
    defaultTeam: TEAMS.support,
    defaultRole: "read",
    createdAt: ago(context, 195),
    status: "active",
    ...samlAddresses(ORGS.halden, SAML_PROVIDER),
  };
  context.store.put("saml-provider", SAML_PROVIDER, ORGS.halden, provider);
}
