import { closeAll } from "../../src/system/shutdown.js";
import { linesOf, requestLine } from "../commands/step.js";
import { type RunOptions, type TestCli, testCli } from "./run.js";

const BLOCKS = /\n+(?=# |(?:tty)?\$ docs )/;
const MARKED = /^(?:[#@=?<>!^]|(?:tty)?\$|exit) |^\\/;

/** Plays a transcript again: what its commands do now, in its form (CONTRIBUTING.md). */
export async function replay(transcript: string): Promise<string> {
  let cli: TestCli | undefined;
  let title: string[] = [];
  const played: string[] = [];
  for (const block of transcript.trimEnd().split(BLOCKS)) {
    if (cli && !block.startsWith("# ")) played.push(await replayCommand(cli, block, title).finally(closeAll));
    else {
      cli?.close();
      cli = await testCli();
      title = block.split("\n");
      played.push(block);
    }
  }
  cli?.close();
  return `${played.join("\n\n")}\n`;
}

async function replayCommand({ folder, run }: TestCli, block: string, title: readonly string[]): Promise<string> {
  const [command = "", ...lines] = block.split("\n");
  const after = (sign: string, of = lines) => of.filter((one) => one.startsWith(sign)).map((one) => one.slice(2));
  const answers: unknown[] = after("= ").map((text) => JSON.parse(text));
  const options: RunOptions = Object.assign(
    command.startsWith("tty") ? { tty: true, width: 100 } : {},
    answers.length > 0 && { answers, width: 100 },
    ...after("@ ", [...title, ...lines]).map((text) => JSON.parse(text)),
  );
  const [own, standing] = [repliesIn(lines), repliesIn(title)];
  const shown: string[] = [];
  const intercept: RunOptions["intercept"] = (sent) => {
    const request = `> ${requestLine(sent)}`;
    const at = own.findIndex((one) => one.request === request);
    const [given] = at < 0 ? [] : own.splice(at, 1);
    if (given) shown.push(request, given.line);
    else if (sent.method !== "GET" || !title.includes("> GET ...")) shown.push(request);
    return (given ?? standing.find((one) => one.request === request))?.reply;
  };
  const ran = await run(command.replace(/^\S+ docs /, "").replaceAll("FOLDER", folder), { ...options, intercept });
  const output = linesOf(ran.stdout.replaceAll("\r", "␍")).map((line) => (MARKED.test(line) ? `\\${line}` : line));
  const played = [command, ...lines.filter((line) => /^[@=] /.test(line)), ...marked("?", ran.questions), ...shown];
  played.push(...marked("^", ran.opened), ...output, ...marked("!", linesOf(ran.stderr)));
  if (ran.code !== 0) played.push(`exit ${ran.code}`);
  return played.join("\n").replaceAll(folder, "FOLDER");
}

const marked = (sign: string, texts: readonly string[]): string[] => texts.map((text) => `${sign} ${text}`);

/** `< 404 {"error": {}}` below a request; a body that is not JSON is sent as it is. */
const repliesIn = (lines: readonly string[]) =>
  lines.flatMap((line, at) => {
    const [, status, text = ""] = /^< (\d+) ?(.*)$/.exec(line) ?? [];
    return status === undefined ? [] : [{ request: lines[at - 1], line, reply: { status: Number(status), text } }];
  });
