import type { RouteHandler } from "../types.js";
import { openApiDocument } from "./openapi-document.js";

let text: string | undefined;

/** `/openapi.json`: describes the service to everybody. Generated once. */
export const route: RouteHandler = ({ segments }, { origin }) => {
  if (segments.length > 0) return undefined;
  text ??= JSON.stringify(openApiDocument({ origin }));
  return { contentType: "application/json; charset=utf-8", body: text };
};
