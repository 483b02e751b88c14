/** Programs that write into one state until they are killed, and what they were told. */
import type { ChildProcess } from "node:child_process";
import type { Home } from "../helpers/cli.js";

export const SPACE = "tG4nVx8YqLz2RkWd7JmS";
export const TEAM = "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3QuiTd9yR8G95e1tUaj";

/** What was answered, so that it has to be there whatever happens next. */
export interface Acknowledged {
  requests: string[];
  comments: string[];
  /** Of the titles given to one team: how far answers came, and how far requests. */
  title: { answered: number; sent: number };
  /** Answers and exit codes that nobody expects. */
  wrong: string[];
  /** Processes that were killed, by what they did. */
  killed: { served: number; inProcess: number };
}

export const nothing = (): Acknowledged => ({
  requests: [],
  comments: [],
  title: { answered: 0, sent: 0 },
  wrong: [],
  killed: { served: 0, inProcess: 0 },
});

const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

interface Child {
  process: ChildProcess;
  out: string;
  err: string;
  ended: Promise<void>;
}

function launch(home: Home, args: readonly string[]): Child {
  const process = home.start(args);
  const child: Child = { process, out: "", err: "", ended: Promise.resolve() };
  process.stdin.end();
  process.stdout.on("data", (chunk: Buffer) => {
    child.out += chunk;
  });
  process.stderr.on("data", (chunk: Buffer) => {
    child.err += chunk;
  });
  child.ended = new Promise((done) => process.once("close", () => done()));
  return child;
}

/** When a kill comes: so many answers are waited for, and so many milliseconds more. */
export interface Moment {
  answers: number;
  ms: number;
  /** From when on a command's milliseconds count: its start, or the first write that it sends. */
  from: "start" | "write";
}

/** One command after the other, each a process of its own; those after the first `answers` are to be killed, until one is. */
export async function commandsUntil(
  { answers, ms, from }: Moment,
  home: Home,
  args: (count: number) => readonly string[],
  known: { ids: string[] } & Pick<Acknowledged, "wrong" | "killed">,
): Promise<void> {
  for (let count = 0; ; count += 1) {
    const child = launch(home, [...args(count), "-q", ".id", "--debug"]);
    if (count >= answers) void killAfter(child, ms, from);
    await child.ended;
    // Only a whole line was told to anyone, whatever became of the process behind it.
    if (child.out.endsWith("\n")) known.ids.push(child.out.trim());
    if (child.process.signalCode === "SIGKILL") {
      known.killed.inProcess += 1;
      return;
    }
    if (child.process.exitCode !== 0) known.wrong.push(`${child.process.exitCode}: ${child.err}`);
  }
}

async function killAfter(child: Child, ms: number, from: Moment["from"]): Promise<void> {
  const hasBegun = (): boolean => child.process.exitCode !== null || /^> POST /m.test(child.err);
  while (from === "write" && !hasBegun()) await later(1);
  await later(ms);
  child.process.kill("SIGKILL");
}

/** A served sandbox that is asked for changes by two clients at once, and killed when each has its answers. */
export async function servedUntil({ answers, ms }: Moment, home: Home, known: Acknowledged): Promise<void> {
  const child = launch(home, ["sandbox", "start", "--json", "--show-token"]);
  let over = false;
  void child.ended.then(() => {
    over = true;
  });
  const kill = (): void => {
    child.process.kill("SIGKILL");
  };
  if (answers === 0) void later(ms).then(kill);
  while (!child.out.endsWith("\n") && !over) await later(5);
  if (child.out.endsWith("\n")) {
    const { url, token } = JSON.parse(child.out) as { url: string; token: string };
    const call = (method: string, path: string, body: unknown) =>
      fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const done = { created: 0, renamed: 0 };
    const count = (name: keyof typeof done) => {
      done[name] += 1;
      if (answers > 0 && Math.min(done.created, done.renamed) === answers) void later(ms).then(kill);
    };
    await Promise.all([create(call, known, () => count("created")), rename(call, known, () => count("renamed"))]);
  }
  await child.ended;
  if (child.process.signalCode === "SIGKILL") known.killed.served += 1;
  else known.wrong.push(`the served sandbox ended by itself: ${child.err}`);
}

type Call = (method: string, path: string, body: unknown) => Promise<Response>;

/** Until the connection breaks, which is the kill. A body that came whole was an answer. */
async function create(call: Call, known: Acknowledged, count: () => void): Promise<void> {
  for (;;) {
    const [status, text] = await answered(call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "served" }));
    if (status === undefined) return;
    count();
    if (status === 201) known.requests.push((JSON.parse(text) as { id: string }).id);
    else known.wrong.push(`${status} ${text}`);
  }
}

async function rename(call: Call, known: Acknowledged, count: () => void): Promise<void> {
  for (;;) {
    known.title.sent += 1;
    const mine = known.title.sent;
    const [status, text] = await answered(call("PATCH", TEAM, { title: `title ${mine}` }));
    if (status === undefined) return;
    count();
    if (status === 200) known.title.answered = mine;
    else known.wrong.push(`${status} ${text}`);
  }
}

async function answered(response: Promise<Response>): Promise<[number, string] | [undefined, ""]> {
  try {
    const { status, text } = await response.then(async (came) => ({ status: came.status, text: await came.text() }));
    return [status, text];
  } catch {
    // The process behind the socket is gone.
    return [undefined, ""];
  }
}
