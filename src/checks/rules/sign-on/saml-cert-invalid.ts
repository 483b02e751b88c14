import { defineRule } from "../../types.js";
import { certificatesIn } from "./certificates.js";

export default defineRule({
  id: "saml-cert-invalid",
  severity: "error",
  tag: "sign-on",
  summary: "The certificate of a SAML provider is not valid",
  why: "The service cannot verify that an answer comes from the identity provider: either nobody can sign in, or everybody can.",
  fix: "docs saml edit PROVIDER --certificate-file FILE",
  example: "its certificate: it cannot be read",
  of: "saml-provider",
  decidedBy: ["certificate"],
  needs: [],
  check({ item, thing }) {
    // If the service does not show it, nothing is wrong.
    if (item.certificate === undefined) return [];
    const found = certificatesIn(item.certificate ?? "");
    if ("valid" in found) return [];
    return [
      {
        message: `its certificate: ${found.problem}`,
        fix: { words: ["saml", "edit", thing.id, "--certificate-file", "FILE"] },
      },
    ];
  },
});
