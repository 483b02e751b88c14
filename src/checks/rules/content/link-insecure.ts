import { listSpaceLinks } from "../../../catalog/spaces.js";
import { isExampleHost, isLocalHost } from "../../../shared/local-address.js";
import { defineRule } from "../../types.js";
import { findLinks, NAMED_LINKS } from "./link-findings.js";
import { linksOf } from "./links.js";

function isInsecure(target: string): boolean {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  return url?.protocol === "http:" && !isLocalHost(url.hostname) && !isExampleHost(url.hostname);
}

export default defineRule({
  id: "link-insecure",
  severity: "info",
  tag: "content",
  summary: "A page links to an address without encryption (http:)",
  why: "Others on the network can read and change this traffic. Most such addresses have moved to https.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to http://status.acme.org, which is not encrypted",
  of: "space",
  onPages: true,
  needs: [listSpaceLinks, ...NAMED_LINKS],
  costly: "it reads every link of every space",
  async check(space, { facts }) {
    const links = (await linksOf(facts, space)).filter(({ target }) => isInsecure(target));
    return findLinks(facts, space, links, ({ target }) => `links to ${target}, which is not encrypted`);
  },
});
