import { holdsPrivateKey } from "../../../shared/private-keys.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "saml-cert-private-key",
  severity: "error",
  tag: "sign-on",
  summary: "The certificate of a SAML provider comes with its private key",
  why: "Everyone who can read the provider can sign in as anyone: replace the key at the identity provider, then the certificate.",
  fix: "docs saml edit PROVIDER --certificate-file FILE",
  example: "its certificate contains a private key",
  of: "saml-provider",
  decidedBy: ["certificate"],
  needs: [],
  check({ item, thing }) {
    if (!holdsPrivateKey(item.certificate ?? "")) return [];
    return [
      {
        message: "its certificate contains a private key",
        fix: { words: ["saml", "edit", thing.id, "--certificate-file", "FILE"] },
      },
    ];
  },
});
