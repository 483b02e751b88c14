import { defineRule } from "../../types.js";

export default defineRule({
  id: "spec-insecure-source",
  severity: "warning",
  tag: "specs",
  summary: "The source of a specification is not https",
  why: "Others on the network can change the reference.",
  fix: "docs openapi publish SLUG --source-url ADDRESS",
  example: "its source is http://api.example.com/openapi.yaml: not https",
  of: "specification",
  needs: [],
  check({ item, thing }) {
    const address = parseUrl(item.sourceURL);
    if (address?.protocol !== "http:") return [];
    const fix = { words: ["openapi", "view", item.slug ?? thing.id] };
    return [{ message: `its source is http://${address.host}${address.pathname}: not https`, key: "http", fix }];
  },
});

const parseUrl = (text: string | null | undefined): URL | undefined =>
  text && URL.canParse(text) ? new URL(text) : undefined;
