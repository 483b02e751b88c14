import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ended } from "../helpers/cli.js";
import { call, home, type Served, SPACE, serve, useServed } from "./served.js";
import { until } from "./service.js";

useServed();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const USER = "u4ZZnH5G9tKzy5NnAxaX";

/** A team with a member, and a space with another title: a creation, a step that needs it, a change. */
function planFile(origin: string, round: number, before: string): string {
  const params = { organizationId: ORG };
  const title = `Round ${round}`;
  const steps = [
    { id: "t", endpoint: "createTeam", params, body: { title }, before: null, after: { title } },
    {
      id: "m",
      endpoint: "setTeamMember",
      params: { ...params, teamId: { $from: "t", path: "id" }, userId: USER },
      body: { role: "owner" },
      needs: ["t"],
    },
    {
      id: "s",
      endpoint: "updateSpace",
      params: { spaceId: SPACE },
      body: { title },
      before: { title: before },
      after: { title },
    },
  ];
  const file = join(home.dir, `round-${round}.plan`);
  writeFileSync(file, JSON.stringify({ format: 1, origin, organization: ORG, steps }));
  return file;
}

/** Stands between the command and the service, and counts the writes that come to it. */
interface Between {
  url: string;
  /** Writes that the service did. */
  writes: string[];
  /** Requests so far, reads too. */
  seen: number;
  close(): Promise<void>;
}

let open: Between | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

type When = "before" | "after";

/** At the request of this number: `before` it reaches the service, or `after` it was done and before it is answered. */
async function between(
  served: Served,
  at: { request: number; when: When; meet: () => Promise<void> },
): Promise<Between> {
  const found: Between = { url: "", writes: [], seen: 0, close: async () => {} };
  const server: Server = createServer((incoming, outgoing) => {
    found.seen += 1;
    const isIt = found.seen === at.request;
    void (async () => {
      if (isIt && at.when === "before") return at.meet();
      const { status, body } = await forward(served, incoming);
      const isWrite = incoming.method !== "GET";
      if (isWrite && status < 300) found.writes.push(`${incoming.method} ${incoming.url}`);
      if (isIt) return at.meet();
      outgoing.writeHead(status, { "content-type": "application/json" }).end(body);
    })();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  found.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  found.close = () =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return found;
}

function forward(served: Served, incoming: IncomingMessage): Promise<{ status: number; body: Buffer }> {
  const { method, headers, url = "" } = incoming;
  return new Promise((done, fail) => {
    const { host: _, ...rest } = headers;
    const outgoing = request(served.url + url, { method, headers: rest }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () => done({ status: answer.statusCode ?? 500, body: Buffer.concat(pieces) }));
    });
    outgoing.on("error", fail);
    incoming.pipe(outgoing);
  });
}

const logOf = (file: string) =>
  readFileSync(`${file}.state`, "utf8")
    .split("\n")
    .flatMap((line) => (line.endsWith("}") ? [JSON.parse(line) as { record: string; step: string }] : []));

const WRITES = [
  ["team", /^PUT .*\/teams$/],
  ["member", /^PUT .*\/members\/[^/]+$/],
  ["title", /^PATCH /],
] as const;

/** More than an undisturbed run has. */
const MOST = 20;

test.each(["before", "after"] as const)(
  "kill -9 %s each request is done: no step twice, none left out",
  async (when) => {
    const served = await serve();
    let killed = 0;
    for (let round = 1; round <= MOST; round += 1) {
      let meeting: () => void = () => {};
      const met = new Promise<void>((resolve) => {
        meeting = resolve;
      });
      open = await between(served, { request: round, when, meet: async () => meeting() });
      const { title } = (await (await call(served, `/v1/spaces/${SPACE}`)).json()) as { title: string };
      const file = planFile(open.url, round, title);
      const env = { DOCS_BASE_URL: open.url, DOCS_TOKEN: served.token, DOCS_ORG: ORG };
      const apply = ["plans", "apply", file, "--yes"];
      const child = home.start(apply, { env });
      const end = ended(child, 60_000);
      let over = false;
      void end.finally(() => {
        over = true;
      });
      void met.then(() => child.kill("SIGKILL"));
      await until(() => over);
      const first = await end;
      if (first.signal === "SIGKILL") killed += 1;
      // What was sent and never answered is looked up; what cannot be is sent again only when it is allowed.
      const again = await home.run([...apply, "--retry-unknown"], { env });
      expect([round, again.code, again.stderr]).toEqual([
        round,
        0,
        expect.stringMatching(/^(?:Applied|Nothing to do)/m),
      ]);
      const writes = open.writes.map((line) => WRITES.find(([, pattern]) => pattern.test(line))?.[0]);
      // Where the new team is can only be looked at once it is there: to set the same role twice does no harm.
      expect([round, writes.filter((one, at) => one !== "member" || writes[at - 1] !== one)]).toEqual([
        round,
        ["team", "member", "title"],
      ]);
      expect(writes.length).toBeLessThanOrEqual(4);
      const done = logOf(file).flatMap(({ record, step }) => (record === "ok" || record === "satisfied" ? [step] : []));
      expect(done.sort()).toEqual(["m", "s", "t"]);
      await open.close();
      open = undefined;
      if (first.signal !== "SIGKILL") break;
    }
    // A look, a write and a look for the team and the title, a write for the member.
    expect(killed).toBeGreaterThanOrEqual(7);
    expect(killed).toBeLessThan(MOST);
  },
  300_000,
);
