/** Each reason why something is missing: named where its cause is, and not named in a snapshot without that cause (R86). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/app/client/snapshot-client.js";
import type { Failure } from "../../src/errors.js";
import type { Transport } from "../../src/http/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { Exclude, SnapshotSelection } from "../../src/snapshot/types.js";
import { TOPICS } from "../../src/snapshot/walk/read-rules.js";
import { openBinding } from "../../src/system/sqlite.js";
import { type Reply, type RunOptions, type Sent, type TestCli, testCli } from "../helpers/run.js";
import { ORG, SPACE, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { refusal, rewriting, snapshotOf, sourcesOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

type Json = Record<string, unknown>;

let service: TestSandbox;
let place: ReturnType<typeof temporaryFolder>;
let cli: TestCli;
beforeAll(async () => {
  [place, service, cli] = [temporaryFolder(), await testSandbox(), await testCli()];
  const url = `data:text/markdown;name=start.md,${encodeURIComponent("# Start\n\nSome words.")}`;
  await service.call("POST", `/v1/spaces/${SPACE}/content/import`, { url, source: "markdown" });
  await service.call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "One" });
});
afterAll(() => {
  for (const one of [service, cli]) one.close();
  place.remove();
});

let paths = 0;
/** A path that no other call was given. */
function newPath(folder: string, ending = ""): string {
  paths += 1;
  return `${folder}/${paths}${ending}`;
}

/** The states and reasons of a snapshot: `scope state: reason`. */
async function reasonsWith(asked: Partial<SnapshotSelection> = {}, transport?: Transport): Promise<string[]> {
  const file = newPath(place.folder, ".docs");
  await snapshotOf(service, file, { organization: ORG, ...asked }, transport);
  return [...sourcesOf(file).values()].map(({ scope, state, reason }) => `${scope} ${state}: ${reason}`);
}

const isGap = (line: string): boolean => / (?:partial|denied|unsettled): /.test(line);

/** What is answered for a path that ends so. */
const at = (end: RegExp, change: (body: Json) => Json): Transport =>
  rewriting(service, (path, body) => (end.test(path) ? change(body) : body));
const gone = (): Transport =>
  transportOf(service, (path) => (path.includes(`/${SPACE}/comments`) ? refusal(404, "none") : undefined)).transport;
const twice = ({ items }: Json): Json => ({ items: [...(items as Json[]), ...(items as Json[])] });
let members = 0;
const another = (): Json => {
  members += 1;
  return { items: [{ object: "member", id: `m${members}`, userId: `m${members}`, role: "read" }], count: 1 };
};
const later = (body: Json): Json => ({ ...body, updatedAt: "2026-01-15T11:00:00.000Z" });
const pageless = ({ pages: _, ...body }: Json): Json => body;

/** Ever another page of one provider. */
const endless = (): Transport => {
  let pages = 0;
  return transportOf(service, (path) => {
    if (!path.startsWith(`/v1/orgs/${ORG}/saml?`)) return undefined;
    pages += 1;
    const body = { items: [{ object: "saml-provider", id: `p${pages}` }], next: { page: `c${pages}` } };
    return { ...refusal(200, ""), body: Buffer.from(JSON.stringify(body)) };
  }).transport;
};

describe("a part that could not be read whole", () => {
  const CONTENT = /\/spaces\/\w+\/content$/;
  const DRAFT = /\/change-requests\/\w+\/content$/;
  it("is in no snapshot without a cause", async () => {
    expect((await reasonsWith()).filter(isGap)).toEqual([]);
  });

  it.each<[RegExp, () => Transport]>([
    [/\/spaces unsettled: it changed while it was listed$/, () => at(/\/spaces$/, twice)],
    [/\/members unsettled: it kept changing while it was read$/, () => at(/\/members$/, another)],
    [/\/saml partial: the list does not end: 10001 items were listed$/, endless],
    [/\/content unsettled: pages were removed or changed while it was read$/, () => at(/\/page\/\w+$/, later)],
    [/\/comments unsettled: it no longer existed when it was read$/, gone],
    [/^spaces\/\w+\/content partial: not answered: the answer has no member "pages"$/, () => at(CONTENT, pageless)],
    [/-requests\/\w+\/content partial: not answered: the answer has no member "pages"$/, () => at(DRAFT, pageless)],
  ])("is the one gap, and has its reason: %s", async (words, transport) => {
    const gaps = (await reasonsWith({}, transport())).filter(isGap);
    expect(gaps).toEqual([expect.stringMatching(words)]);
  });
});

describe("a part that was left out", () => {
  const HISTORY = "pass --include spec-history: the content of earlier versions is not read";
  const CHANGES = "content of merged and archived change requests is not read";
  const ALWAYS = [CHANGES, "pass --include access", "pass --include share-keys", HISTORY];
  const leftOut = async (asked: Partial<SnapshotSelection>): Promise<string[]> => {
    const lines = (await reasonsWith(asked)).filter((line) => line.includes(" not-asked: "));
    return [...new Set(lines.map((line) => line.replace(/^.* not-asked: /, "")))].sort();
  };

  it("names what nobody asked for", async () => {
    expect(await leftOut({})).toEqual([...ALWAYS].sort());
    expect(await leftOut({ include: ["access", "share-keys", "spec-history"] })).toEqual([CHANGES]);
  });

  it.each(Object.keys(TOPICS) as Exclude[])("--exclude %s names itself alone", async (flag) => {
    const others = ALWAYS.filter((one) => flag !== "content" || one !== CHANGES);
    expect(await leftOut({ exclude: [flag] })).toEqual([...others, `omit --exclude ${flag}`].sort());
  });

  it("--spaces names itself alone", async () => {
    expect(await leftOut({ spaces: [SPACE] })).toEqual([...ALWAYS, "--spaces named other spaces"].sort());
  });

  it("what no endpoint answers is in every snapshot", async () => {
    expect((await reasonsWith()).filter((line) => line.includes(" unreadable: ")).sort()).toEqual([
      "older revisions unreadable: no endpoint returns them, so merges have no base",
      "owner of the token unreadable: no endpoint returns the owner of a token",
      "spaces of teams unreadable: no endpoint returns the spaces of a team",
      "spaces/{spaceId}/change-requests/{changeRequestId}/pdf unreadable: a PDF is created on request",
      "spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} unreadable: the service has no list of replies to comments on a space",
      "texts of reusable contents unreadable: no endpoint returns them",
    ]);
  });
});

describe("what a command says", () => {
  const LEAN = "--exclude content,change-requests,comments,sites,openapi,translations,saml";
  const TALK = "--exclude content,people,sites,openapi,translations,saml";
  const ONE = '--spaces "Harbor API" --exclude change-requests,comments';
  const TEXTS = "--exclude people,change-requests,comments,sites";
  /** Refuses the first `most` paths that match. */
  const refuse = (what: RegExp, most = 99, words = "not for you"): RunOptions => {
    const paths = new Set<string>();
    const intercept = ({ path }: Sent): Reply | undefined => {
      const [name = ""] = path.split("?");
      if (what.test(name) && paths.size < most) paths.add(name);
      const error = { code: 403, message: words || name };
      return paths.has(name) ? { status: 403, body: { error } } : undefined;
    };
    return { intercept };
  };
  const say = async (line: string, options: RunOptions = {}): Promise<string> => {
    const { code, stderr } = await cli.run(line, { tty: true, ...options });
    expect([0, 9]).toContain(code);
    return stderr;
  };
  const made = async (flags: string, options?: RunOptions, sql?: string): Promise<string> => {
    const file = newPath(cli.folder, ".docs");
    await say(`snapshots create ${file} ${flags}`, options);
    const db = openBinding(file);
    if (sql !== undefined) db.run(sql);
    db.close();
    return file;
  };
  type Change = (body: { permissions?: Json; items?: Json[] }) => object;
  const rewriteAll = (change: Change): RunOptions => ({ rewrite: (body) => change(body as Json) });
  const LESSER = rewriteAll(({ permissions, ...body }) => ({ ...body, permissions: { ...permissions, admin: false } }));
  const FEWER = rewriteAll((all) => (all.items?.[0]?.object === "space" ? { items: all.items.slice(0, 2) } : all));
  const OLDER = `UPDATE settings SET value = json_remove(value, '$."(order)"') WHERE name = 'snapshot.digests'`;
  const NO_TEAMS = refuse(/\/teams$/);
  const DAMAGED = "UPDATE objects SET json = '{' WHERE kind = 'document'";
  const talk = (most?: number) => refuse(/\/spaces\/\w+\/(?:comments|change-requests)$/, most, "");
  const comments = (most: number) => refuse(/^\/v1\/spaces\/\w+\/comments$/, most);
  const view = (options: RunOptions) => async () => say(`snapshots view ${await made(TALK, options)}`);
  const again = (options: RunOptions) => async () => say(`snapshots create ${await made(LEAN)} ${LEAN}`, options);
  const verify = (sql?: string) => async () => say(`snapshots verify ${await made(LEAN, {}, sql)}`);
  const diff = (one: RunOptions, other: RunOptions) => async () =>
    say(`snapshots diff ${await made(LEAN, one)} ${await made(LEAN, other)} --only teams,spaces`);
  const write = (flags: string, options?: RunOptions, sql?: string) => async () =>
    say(`snapshots export ${await made(flags, options, sql)} ${newPath(cli.folder)}`);
  const query = (from: string, options?: RunOptions) => async () =>
    say(`snapshots query ${await made(TALK, options)} "SELECT * FROM ${from}" -L 9`);
  /** What the client of a snapshot notes and fails with. */
  const read = (path: string, flags: string, options?: RunOptions) => async () => {
    const notes: unknown[] = [];
    const observe = (event: unknown): void => void notes.push(event);
    const { client, close } = await openSnapshot(await made(flags, options), { observers: [observe] });
    await client.raw({ method: "GET", path }).catch((failure: Failure) => notes.push(failure.hint));
    close();
    return JSON.stringify(notes);
  };
  const content = (flags: string) => read(`/v1/spaces/${SAMPLE.space}/content`, flags);
  const search = (most: number) =>
    read(`/v1/orgs/${SAMPLE.org}/search?query=dock`, TEXTS, refuse(/^\/v1\/spaces\/\w+\/content$/, most));
  it.each<[RegExp, () => Promise<string>, () => Promise<string>]>([
    [/completely\n(?: {2}.*: denied: .*\n){10} {2}and \d+ more\n/, view(talk()), view(talk(10))],
    [
      / (\S+) is still the earlier snapshot, the new one is \1@2\n {2}spaces: \d+ before, 2 now/,
      again(FEWER),
      again({}),
    ],
    [/permissions: \d+ before, \d+ now \(lost: admin\)/, again(LESSER), again({})],
    [/; made by an older version, so not checked: order\n/, verify(OLDER), verify()],
    [/could be compared\n.*: teams \(denied: .*, in the first\)/, diff(NO_TEAMS, {}), diff({}, NO_TEAMS)],
    [/could be compared\n.*: teams \(denied: .*, in the second\)/, diff({}, NO_TEAMS), diff(NO_TEAMS, {})],
    [/could be compared\n.*: teams \(denied: .*, in both\)/, diff(NO_TEAMS, NO_TEAMS), diff({}, NO_TEAMS)],
    [/not (?:fully|everything)\b.* compared/, diff(NO_TEAMS, NO_TEAMS), diff({}, {})],
    [/read with fewer permissions \(without admin\), in the second\)/, diff({}, LESSER), diff(LESSER, LESSER)],
    [/\d+ more reasons?: --json names all\n/, write(`${LEAN},people`), write("--exclude saml")],
    [/: spaces\/\S+ and \d+ more \(its text was not read\)/, write(ONE, refuse(/\/page\//)), write(ONE)],
    [/ not exported: damaged in the snapshot\n(?: {2}.*\n){5} {2}and \d+ more/, write(ONE, {}, DAMAGED), write(ONE)],
    [/comments is incomplete: 2 times denied: /, query("comments", comments(2)), query("comments", comments(1))],
    [/only the first 9 rows: --limit N shows more/, query("change_requests"), query("change_requests LIMIT 9")],
    [/incomplete in .*: \S+\/content and \d+ more \(denied: /, search(2), search(1)],
    [/to include it: \S+ \S+ \S+ \S+, without --spaces/, content(ONE), content(TEXTS)],
  ])("is said with its cause, and only with it: %s", async (words, withCause, without) => {
    expect(await withCause()).toMatch(words);
    expect(await without()).not.toMatch(words);
  });
});
