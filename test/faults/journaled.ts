/** Runs of one command over three spaces, with a journal, against a service whose answer for the second one varies. */
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { ended, type Result } from "../helpers/cli.js";
import { answer, type Fault, type FaultServer, faultServer } from "../helpers/fault-server.js";
import { useHome } from "../helpers/home.js";
import { environment, errorOf } from "./attempt.js";

/** The space that was asked for: as it was where it is read, as it was sent where it is changed. */
export const space: Fault = (socket, request) => {
  const [method = "", path = ""] = lineOf(request).split(" ");
  const id = path.split("/")[3];
  answer(200, { object: "space", id, title: method === "GET" ? "Old" : "New" })(socket, request);
};
export const EDIT = ["spaces", "edit", "s1", "s2", "s3", "--title", "New", "--retries", "0", "--json"];

const lineOf = ({ head }: { head: string }): string => head.split(" HTTP/")[0] ?? "";
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/** One service and one folder for the tests of a file; each test has a journal of its own and a healthy service. */
export function journaled() {
  const home = useHome();
  let server: FaultServer;
  let count = 0;
  const at = {
    home,
    journal: "",
    /** What meets the request for s2. */
    second: space as Fault,
    environment: () => environment(server.url),
    lines: () => server.requests.map(lineOf),
    async run(...more: string[]): Promise<Result & { error: ReturnType<typeof errorOf> }> {
      const ran = await home.run([...EDIT, ...more], { env: at.environment() });
      return { ...ran, error: errorOf(ran.stderr) };
    },
    /** A run whose request for s2 has arrived and waits; later ones are answered. */
    async waiting(...more: string[]) {
      let answerIt = () => {};
      at.second = (socket, request) => {
        answerIt = () => space(socket, request);
      };
      const child = home.start([...EDIT, ...more], { env: at.environment() });
      const end = ended(child);
      while (!at.lines().includes("PATCH /v1/spaces/s2")) await pause(10);
      at.second = space;
      return { child, end, answer: () => answerIt() };
    },
  };
  beforeAll(async () => {
    server = await faultServer([
      (socket, request) => (lineOf(request).endsWith("/s2") ? at.second : space)(socket, request),
    ]);
  });
  beforeEach(() => {
    count += 1;
    at.journal = join(home.dir, `journal-${count}.ndjson`);
    at.second = space;
    server.requests.length = 0;
  });
  afterAll(() => server.close());
  return at;
}
