import { defineRule } from "../../types.js";

export default defineRule({
  id: "spec-insecure-source",
  severity: "warning",
  tag: "specs",
  summary: "The source of a specification is not https, or its address contains a password",
  why: "Somebody in between can change what the reference says, and a password in an address ends up in logs and histories.",
  fix: "docs openapi publish <slug> --source-url <address>",
  example: "its source is http://api.example.com/openapi.yaml: not https",
  of: "specification",
  needs: [],
  check({ item, thing }) {
    const address = parsed(item.sourceURL);
    if (!address) return [];
    const fix = { words: ["openapi", "view", item.slug ?? thing.id] };
    if (address.password !== "")
      return [{ message: "the address of its source contains a password", key: "password", fix }];
    if (address.protocol !== "http:") return [];
    return [{ message: `its source is http://${address.host}${address.pathname}: not https`, key: "http", fix }];
  },
});

const parsed = (text: string | null | undefined): URL | undefined =>
  text && URL.canParse(text) ? new URL(text) : undefined;
