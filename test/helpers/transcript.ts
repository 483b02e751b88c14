import { closeAll } from "../../src/system/signals.js";
import { linesOf, requestLine } from "../commands/step.js";
import { type RunOptions, type TestCli, testCli } from "./run.js";

const MARKED = /^(?:[#@=?<>!^]|(?:tty)?\$|exit) |^\\/;

/** Plays a transcript again: what its commands do now, in its form (CONTRIBUTING.md). Answers that nothing asks for are left out. */
export async function replay(transcript: string): Promise<string> {
  const played: string[] = [];
  for (const part of transcript.trimEnd().split(/\n+(?=# )/)) {
    const [head = "", ...commands] = part.split(/\n+(?=(?:tty)?\$ docs )/);
    const [title, standing] = [head.split("\n"), repliesIn(head)];
    const cli = await testCli();
    const again: string[] = [];
    for (const one of commands) again.push(await replayCommand(cli, one, title, standing).finally(closeAll));
    cli.close();
    const idle = standing.filter(({ isAsked }) => !isAsked).flatMap(({ at }) => [at - 1, at]);
    played.push(title.filter((_, at) => !idle.includes(at)).join("\n"), ...again);
  }
  return `${played.join("\n\n")}\n`;
}

async function replayCommand({ folder, run }: TestCli, block: string, title: string[], standing: Reply[]) {
  const [command = "", ...lines] = block.split("\n");
  const after = (sign: string, of = lines) => of.filter((one) => one.startsWith(sign)).map((one) => one.slice(2));
  const answers: unknown[] = after("= ").map((text) => JSON.parse(text));
  const options: RunOptions = Object.assign(
    command.startsWith("tty") ? { tty: true, width: 100 } : {},
    answers.length > 0 && { answers, width: 100 },
    ...after("@ ", [...title, ...lines]).map((text) => JSON.parse(text)),
  );
  const [own, shown] = [repliesIn(block), [] as string[]];
  const intercept: RunOptions["intercept"] = (sent) => {
    const request = `> ${requestLine(sent)}`;
    const at = own.findIndex((one) => one.request === request);
    const [given] = at < 0 ? [] : own.splice(at, 1);
    if (given) shown.push(request, given.line);
    else if (sent.method !== "GET" || !title.includes("> GET ...")) shown.push(request);
    const found = given ?? standing.find((one) => one.request === request);
    return found && Object.assign(found, { isAsked: true }).reply;
  };
  const ran = await run(command.replace(/^\S+ docs /, "").replaceAll("FOLDER", folder), { ...options, intercept });
  const output = linesOf(ran.stdout.replaceAll("\r", "␍")).map((line) => (MARKED.test(line) ? `\\${line}` : line));
  const played = [command, ...lines.filter((line) => /^[@=] /.test(line)), ...marked("?", ran.questions), ...shown];
  played.push(...marked("^", ran.opened), ...output, ...marked("!", linesOf(ran.stderr)));
  if (ran.code !== 0) played.push(`exit ${ran.code}`);
  return played.join("\n").replaceAll(folder, "FOLDER");
}

const marked = (sign: string, texts: readonly string[]): string[] => texts.map((text) => `${sign} ${text}`);

type Reply = ReturnType<typeof repliesIn>[number];

/** `< 404 {"error": {}}` below a request; a body that is not JSON is sent as it is. */
const repliesIn = (block: string) =>
  block.split("\n").flatMap((line, at, lines) => {
    const [, status, text = ""] = /^< (\d+) ?(.*)$/.exec(line) ?? [];
    const reply = { status: Number(status), text };
    return status === undefined ? [] : [{ at, request: lines[at - 1], line, reply, isAsked: false }];
  });
