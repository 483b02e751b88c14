/** Turns the arguments of `docs api` into a path, a query, a body, headers. */

import { refuseDeep } from "../../cli/argv/json-text.js";
import { assign, groupRepeated, parseTypedValue, split } from "../../cli/argv/request-additions.js";
import type { Files } from "../../cli/context.js";
import { usage } from "../../errors.js";
import { OWN_HEADERS } from "../../shared/headers.js";
import { maskUrl } from "../../shared/secret-places.js";

export interface FieldFlags {
  field?: string[];
  rawField?: string[];
  input?: string;
}

type Context = Readonly<Record<string, string | undefined>>;

/**
 * The path with `{org}`, `{space}` and `{site}` filled in; `/v1` is put before one that has no version.
 * @throws Failure usage
 */
export function pathOf(given: string, context: Context): string {
  if (/^[a-z][\w+.-]*:/i.test(given) || given.startsWith("//")) {
    throw usage(
      `docs api takes a path of the service, not the address ${JSON.stringify(maskUrl(given))}`,
      "example: /v1/orgs",
    );
  }
  const filled = given.replace(/\{(org|space|site)\}/g, (_, name: string) => {
    const id = context[name];
    if (id === undefined) throw usage(`{${name}} in the path needs --${name}`);
    return encodeURIComponent(id);
  });
  const path = `/${filled.replace(/^\//, "")}`;
  return /^\/v1(?=[/?]|$)/.test(path) ? path : `/v1${path}`;
}

/** `-F key=@file` (`@-` for standard input) is the text of the file; `-f` takes every value as it is. */
async function fieldValue(text: string, files: Files): Promise<unknown> {
  return text.startsWith("@") && text.length > 1 ? files.read(text.slice(1)) : parseTypedValue(text);
}

async function entriesOf({ field = [], rawField = [] }: FieldFlags, files: Files): Promise<[string, unknown][]> {
  const entries: [string, unknown][] = [];
  for (const entry of field) {
    const [key, value] = split(entry, "-F");
    entries.push([key, await fieldValue(value, files)]);
  }
  for (const entry of rawField) entries.push(split(entry, "-f"));
  return entries;
}

/** The body, as text. Undefined where nothing was given. @throws Failure usage, io */
export async function bodyOf(flags: FieldFlags, files: Files): Promise<string | undefined> {
  const hasFields = flags.field !== undefined || flags.rawField !== undefined;
  if (flags.input !== undefined && hasFields) {
    throw usage("--input is the whole body: it cannot be combined with -F or -f");
  }
  if (flags.input !== undefined) return files.read(flags.input);
  if (!hasFields) return undefined;
  const body: Record<string, unknown> = {};
  for (const [key, value] of await entriesOf(flags, files)) assign(body, key, value);
  refuseDeep(body, "-F: the body");
  return JSON.stringify(body);
}

/** The fields of a request that has no body, as its query. Names stay as they were typed, brackets included. */
export async function queryOf(flags: FieldFlags, files: Files): Promise<[string, string][]> {
  const asText = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));
  return (await entriesOf(flags, files)).map(([key, value]) => [key, asText(value)]);
}

/** `path` with more in its query. */
export function withQuery(path: string, entries: readonly (readonly [string, string])[]): string {
  if (entries.length === 0) return path;
  const more = entries.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  return `${path}${path.includes("?") ? "&" : "?"}${more}`;
}

/** A path apart from its query, as a list wants them. */
export function splitQuery(path: string): { plain: string; query: Record<string, string | string[]> } {
  const at = path.indexOf("?");
  const [plain, search] = at < 0 ? [path, ""] : [path.slice(0, at), path.slice(at + 1)];
  return { plain, query: groupRepeated([...new URLSearchParams(search)]) };
}

/** @throws Failure usage */
export function headersOf(given: readonly string[] | undefined): Record<string, string> {
  const headers = new Map<string, string>();
  for (const line of given ?? []) {
    const at = line.indexOf(":");
    const name = line.slice(0, at).trim().toLowerCase();
    // The words after the first may be a secret.
    if (at < 1) throw usage(`-H takes "name: value", not ${JSON.stringify(line.replace(/\s.*/s, "…"))}`);
    if (OWN_HEADERS.includes(name)) throw usage(`-H cannot set ${name}`);
    headers.set(name, line.slice(at + 1).trim());
  }
  return Object.fromEntries(headers);
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** No answer is kept longer, in milliseconds: 30 days. */
const LONGEST = 30 * 86_400_000;

/** Milliseconds of `90s`, `60m`, `1h30m` or `2d`. @throws Failure usage */
export function durationOf(flag: string, text: string): number {
  const parts = [...text.matchAll(/(\d+)([smhd])/g)];
  const length = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join("") === text;
  if (!isWhole || length < 1 || length > LONGEST) {
    throw usage(`${flag} takes a time up to 30d such as 90s, 60m or 1h, not ${JSON.stringify(text)}`);
  }
  return length;
}
