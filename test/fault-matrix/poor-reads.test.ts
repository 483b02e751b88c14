/**
 * R94, R95: each read that a command makes is answered with what proves nothing. What is shown is what the service has, or
 * the command says that it is not, or that it may not be.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { aboutOf } from "../../src/catalog/about.js";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import type { WireResponse } from "../../src/http/types.js";
import { LINES } from "../commands/json-lines.js";
import { type Ran, type RunOptions, testCli } from "../helpers/run.js";
import { sampleCases } from "../helpers/sample.js";
import { useOnce } from "../helpers/set-ups.js";
import { endpointAt } from "../not-read/faults.js";

const cli = useOnce(() => testCli());

type Json = Record<string, unknown>;

/** An answer as it comes, and the same poorer; undefined: this endpoint has no such answer. */
type Poor = (
  json: Json,
  endpoint: AnyEndpoint,
  page: string | null,
) => readonly [status: number, text: string] | undefined;

/** A cursor of this test: the second page is made of the same answer. */
const SECOND = "second";
const OTHER = "zzzzzzzzzzzzzzzzzz99";

const ok = (json: unknown) => [200, JSON.stringify(json)] as const;
const unchanged =
  (status: number): Poor =>
  (json) => [status, JSON.stringify(json)];

/** A list with other items: they may get its whole envelope. */
const list =
  (change: (items: readonly Json[], page: string | null) => Json | undefined, fewest = 1): Poor =>
  (json, { items: name }, page) => {
    const items = name === undefined ? undefined : json[name];
    if (name === undefined || !Array.isArray(items) || items.length < fewest) return undefined;
    const changed = change(items, page);
    if (changed === undefined) return undefined;
    const { items: given, ...envelope } = changed;
    return ok({ ...json, next: undefined, ...envelope, [name]: given });
  };

/** In pages, where the endpoint has them. */
const paged =
  (poor: Poor): Poor =>
  (json, endpoint, page) =>
    endpoint.paginated ? poor(json, endpoint, page) : undefined;

/** The thing with another value in a field that says what it is about; the same where it has none. */
function withOther(thing: unknown, path: string): unknown {
  const [name = "", ...rest] = path.split(".");
  if (typeof thing !== "object" || thing === null || !(name in thing)) return thing;
  // An object, and no array: the fields of `aboutOf` are in objects.
  const members = thing as Json;
  if (rest.length > 0) return { ...members, [name]: withOther(members[name], rest.join(".")) };
  return { ...members, [name]: typeof members[name] === "number" ? 987_654 : OTHER };
}

const other: Poor = (json, endpoint) => {
  const fields = aboutOf(endpoint).flatMap((about) => about.fields);
  const changed = (thing: unknown) => fields.reduce(withOther, thing);
  const name = endpoint.items;
  // Items of what is listed.
  const items = name === undefined ? [] : (json[name] as unknown[]);
  const made = name === undefined ? changed(json) : { ...json, [name]: items.map(changed) };
  return JSON.stringify(made) === JSON.stringify(json) ? undefined : ok(made);
};

/** Without what would tell one thing from another. */
const nameless = ({ id: _id, slug: _slug, number: _number, organization: _organization, ...rest }: Json): Json => rest;

/** Answers, and what a command says of one that is nothing but such a read. */
const POOR: Readonly<Record<string, readonly [poor: Poor, code: number, says: RegExp]>> = {
  "about another thing": [other, 10, /the service answered with another [a-z ]+: "?\w+"? instead of /],
  empty: [() => [200, ""], 10, /the answer is empty, JSON was expected/],
  null: [() => [200, "null"], 10, /not an object|not as documented/],
  HTML: [() => [200, "<!doctype html><title>Sign in</title>"], 10, /HTML/],
  "202": [unchanged(202), 10, /answered 202, 200 was expected/],
  "203": [unchanged(203), 10, /answered 203, 200 was expected/],
  "204": [() => [204, ""], 10, /answered 204 without the object/],
  "206": [unchanged(206), 10, /answered 206, 200 was expected/],
  "207": [unchanged(207), 10, /answered 207, 200 was expected/],
  "{}": [() => ok({}), 10, /has no array of|nothing that shows what it is about/],
  "an error": [() => ok({ error: { message: "try again" } }), 10, /answered 200 with an error: "try again"/],
  "a list": [() => ok([]), 10, /not an object|not as documented/],
  "one short of its count": [
    list((items) => ({ items: items.slice(0, -1), count: items.length })),
    0,
    /only \d+ of \d+ were listed: the list may be incomplete/,
  ],
  "one twice in place of another": [
    list((items) => ({ items: [...items.slice(0, -1), items[0]], count: items.length }), 2),
    0,
    /only \d+ of \d+ were listed: the list may be incomplete/,
  ],
  "a count that grows between pages": [
    paged(
      list(
        (items, page) =>
          page === SECOND
            ? { items: items.slice(-1), count: items.length + 1 }
            : { items: items.slice(0, -1), count: items.length, next: { page: SECOND } },
        2,
      ),
    ),
    0,
    /only \d+ of \d+ were listed: the list may be incomplete/,
  ],
  "a cursor that repeats": [
    paged(list((items) => ({ items, next: { page: SECOND } }), 0)),
    10,
    /the list does not end: the service repeated a cursor/,
  ],
  "a list without ids": [
    // What has no id in the contract has none here, too.
    (json, endpoint, page) =>
      aboutItems(endpoint) ? list((items) => ({ items: items.map(nameless) }))(json, endpoint, page) : undefined,
    0,
    /an item without an id: the list may be incomplete/,
  ],
  "a thing without an id": [
    (json, endpoint) =>
      endpoint.items === undefined && aboutOf(endpoint).length > 0 ? ok(withoutAbout(json, endpoint)) : undefined,
    10,
    /nothing that shows what it is about/,
  ],
};

/** Lists of things with ids, by the sample: the first of their items has one. */
const aboutItems = ({ path }: AnyEndpoint): boolean =>
  !/\/(?:links|backlinks|template-conditions|spaces\/\{spaceId\}\/search)$|members\/\{userId\}\/(?:teams|spaces)$/.test(
    path,
  );

const withoutAbout = (json: Json, endpoint: AnyEndpoint): unknown =>
  JSON.parse(
    JSON.stringify(json, (name, value) =>
      aboutOf(endpoint).some(({ fields }) => fields.some((field) => field.split(".").at(-1) === name))
        ? undefined
        : value,
    ),
  );

const wire = ([status, text]: readonly [number, string]): WireResponse => {
  const body = Buffer.from(text);
  return { status, headers: { "content-type": "application/json", "content-length": `${body.length}` }, body };
};

/** A service that answers poorly what it is asked at one endpoint. */
function poorly(path: string, poor: Poor) {
  const met = { hits: 0 };
  /** Of each list. */
  const first = new Map<string, WireResponse>();
  const between: NonNullable<RunOptions["between"]> = async (sent, service) => {
    if (sent.method !== "GET" || endpointAt(sent.path).path !== path) return service();
    const url = new URL(sent.path, "https://docs.example");
    const page = url.searchParams.get("page");
    url.searchParams.delete("page");
    const real = (page === SECOND ? first.get(url.href) : undefined) ?? (await service());
    if (real.status !== 200) return real;
    first.set(url.href, real);
    const given = poor(JSON.parse(Buffer.from(real.body).toString()), endpointAt(sent.path), page);
    if (given === undefined) return real;
    met.hits += 1;
    return wire(given);
  };
  return { met, between };
}

const healthy = new Map<string, Ran>();
beforeAll(async () => {
  for (const { line } of READING) healthy.set(line, await cli.run(line));
});

/** Lines of commands that only read, of one answer or of several. */
const READING = LINES.filter(
  ({ line, silent }) =>
    !silent &&
    /^(?:status|inbox|[a-z-]+ (?:list|view|search|spaces|links|backlinks|published|diff|pdf|commenters|for-domain|check|overview|login-urls|conditions|versions)\b)/.test(
      line,
    ),
);
const CASES = READING.flatMap(({ line, composite }) =>
  Object.keys(POOR).map((answer) => ({ line, composite, answer })),
);

const chosen = sampleCases("poor reads", CASES, {
  nameOf: ({ line, answer }) => `${line}: ${answer}`,
  few: 40,
  rooms: ["src/http/answer", "src/catalog"],
});

/** It said that the list may not be whole, or what it could not read. */
const isTold = ({ code, stderr }: Ran): boolean => code === 9 || code === 10 || /may be incomplete/.test(stderr);

describe("R94 R95 a poor answer to a read", () => {
  test("most commands that read are tried", () => expect(READING.length).toBeGreaterThan(55));

  test.each(chosen)("docs $line: $answer", async ({ line, composite, answer }) => {
    const [poor, code, says] = POOR[answer] ?? [];
    const whole = healthy.get(line);
    if (!poor || !says || !whole) throw new Error(`${line}: not tried`);
    expect(whole.code, whole.stderr).toBe(0);
    const paths = new Set(whole.sent.map(({ path }) => endpointAt(path).path));
    for (const path of paths) {
      const { met, between } = poorly(path, poor);
      const ran = await cli.run(line, { between });
      if (met.hits === 0) continue;
      const seen = { path, code: ran.code, stderr: ran.stderr };
      // Of several answers, one may not matter for what is shown.
      if (composite || paths.size > 1) {
        expect({ ...seen, isTold: isTold(ran) || ran.stdout === whole.stdout }).toEqual({ ...seen, isTold: true });
      } else {
        expect(seen).toEqual({ path, code, stderr: expect.stringMatching(says) });
        // A cursor repeats after what came before it.
        if (code === 10 && answer !== "a cursor that repeats") expect(ran.stdout).toBe("");
      }
    }
  });
});
