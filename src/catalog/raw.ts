import * as z from "zod/mini";
import { type AnyEndpoint, endpoint } from "./endpoint.js";

/** A list at any path, for `docs api --paginate`. Query parameters of the path are sent on every page. */
export function rawListEndpoint(path: string): AnyEndpoint {
  return endpoint({
    method: "GET",
    path,
    summary: "Read a list",
    response: () => z.unknown(),
    paginated: true,
  });
}
