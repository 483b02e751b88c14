import { linesOf, requestLine } from "../commands/step.js";
import { type Reply, type RunOptions, type TestCli, testCli } from "./run.js";

const BLOCKS = /\n+(?=# |(?:tty)?\$ docs )/;
const MARKED = /^(?:[#@=?<>!]|(?:tty)?\$|exit) |^\\/;

/** Plays a transcript again: what its commands do now, in its form (CONTRIBUTING.md). */
export async function replay(transcript: string): Promise<string> {
  let cli: TestCli | undefined;
  const played: string[] = [];
  for (const block of transcript.trimEnd().split(BLOCKS)) {
    if (cli && !block.startsWith("# ")) played.push(await replayCommand(cli, block));
    else {
      cli?.close();
      cli = await testCli();
      played.push(block);
    }
  }
  cli?.close();
  return `${played.join("\n\n")}\n`;
}

async function replayCommand(cli: TestCli, block: string): Promise<string> {
  const [command = "", ...lines] = block.split("\n");
  const starting = (sign: string) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
  const answers: unknown[] = starting("= ").map((text) => JSON.parse(text));
  const options: RunOptions = Object.assign(
    command.startsWith("tty") ? { tty: true, width: 100 } : {},
    answers.length > 0 && { answers, width: 100 },
    ...starting("@ ").map((text) => JSON.parse(text)),
  );
  const replies = lines.flatMap((text, at) => (text.startsWith("< ") ? [{ request: lines[at - 1], text }] : []));
  const requests: string[] = [];
  const intercept: RunOptions["intercept"] = (sent) => {
    const request = `> ${requestLine(sent)}`;
    const at = replies.findIndex((reply) => reply.request === request);
    const [reply] = at < 0 ? [] : replies.splice(at, 1);
    requests.push(request, ...(reply ? [reply.text] : []));
    return reply && toReply(reply.text);
  };
  const ran = await cli.run(command.replace(/^\S+ docs /, ""), { ...options, intercept });
  const output = linesOf(ran.stdout.replaceAll("\r", "␍")).map((line) => (MARKED.test(line) ? `\\${line}` : line));
  const messages = linesOf(ran.stderr).map((line) => `! ${line}`);
  const code = ran.code === 0 ? [] : [`exit ${ran.code}`];
  return [
    command,
    ...lines.filter((line) => /^[@=] /.test(line)),
    ...ran.questions.map((text) => `? ${text}`),
    ...requests,
    ...output,
    ...messages,
    ...code,
  ].join("\n");
}

/** `< 404 {"error": {}}`; a body that is not JSON is sent as it is. */
function toReply(line: string): Reply {
  const [, status = "", text = ""] = /^< (\d+) ?(.*)$/.exec(line) ?? [];
  return { status: Number(status), text };
}
