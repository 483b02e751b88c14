/**
 * One verdict on every answer. Three questions, in this order: is it an answer of the service, is it about what was asked,
 * does it agree with what was sent? Only what is confirmed counts as done, anywhere.
 */
import { type About, aboutOf, nounOf } from "../../catalog/about.js";
import type { AnyEndpoint, Proof } from "../../catalog/endpoint.js";
import { isRefusal } from "../../shared/outage-rule.js";
import { getPath } from "../../shared/paths.js";
import { isObject } from "../../shared/values.js";
import type { LooseInput } from "../request.js";
import type { WireResponse } from "../types.js";
import { compareFields, type Difference, formatValue, isProven } from "./compare-fields.js";
import { decodeJson, ForeignAnswer, kindOfBody, type Note, plainBytes } from "./decode.js";
import { checkAnswer } from "./validate.js";

/** The write as it was sent: its path parameters, and its body with what flags added. */
export type SentInput = Pick<LooseInput, "params" | "body">;

/** A write as its answer proves it. */
export type Judgement =
  | { verdict: "confirmed"; value: unknown; note?: string }
  | { verdict: "contradicted"; value: unknown; reason: string }
  | Doubt;

/** A write as a GET shows it. */
export interface Look {
  /** It is as it was sent. */
  proven: boolean;
  /** Not found, which is how it was before, or out of sight by now. */
  unseen?: true;
  /** Fields that are not as they were sent. */
  differences?: readonly Difference[];
}

/** An answer that proves nothing by itself. */
export interface Doubt {
  verdict: "unknown";
  /** Reason for the doubt: `the service answered 202`. */
  reason: string;
  value: unknown;
  hint?: string;
  /** Fields that the answer shows otherwise than they were sent; undefined: it is no answer about the thing. */
  differences?: readonly Difference[];
  /** Some of what was sent shows as it was sent. */
  isPartly?: boolean;
}

interface JudgeOptions {
  maxBody: number;
  note: Note;
}

/**
 * The verdict on the answer to a write.
 * @param response with a status of 2xx
 * @throws Failure invalid-answer for a body that was cut off or has another shape: worth another attempt
 */
export function judgeAnswer(
  endpoint: AnyEndpoint,
  request: SentInput,
  response: WireResponse,
  options: JudgeOptions,
): Judgement {
  const { status } = response;
  const isLate = status === 202 || status === 203;
  if (status !== 200 && status !== 201 && status !== 204 && !isLate) return doubt(`the service answered ${status}`);
  const body = readBody(response, options);
  if (body.kind === "text") {
    const isHtml = body.what === "HTML";
    return doubt(`the service answered ${status} with ${body.what}`, isHtml ? "is the base URL right?" : undefined);
  }
  if (body.kind === "empty") {
    const isPromised = endpoint.response !== undefined && endpoint.retry !== "safe";
    if (!isPromised && !isLate) return { verdict: "confirmed", value: undefined };
    return doubt(`the service answered ${status}${isLate ? "" : " with an empty body"}`);
  }
  const { value } = body;
  const problem = errorIn(endpoint, value);
  if (problem !== undefined) return doubt(`the service answered ${status} with an error: ${problem}`);
  if (!endpoint.response) {
    // A removal may be answered with what the thing was removed from, which the path names, too.
    const isNamed = isObject(value) && Object.values<unknown>(request.params ?? {}).includes(value.id);
    const other = isNamed ? undefined : otherThingIn(endpoint, request.params, value);
    if (other !== undefined) return doubt(other);
    return isLate ? doubt(`the service answered ${status}`) : { verdict: "confirmed", value: undefined };
  }
  noteShape(checkAnswer(endpoint.response(), value), options.note);
  const judged = judgeObject(endpoint, request, value, status);
  return isLate && judged.verdict === "confirmed" ? { ...doubt(`the service answered ${status}`), value } : judged;
}

export const doubt = (reason: string, hint?: string): Doubt => ({
  verdict: "unknown",
  reason,
  value: undefined,
  ...(hint !== undefined && { hint }),
});

/** Questions two and three, for JSON of the endpoint's shape. */
function judgeObject(endpoint: AnyEndpoint, request: SentInput, value: unknown, status: number): Judgement {
  if (!isObject(value)) return { verdict: "confirmed", value };
  const other = otherThing(endpoint, request.params, value) ?? sameAsOriginal(endpoint, request.params, value);
  if (other !== undefined) return { ...doubt(other), value };
  if (isRefusal(value))
    return { verdict: "contradicted", value, reason: `the service answered ${status} and refused it` };
  const compared = compareFields(endpoint, request.body, value);
  const proof = answerProof(endpoint);
  const proven = proof && isProven(proof, value, request.body);
  const differences = [...compared.differences, ...(proof && proven === false ? [differenceOf(proof, value)] : [])];
  if (differences.length > 0) {
    const reason = `the service answered ${status}, but ${formatDifferences(differences)}`;
    return { ...doubt(reason), value, differences, isPartly: compared.agrees || proven === true };
  }
  if (proof && !proven && needsProof(proof)) {
    return { ...doubt(`the service answered ${status} without ${proof.field}`), value };
  }
  // A field that is not there proves something only of an answer that shows itself to be about the thing.
  const isProof = proven === true && proof?.is !== "unset";
  const isShown =
    compared.agrees || isProof || endpoint.retry === "safe" || isIdentified(endpoint, request.params, value);
  return isShown
    ? { verdict: "confirmed", value }
    : { ...doubt(`the service answered ${status} with nothing that shows it`), value };
}

/** A proof that compares with a field of the body is about what the body has. */
const needsProof = ({ is }: Proof): boolean => is === true || (typeof is === "object" && "value" in is);

/** The proof that the answer itself has to show: the endpoint's own, or that of the same thing where it is read. */
function answerProof({ confirmedBy, verify, response }: AnyEndpoint): Proof | undefined {
  if (confirmedBy) return confirmedBy;
  const isSame = verify && !verify.item && verify.get.response?.() === response?.();
  return isSame || verify?.item ? verify?.proof : undefined;
}

function differenceOf({ field, is }: Proof, value: Record<string, unknown>): Difference {
  const sent = typeof is === "object" && "value" in is ? is.value : is === true ? true : null;
  const isState = typeof is === "object" && "value" in is;
  return { field, sent, shown: value[field], isRewritten: false, ...(isState && { isState }) };
}

/** True if the answer identifies its thing; if the thing has no identity, any field of the contract suffices. */
function isIdentified(
  endpoint: AnyEndpoint,
  params: SentInput["params"] = {},
  value: Record<string, unknown>,
): boolean {
  const about = aboutOf(endpoint);
  if (endpoint.verify?.made !== undefined) return hasId(value.id) || hasId(value.slug);
  // The id of a change request that was named by its number says nothing.
  const isNamed = ({ param, fields }: About): boolean =>
    fields.some((field) => hasId(getPath(value, field)) && String(getPath(value, field)) === params[param]);
  return about.length > 0 ? about.some(isNamed) : Object.keys(value).length > 0;
}

const hasId = (id: unknown): boolean => (typeof id === "string" && id !== "") || typeof id === "number";

/** How an answer shows that it is about another thing than the path names; undefined: it does not. */
function otherThing(
  endpoint: AnyEndpoint,
  params: SentInput["params"] = {},
  value: Record<string, unknown>,
): string | undefined {
  for (const about of aboutOf(endpoint)) {
    const found = otherId(about, params[about.param], value);
    if (found !== undefined)
      return `the service answered with another ${nounOf(about.param)}: ${formatValue(found)} instead of ${formatValue(params[about.param])}`;
  }
  return undefined;
}

function otherId({ fields }: About, asked: string | undefined, value: Record<string, unknown>): unknown {
  if (asked === undefined) return undefined;
  const shown = fields.map((field) => getPath(value, field)).filter(hasId);
  if (shown.length === 0 || shown.some((id) => String(id) === asked)) return undefined;
  // A change request that is named by its number cannot be compared with an id.
  const isNumber = /^\d+$/.test(asked);
  return isNumber && !shown.some((id) => typeof id === "number") ? undefined : shown[0];
}

/** A copy that has the id of what was to be copied is none. */
function sameAsOriginal(
  { verify }: AnyEndpoint,
  params: SentInput["params"] = {},
  { id }: Record<string, unknown>,
): string | undefined {
  if (verify?.made === undefined || params[verify.made] === undefined || params[verify.made] !== id) return undefined;
  return `the service answered with the same ${nounOf(verify.made)}: ${formatValue(id)}`;
}

type Body = { kind: "empty" } | { kind: "text"; what: string } | { kind: "json"; value: unknown };

/** @throws Failure invalid-answer for JSON that cannot be used, which may only have been cut off */
function readBody(response: WireResponse, { maxBody, note }: JudgeOptions): Body {
  // A 204 has no body, whatever comes after it.
  const kind = response.status === 204 ? "empty" : kindOfBody(plainBytes(response, maxBody));
  if (kind === "empty") return { kind };
  if (kind !== "json") return { kind: "text", what: kind === "html" ? "HTML" : "text" };
  return { kind, value: decodeJson(response, maxBody, note) };
}

/** An `error` in an answer of 2xx. Beside what was done it may say why an import was done in part. */
function errorIn({ explains }: AnyEndpoint, value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { error, ...rest } = value;
  if (explains && Object.keys(rest).length > 0) return undefined;
  if (error === undefined || error === null || error === false || error === "") return undefined;
  return formatValue(isObject(error) && typeof error.message === "string" ? error.message : error);
}

function noteShape(differs: readonly string[], note: JudgeOptions["note"]): void {
  if (differs.length > 0) note(`not as documented: ${differs.slice(0, 5).join(", ")}`, true);
}

const formatDifferences = (differences: readonly Difference[]): string =>
  differences
    .map(({ field, shown, isState }) => `${field} is ${isState ? "" : "still "}${formatValue(shown)}`)
    .join(" and ");

/** A state in which the service is still at work on what was asked. */
const PENDING = /^(?:queued|pending|accepted|scheduled|started|running|processing|in[-_ ]progress)$/i;

/**
 * The verdict on an answer that proved nothing by itself, or said that nothing was done, with what one GET showed.
 * @param before the fields that the thing had, where they are known
 */
export function settleDoubt(
  judged: Exclude<Judgement, { verdict: "confirmed" }>,
  look: Look | undefined,
  before?: Readonly<Record<string, unknown>>,
): Judgement {
  const { reason, value } = judged;
  if (look?.proven) return { verdict: "confirmed", value, note: `${reason}; reading it again shows the change` };
  if (judged.verdict === "contradicted") return look ? judged : doubt(`${reason}, and it could not be read`);
  const { differences } = judged;
  if (!look || look.unseen || !differences || differences.some(({ shown }) => PENDING.test(String(shown))))
    return judged;
  const isSame = differences.every(
    ({ field, shown, isState }) =>
      isState || look.differences?.some((one) => one.field === field && isEqual(one.shown, shown)) !== false,
  );
  if (!isSame) return { ...judged, reason: `${reason}, and then otherwise` };
  const isMade = ({ field, shown, isRewritten }: Difference): boolean =>
    before !== undefined && Object.hasOwn(before, field) ? !isEqual(before[field], shown) : isRewritten;
  if (differences.every(isMade)) return { verdict: "confirmed", value, note: formatMade(differences) };
  return judged.isPartly ? judged : { verdict: "contradicted", value, reason };
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const formatMade = (differences: readonly Difference[]): string =>
  differences
    .map(({ field, sent, shown }) => `the service made ${field} ${formatValue(shown)} of ${formatValue(sent)}`)
    .join("; ");

/**
 * The object that a read was answered with.
 * @throws Failure invalid-answer for anything but 200 and JSON of the shape that shows itself to be about what was asked
 */
export function readObject(
  endpoint: AnyEndpoint,
  params: SentInput["params"],
  response: WireResponse,
  options: JudgeOptions,
): unknown {
  const value = readJson(endpoint, response, options);
  if (!endpoint.response) return value;
  noteShape(checkAnswer(endpoint.response(), value), options.note);
  checkAbout(endpoint, params, value);
  if (isObject(value) && !isTold(endpoint, value))
    throw new ForeignAnswer("the service answered 200 with nothing that shows what it is about");
  return value;
}

/** True if it has a field that distinguishes things; if the contract has none, any field suffices. */
function isTold(endpoint: AnyEndpoint, value: Record<string, unknown>): boolean {
  const fields = aboutOf(endpoint).flatMap((about) => about.fields);
  return fields.length > 0 ? fields.some((field) => hasId(getPath(value, field))) : Object.keys(value).length > 0;
}

/** The JSON that a read was answered with. @throws Failure invalid-answer */
export function readJson(endpoint: AnyEndpoint, response: WireResponse, { maxBody, note }: JudgeOptions): unknown {
  const { status } = response;
  if (status === 204 || status === 205) throw new ForeignAnswer(`the service answered ${status} without the object`);
  if (status !== 200) throw new ForeignAnswer(`the service answered ${status}, 200 was expected`);
  const value = decodeJson(response, maxBody, note);
  const problem = errorIn(endpoint, value);
  if (problem !== undefined) throw new ForeignAnswer(`the service answered 200 with an error: ${problem}`);
  return value;
}

/** How an answer shows that it is about another thing than was asked; undefined: it does not. */
export const otherThingIn = (endpoint: AnyEndpoint, params: SentInput["params"], value: unknown): string | undefined =>
  isObject(value) ? otherThing(endpoint, params, value) : undefined;

/** @throws Failure invalid-answer for something about another thing than was asked */
export function checkAbout(endpoint: AnyEndpoint, params: SentInput["params"], value: unknown): void {
  const other = otherThingIn(endpoint, params, value);
  if (other !== undefined) throw new ForeignAnswer(other);
}
