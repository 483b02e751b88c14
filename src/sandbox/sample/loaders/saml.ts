import { type StoredProvider, samlAddresses } from "../../handlers/saml.js";
import type { HandlerContext } from "../../types.js";
import { ORGS, SAML_PROVIDERS, TEAMS } from "../names.js";
import { ago } from "../tools.js";

/** Self-signed; nobody has its key. Valid until 2123. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBQjCB6QIUCHE7y4av+y9P5LxQa921ZII+fGAwCgYIKoZIzj0EAwIwIzEhMB8G
A1UEAwwYSGFsZGVuIGlkZW50aXR5IHByb3ZpZGVyMCAXDTI0MDEwMTAwMDAwMFoY
DzIxMjMxMjMxMjM1OTU5WjAjMSEwHwYDVQQDDBhIYWxkZW4gaWRlbnRpdHkgcHJv
dmlkZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATee1zOlw8P0RTIbchk1dCA
eVzTe289pi3j4GjuwPgYSg/I5N1R3nlnsMDMn+E/xmqD3sXpCWJpSpDdpmfptcs9
MAoGCCqGSM49BAMCA0gAMEUCIFUKTNS+jajqjbk41KAxZP49OyJyGSiFvgKpm1vP
whM6AiEAyoLjAVhz1d+ZBOrPhf4fZgn8nAsd7hb0iV+CbaN2Suc=
-----END CERTIFICATE-----
`;

/** Self-signed too; expired at the end of 2020. */
const EXPIRED = `-----BEGIN CERTIFICATE-----
MIIBQDCB5wIUCIsMTI4Ryp7/hAF69KgIAqCgj4owCgYIKoZIzj0EAwIwIzEhMB8G
A1UEAwwYRm9ybWVyIGlkZW50aXR5IHByb3ZpZGVyMB4XDTE5MDEwMTAwMDAwMFoX
DTIxMDEwMTAwMDAwMFowIzEhMB8GA1UEAwwYRm9ybWVyIGlkZW50aXR5IHByb3Zp
ZGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAErgG+WWaQ3jQs9LYOy3a1w7Uz
N0vytXrqURxrGAxMH+cH1pLM5XerUmgHAH3dR1KgUFcZmeHkzwk54PNNW/qDSDAK
BggqhkjOPQQDAgNIADBFAiA8yCYBYXa71kuYVPmy1pCLbExiGRrWynGukERN9YFt
YgIhALo3moqcW2JoiDy5MCwFlG3eQCS8RLoTuH3USQfyUP8N
-----END CERTIFICATE-----
`;

const PROVIDERS = [
  { id: SAML_PROVIDERS.current, label: "Halden account", path: "docs", certificate: CERTIFICATE, created: 195 },
  {
    id: SAML_PROVIDERS.former,
    label: "Former account",
    path: "former",
    certificate: EXPIRED,
    created: 900,
  },
];

/** Single sign-on of the default organization: the provider in use, and the previous one. */
export function loadSaml(context: HandlerContext): void {
  for (const { id, label, path, certificate, created } of PROVIDERS) {
    const provider: StoredProvider = {
      object: "saml-provider",
      id,
      label,
      ssoURL: `https://login.halden-robotics.example/saml/${path}`,
      entityID: "https://login.halden-robotics.example/saml",
      certificate,
      defaultTeam: TEAMS.support,
      defaultRole: "read",
      createdAt: ago(context, created),
      status: "active",
      ...samlAddresses(ORGS.halden, id),
    };
    context.store.put("saml-provider", id, ORGS.halden, provider);
  }
}
