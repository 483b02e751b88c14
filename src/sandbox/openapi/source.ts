/** Sources of OpenAPI specifications. The sandbox makes no connections: only `file:` addresses can be read. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { errorCode, reasonOf } from "../../errors.js";
import { yamlKeyProblems } from "../../shared/documents/bounds.js";
import { parseIfJson } from "../../shared/values.js";
import { MAX_FILE_BYTES } from "../import/folder.js";
import type { HandlerContext } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

/** The result of reading a source: a specification, or the code of what went wrong. */
export type SourceResult = Specification | { error: "FETCH_ERROR" | "PARSE_ERROR"; reason?: string };

/** Said of addresses that are not `file:`. */
const TAKES =
  "the sandbox makes no connections: it reads file: addresses of at most 10 MiB, such as file:///srv/openapi.yaml";

export interface Specification {
  /** Name of the file. */
  name: string;
  text: string;
  /** The same text, parsed. */
  document: object;
}

/**
 * Reads a source.
 * @throws ServiceError 400 for an invalid address, 403 for a `file:` address over HTTP
 */
export async function resolveSource(context: HandlerContext, url: string): Promise<SourceResult> {
  if (!URL.canParse(url)) throw new ServiceError(400, "source.url must be an address");
  const address = new URL(url);
  if (address.protocol !== "file:") return { error: "FETCH_ERROR", reason: TAKES };
  if (!context.local) throw new ServiceError(403, "file: addresses are not read over HTTP");
  const file = readLocal(address);
  if (typeof file === "string") return { error: "FETCH_ERROR", reason: file };
  const document = await parseSpecification(file.text);
  return document ? { ...file, document } : { error: "PARSE_ERROR", reason: "it is no OpenAPI in JSON or YAML" };
}

/** The reason for anything unreadable: no such file, a folder, a pipe, too large. */
function readLocal(address: URL): { name: string; text: string } | string {
  let descriptor: number | undefined;
  try {
    const path = fileURLToPath(address);
    // Do not block on a pipe.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return "it is not a plain file";
    if (stat.size > MAX_FILE_BYTES) return `it is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB`;
    return { name: basename(path), text: readFileSync(descriptor, "utf8") };
  } catch (error) {
    // System errors, and addresses that are not paths, have a code; anything else is a bug.
    if (errorCode(error) !== undefined) return reasonOf(error, { ENOENT: "there is no such file" });
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Parses a specification from JSON or YAML; undefined for anything else. */
async function parseSpecification(text: string): Promise<object | undefined> {
  const value = parseIfJson(text) ?? (await parseYaml(text));
  if (typeof value !== "object" || value === null) return undefined;
  const { openapi, swagger }: { openapi?: unknown; swagger?: unknown } = value;
  return typeof openapi === "string" || typeof swagger === "string" ? value : undefined;
}

/** Whatever a hostile text does to the parser (cycles, endless aliases, depth), the result is: not a specification. */
async function parseYaml(text: string): Promise<unknown> {
  const yaml = await import("yaml");
  try {
    // Convert via JSON, so that it can be stored: YAML allows cycles and numbers that JSON does not.
    const document = yaml.parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
    if (document.errors.length > 0 || yamlKeyProblems(yaml, document.contents).length > 0) return undefined;
    return JSON.parse(JSON.stringify(document.toJS() ?? null));
  } catch (_error) {
    return undefined;
  }
}
