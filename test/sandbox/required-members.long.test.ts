import { beforeAll, expect, it } from "vitest";
import { contract, readShapes, shapes } from "../endpoints/all.js";
import type { TestSandbox } from "../helpers/sandbox.js";
import { useOnce } from "../helpers/set-ups.js";
import { copies } from "./coverage/service.js";
import { idsFor } from "./walk-helper.js";

/* The contract marks two members as optional; all others are there but where there is nothing that they could say. */

type Json = Record<string, unknown>;

/** Members of members that are objects of their own. */
const PARTS = readShapes({
  Reaction: "emoji count users",
  Styling: `theme primaryColor infoColor successColor warningColor dangerColor tint corners depth links font
    monospaceFont icons sidebar search`,
  Favicon: "icon",
  Header: "logo links",
  Footer: "logo groups copyright",
  Announcement: "enabled message link? style",
  SocialPreview: "url",
  PageTree: "pages:Page",
  TemplateConditions: "items:TemplateCondition",
  SsoLogins: "items:SsoLogin",
  OrganizationsByDomain: "organizations:Organization",
  CommentTarget: "space revision page?:TargetPage",
  TargetPage: "id title createdAt updatedAt path outdated",
  SpaceUrls: "location app",
  ChangeRequestUrls: "app location",
  SiteUrls: "location app",
});

const ALL = { ...shapes, ...PARTS };

/** `Space.defaultLevel` for everything that is missing in an answer; null is a value. */
function* missing(name: string, value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    for (const one of value) yield* missing(name, one);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const thing = value as Json;
  for (const { name: member, optional, holds } of ALL[name] ?? []) {
    if (thing[member] === undefined && !optional) yield `${name}.${member}`;
    if (holds !== undefined) yield* missing(holds, thing[member]);
  }
  if (name !== "PublishedSiteProfile") return;
  const { site, siteSpaces } = thing.customizations as { site: Json; siteSpaces: Json };
  yield* missing("Customization", [site, ...Object.values(siteSpaces)]);
  yield* missing("SiteSection", (thing.structure as { structure: Json[] }).structure);
}

const services = useOnce(copies);
let service: TestSandbox;
beforeAll(() => {
  service = services.shared;
});

const reads = contract.filter(({ method }) => method === "GET");
const nameOf = ({ response: { resource, name } }: (typeof reads)[number]) =>
  (resource === "inline" ? name : resource) ?? "";

it("every answer has the members that the contract gives it", async () => {
  const found = new Map<string, string>();
  const answered = new Set<string>();
  for (const read of reads) {
    const { id, path, response } = read;
    const name = nameOf(read);
    for (const address of await idsFor(service, path)) {
      const { status, json } = await service.call("GET", address);
      // A site may have no profile or visitor schema, a specification no version.
      if (status === 404 && /\/(published|adaptive-schema|versions\/latest(\/content)?)$/.test(address)) continue;
      expect([address, status]).toEqual([address, 200]);
      answered.add(id);
      for (const one of missing(name, response.list ? json.items : json)) {
        if (!found.has(one)) found.set(one, address);
      }
    }
  }
  expect(Object.fromEntries(found)).toEqual({});
  expect([...answered].sort()).toEqual(reads.map(({ id }) => id).sort());
});

it("what an answer holds has a shape", () => {
  const held = Object.values(ALL).flatMap((shape) => shape.flatMap(({ holds }) => holds ?? []));
  expect([...held, ...reads.map(nameOf)].filter((name) => !Object.hasOwn(ALL, name))).toEqual([]);
});
