/** Error answers in the OpenAPI document. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";

const ERRORS = {
  BadRequest: [400, "The request is not valid"],
  Unauthorized: [401, "The token is missing or wrong"],
  Forbidden: [403, "The caller may not do this"],
  NotFound: [404, "There is no such resource"],
  Conflict: [409, "The operation would not result in any update"],
  CannotBeMoved: [412, "The space or collection cannot be moved"],
  TooLarge: [413, "The body is too large"],
  UnsupportedType: [415, "The body is not JSON"],
  TooManyRequests: [429, "Wait for the seconds that Retry-After names"],
} as const;

type Name = keyof typeof ERRORS;

/** `components.responses` of the document. */
export const RESPONSES = Object.fromEntries(
  Object.entries(ERRORS).map(([name, [, description]]) => [
    name,
    { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
  ]),
);

const isAbout = ({ path }: AnyEndpoint, action: string) => path.endsWith(`/${action}`);
const isOf = ({ path }: AnyEndpoint, ...roots: string[]) => roots.some((root) => path.startsWith(`/v1/${root}/`));

/** When an operation can answer with each error. */
const WHEN: Record<Name, (endpoint: AnyEndpoint) => boolean> = {
  BadRequest: ({ query, body }) => query !== undefined || body !== undefined,
  Unauthorized: () => true,
  Forbidden: ({ method }) => method !== "GET",
  // Deleting something missing is not an error.
  NotFound: ({ method, params }) => params.length > 0 && method !== "DELETE",
  Conflict: (endpoint) =>
    ["merge", "update", "restore"].some((action) => isAbout(endpoint, action)) ||
    (isOf(endpoint, "spaces", "collections") && ["move", "transfer"].some((action) => isAbout(endpoint, action))),
  CannotBeMoved: (endpoint) => isAbout(endpoint, "transfer"),
  TooLarge: ({ body }) => body !== undefined,
  UnsupportedType: ({ body }) => body !== undefined,
  TooManyRequests: () => true,
};

/** Error answers of an operation by status. */
export function errorsOf(endpoint: AnyEndpoint): Record<string, { $ref: string }> {
  const entries = (Object.keys(ERRORS) as Name[])
    .filter((name) => WHEN[name](endpoint))
    .map((name) => [ERRORS[name][0], { $ref: `#/components/responses/${name}` }]);
  return Object.fromEntries(entries);
}
