import { defineRule } from "../../types.js";
import { certificatesIn, weaknessOf } from "./certificates.js";

export default defineRule({
  id: "saml-cert-weak",
  severity: "warning",
  tag: "sign-on",
  summary: "The certificate of a SAML provider is weak, or not valid yet",
  why: "A forged certificate lets anyone sign in as anyone. Before it is valid, nobody can sign in.",
  fix: "docs saml edit PROVIDER --certificate-file FILE",
  example: "its certificate has an RSA key of 1024 bits; at least 2048 are needed",
  of: "saml-provider",
  decidedBy: ["certificate"],
  needs: [],
  check({ item, thing }, { now }) {
    const found = certificatesIn(item.certificate ?? "");
    if (!("valid" in found)) return [];
    const weaknesses = new Map(found.valid.flatMap((one) => weaknessOf(one, now)).map((one) => [one.key, one]));
    return [...weaknesses.values()].map(({ message, key }) => ({
      message: `its certificate ${message}`,
      key,
      fix: { words: ["saml", "edit", thing.id, "--certificate-file", "FILE"] },
    }));
  },
});
