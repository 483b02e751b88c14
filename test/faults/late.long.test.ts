/** A service that is slower than the one who asks: what is said holds when it has ended its work. */
import { describe, expect, test } from "vitest";
import { answer, type Fault, faultServer, reset, stall } from "../helpers/fault-server.js";
import { useHome } from "../helpers/home.js";
import { environment, errorOf } from "./attempt.js";

const home = useHome();
const lineOf = ({ head }: { head: string }): string => head.split(" HTTP/")[0] ?? "";

async function against(respond: (line: string) => Fault, args: readonly string[]) {
  const server = await faultServer([(socket, request) => respond(lineOf(request))(socket, request)]);
  try {
    const ran = await home.run([...args, "--json"], { env: environment(server.url) });
    return { ...ran, error: errorOf(ran.stderr), lines: server.requests.map(lineOf) };
  } finally {
    await server.close();
  }
}

describe.concurrent("R11 a merge that is committed after its time was over", () => {
  const MERGE = ["cr", "merge", "42", "--timeout", "1"];
  const POST = "POST /v1/spaces/s1/change-requests/42/merge";
  const GET = "GET /v1/spaces/s1/change-requests/42";
  const merging = (forMs: number) => {
    let sentAt: number | undefined;
    return (line: string): Fault => {
      if (line === POST) {
        sentAt = performance.now();
        return stall;
      }
      const merged = sentAt !== undefined && performance.now() - sentAt > forMs;
      return answer(200, { object: "change-request", id: "c1", number: 42, ...(merged && { revisionMerged: "r9" }) });
    };
  };

  test("while it is looked for: done, with a note", async () => {
    const ran = await against(merging(3_000), MERGE);
    expect(ran, ran.stderr).toMatchObject({ code: 0, stdout: '{"revision":"r9"}\n' });
    expect(ran.stderr).toMatch(/^note: the answer was lost .* but the service shows the change$/m);
    expect(ran.lines.filter((line) => line === POST)).toHaveLength(1);
  });

  test("later than anyone looks: unknown, exit 7", async () => {
    const ran = await against(merging(3_600_000), MERGE);
    expect(ran, ran.stderr).toMatchObject({ code: 7, stdout: "", lines: [POST, GET, GET, GET] });
    expect(ran.error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
    expect(ran.error?.hint).toBe("check whether it happened: docs cr view 42");
  });
});

describe.concurrent("R13 --must-exist and a delete whose answer was lost", () => {
  const space = answer(200, { object: "space", id: "s1", title: "Guide" });
  const DELETE = ["spaces", "delete", "s1", "--yes", "--must-exist"];

  /** What shows that a space is absent, to somebody who sees all of them. */
  const place = (line: string): Fault | undefined => {
    if (line === "GET /v1/orgs/o1/spaces?limit=1000") return answer(200, { items: [], count: 0 });
    if (line === "GET /v1/orgs/o1") return answer(200, { id: "o1", permissions: { admin: true } });
    return undefined;
  };
  const PLACE = ["GET /v1/orgs/o1/spaces?limit=1000", "GET /v1/orgs/o1"];

  test("it is done: this run deleted what it had seen", async () => {
    let deletes = 0;
    const ran = await against((line) => {
      const shown = place(line);
      if (shown) return shown;
      if (line.startsWith("GET")) return space;
      deletes += 1;
      return deletes === 1 ? reset : answer(404, { error: { message: "no such space" } });
    }, DELETE);
    expect(ran, ran.stderr).toMatchObject({ code: 0, lines: ["GET /v1/spaces/s1", ...DELETES, ...PLACE] });
    expect(ran.stderr).toMatch(
      /^Deleted space "Guide" \(s1\)\n {2}until \S+ it can be restored with: docs spaces restore s1\n$/,
    );
  });

  test("somebody else was faster: it does not exist", async () => {
    const gone = answer(404, { error: { message: "no such space" } });
    const ran = await against((line) => place(line) ?? (line.startsWith("GET") ? space : gone), DELETE);
    expect(ran, ran.stderr).toMatchObject({ code: 3, lines: ["GET /v1/spaces/s1", "DELETE /v1/spaces/s1", ...PLACE] });
  });

  test("R83 the token has lost its permissions by then: unknown, exit 7", async () => {
    let deletes = 0;
    const ran = await against((line) => {
      if (line === "GET /v1/spaces/s1" && deletes === 0) return space;
      if (line.startsWith("DELETE")) deletes += 1;
      return line.startsWith("DELETE") && deletes === 1 ? reset : answer(404, {});
    }, DELETE);
    expect(ran, ran.stderr).toMatchObject({ code: 7, stdout: "" });
    expect(ran.error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
  });

  const DELETES = ["DELETE /v1/spaces/s1", "DELETE /v1/spaces/s1"];

  test("what cannot be seen before is not deleted", async () => {
    const ran = await against((line) => place(line) ?? answer(404, {}), ["spaces", "delete", "s1", "--yes"]);
    // The last one looks for what was meant, and fails: it takes nothing away from what is known.
    const lines = ["GET /v1/spaces/s1", ...PLACE, "GET /v1/orgs/o1/spaces?limit=200"];
    expect(ran, ran.stderr).toMatchObject({ code: 3, stdout: "", lines });
    expect(ran.error).toMatchObject({ kind: "not-found", outcome: "not_applied" });
  });
});
