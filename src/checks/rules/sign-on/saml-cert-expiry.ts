import { count } from "../../../shared/wrap.js";
import { defineRule } from "../../types.js";
import { certificatesIn, endOf } from "./certificates.js";

const DAY = 86_400_000;

export default defineRule({
  id: "saml-cert-expiry",
  severity: "error",
  tag: "sign-on",
  summary: "The certificate of a SAML provider has expired, or expires soon",
  why: "From that day nobody can sign in with it, perhaps not even those who could replace the certificate.",
  fix: "docs saml edit PROVIDER --certificate-file FILE",
  example: "its certificate expires in 12 days, on 2026-06-30",
  of: "saml-provider",
  decidedBy: ["certificate"],
  needs: [],
  days: 30,
  check({ item, thing }, { days, now }) {
    const found = certificatesIn(item.certificate ?? "");
    if (!("valid" in found)) return [];
    const end = endOf(found.valid);
    const left = Math.floor((end - now) / DAY);
    if (Number.isNaN(end) || left > days) return [];
    const day = new Date(end).toISOString().slice(0, 10);
    const past = Math.ceil((now - end) / DAY);
    return [
      {
        message:
          end < now
            ? `its certificate expired ${count(past, "day")} ago, on ${day}`
            : `its certificate expires in ${count(left, "day")}, on ${day}`,
        ...(end < now && { since: new Date(end).toISOString() }),
        key: day,
        fix: { words: ["saml", "edit", thing.id, "--certificate-file", "FILE"] },
      },
    ];
  },
});
