/** Compares the fields that a request sent with those that an answer shows. */
import type { AnyEndpoint, Proof, ShownAs } from "../../catalog/endpoint.js";
import { getPath } from "../../shared/paths.js";
import { maskUrl } from "../../shared/secret-places.js";
import { isObject } from "../../shared/values.js";

type Fields = Record<string, unknown>;

/** A field that an answer shows otherwise than it was sent. */
export interface Difference {
  /** Its name in the answer. */
  field: string;
  sent: unknown;
  shown: unknown;
  /** The text is the one that was sent in another spelling: what services make of titles, slugs and addresses. */
  isRewritten: boolean;
  /** It says how the request ended, and is no field of the thing. */
  isState?: true;
}

interface FieldComparison {
  differences: readonly Difference[];
  /** True if at least one field shows the sent value. */
  agrees: boolean;
}

/** Fields whose text a service may turn into another form: that they differ decides nothing. */
const REWRITTEN: ReadonlySet<string> = new Set([
  "logo",
  "certificate",
  "instructions",
  "body",
  "addedReactions",
  "removedReactions",
]);

/** Every member of the body that the object has, of any type. */
export function compareFields(endpoint: AnyEndpoint, body: Fields = {}, shown: Fields): FieldComparison {
  const differences: Difference[] = [];
  let agrees = false;
  for (const [field, sent] of Object.entries(sentFields(endpoint, body))) {
    // The service chooses a value for a field that was created without one.
    if (endpoint.verify?.made !== undefined && isEmpty(sent)) continue;
    const found = compareValue(sent, getPath(shown, field));
    if (found === "same") agrees = true;
    else if (found !== "hidden" && !REWRITTEN.has(field))
      differences.push({ field, sent, shown: getPath(shown, field), isRewritten: found === "rewritten" });
  }
  return { differences, agrees };
}

/** The values of a body by the names that the service shows them under. */
function sentFields({ shownAs = {} }: AnyEndpoint, body: Fields): Fields {
  const names: Readonly<Record<string, string | ShownAs>> = shownAs;
  const renamed = Object.entries(names).flatMap(([name, shown]): [string, unknown][] => {
    const sent = getPath(body, name);
    if (sent === undefined) return [];
    return [typeof shown === "string" ? [shown, sent] : [shown.field, sent === true ? shown.true : not(shown.true)]];
  });
  const own = Object.entries(body).filter(([name, sent]) => sent !== undefined && !Object.hasOwn(names, name));
  return Object.fromEntries([...own, ...renamed]);
}

/** Any text but this one. */
class Except {
  constructor(readonly text: string) {}
  toJSON(): string {
    return `not ${this.text}`;
  }
}

const not = (text: string): Except => new Except(text);

/** `hidden`: the answer does not show it in a form that can be compared. */
type Comparison = "same" | "rewritten" | "different" | "hidden";

/** A list that is sent as ids is shown as a count; a thing that is sent by its id may be shown whole. */
function compareValue(sent: unknown, shown: unknown): Comparison {
  if (shown === undefined) return "hidden";
  if (sent === null || shown === null || shown === "") return isEmpty(sent) && isEmpty(shown) ? "same" : "different";
  if (sent instanceof Except) return shown === sent.text ? "different" : "same";
  if (Array.isArray(sent)) return Array.isArray(shown) ? compareLists(sent, shown) : "hidden";
  if (isObject(sent)) return isObject(shown) ? compareObjects(sent, shown) : "hidden";
  if (typeof shown === "object") return "hidden";
  return compareScalars(sent, shown);
}

const isEmpty = (value: unknown): boolean => value === null || value === "" || (Array.isArray(value) && !value.length);

function compareScalars(sent: unknown, shown: unknown): Comparison {
  const [one, other] = [normalize(String(sent)), normalize(String(shown))];
  if (one === other) return "same";
  const isText = typeof sent === "string" && typeof shown === "string";
  return isText && essenceOf(one) !== "" && essenceOf(one) === essenceOf(other) ? "rewritten" : "different";
}

/** Their order means nothing, and things are known by their ids. */
function compareLists(sent: readonly unknown[], shown: readonly unknown[]): Comparison {
  const keysOf = (list: readonly unknown[]) =>
    list.map((one) => (isObject(one) && typeof one.id === "string" ? one.id : canonical(one))).sort();
  const [one, other] = [keysOf(sent), keysOf(shown)];
  return one.length === other.length && one.every((key, at) => key === other[at]) ? "same" : "different";
}

const canonical = (value: unknown): string => (typeof value === "string" ? normalize(value) : JSON.stringify(value));

/** A service may add properties to an object, but a property of a schema that is still there was not removed. */
function compareObjects(sent: Fields, shown: Fields): Comparison {
  const found = Object.entries(sent)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (hasMore(name, value, shown[name]) ? "different" : compareValue(value, shown[name])));
  if (found.includes("different")) return "different";
  if (found.includes("rewritten")) return "rewritten";
  return found.includes("same") ? "same" : "hidden";
}

const hasMore = (name: string, sent: unknown, shown: unknown): boolean =>
  name === "properties" &&
  isObject(sent) &&
  isObject(shown) &&
  Object.keys(shown).some((key) => !Object.hasOwn(sent, key));

/** Without what carries no meaning: spaces around it, the form of accents, the case of host names. */
function normalize(text: string): string {
  const plain = text.trim().normalize("NFC").replaceAll(/\r\n?/g, "\n");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(plain) && URL.canParse(plain)) return new URL(plain).href;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(plain) ? plain.toLowerCase() : plain;
}

/** Without accents, case, spaces and punctuation. */
const essenceOf = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** Undefined: the object does not show it, or the proof does not apply to this body. */
export function isProven({ field, is }: Proof, shown: Fields, body: Fields = {}): boolean | undefined {
  const value = shown[field];
  if (is === "set") return value !== undefined && value !== null;
  if (is === "unset") return value === undefined || value === null;
  if (typeof is === "object" && "contains" in is) {
    if (body[is.contains] === undefined || !Array.isArray(value)) return undefined;
    return value.some((one) => isObject(one) && one.id === body[is.contains]);
  }
  const wanted = is === true ? true : "value" in is ? is.value : body[is.body];
  if (value === undefined || wanted === undefined) return undefined;
  return value === wanted;
}

const LONGEST = 60;

/** A value in a message: JSON, cut to one line. */
export function formatValue(value: unknown): string {
  const text = maskUrl(String(JSON.stringify(value)));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
