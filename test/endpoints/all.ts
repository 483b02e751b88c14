import * as changeRequestComments from "./change-request-comments.js";
import * as changeRequestContent from "./change-request-content.js";
import * as changeRequests from "./change-requests.js";
import * as collections from "./collections.js";
import * as comments from "./comments.js";
import * as content from "./content.js";
import * as members from "./members.js";
import * as openapi from "./openapi.js";
import * as organizations from "./organizations.js";
import type { Contract, ContractField, Shapes, Successes, WireRow } from "./row.js";
import * as saml from "./saml.js";
import * as sectionGroups from "./section-groups.js";
import * as sections from "./sections.js";
import * as shareLinks from "./share-links.js";
import * as siteSpaces from "./site-spaces.js";
import * as sites from "./sites.js";
import * as spaces from "./spaces.js";
import * as teams from "./teams.js";
import * as translations from "./translations.js";

/** The files beside this one, by the resource that each is about. */
const FILES: Record<
  string,
  { contract: Contract; shapes?: Shapes; commands: string; requests: WireRow[]; successes: Successes }
> = {
  comments,
  "comments of change requests": changeRequestComments,
  "change requests": changeRequests,
  content,
  "content of change requests": changeRequestContent,
  spaces,
  collections,
  sites,
  sections,
  "section groups": sectionGroups,
  "site spaces": siteSpaces,
  "share links": shareLinks,
  teams,
  organizations,
  members,
  "single sign-on": saml,
  openapi,
  translations,
};

/** The contract as data: one row an endpoint. */
export interface ContractRow extends Omit<Contract[string], "request" | "status" | "body"> {
  id: string;
  method: string;
  path: string;
  pathParams: { name: string }[];
  query: ContractField[];
  body: ContractField[] | null;
  status: number | null;
}

export const contract: ContractRow[] = Object.values(FILES)
  .flatMap((file) => Object.entries(file.contract))
  .map(([id, { request, query = [], body = null, status = null, ...rest }]) => {
    const [method = "", path = ""] = request.split(" ");
    const pathParams = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({ name }));
    return { ...rest, id, method, path, pathParams, query, body, status };
  });

interface ShapeMember {
  name: string;
  value: string | undefined;
  optional: boolean;
  /** The shape of what it is or holds. */
  holds: string | undefined;
}

export const readShapes = (texts: Shapes): Record<string, ShapeMember[]> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.split(/\s+/).map(readMember)]));

function readMember(word: string): ShapeMember {
  const [all, name = "", value, mark, holds] = /^(\w+)(?:=([\w-]+))?(\?)?(?::(\w+))?$/.exec(word) ?? [];
  if (all === undefined) throw new Error(`no member: ${word}`);
  return { name, value, optional: mark !== undefined, holds };
}

/** Answers by their names in the contract. */
export const shapes = readShapes(Object.assign({}, ...Object.values(FILES).map((file) => file.shapes ?? {})));

/** Rows of `commands/table.ts`. */
export const commands = Object.values(FILES)
  .map((file) => file.commands.trim())
  .filter(Boolean)
  .join("\n");

/** By resource. */
export const requests: Record<string, WireRow[]> = Object.fromEntries(
  Object.entries(FILES).map(([resource, file]) => [resource, file.requests]),
);

/** The successful call of every endpoint, by its name. */
export const successes: Successes = Object.assign({}, ...Object.values(FILES).map((file) => file.successes));
