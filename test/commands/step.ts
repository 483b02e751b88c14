/** One command line and all that it has to say: exact standard output, words, exit code, requests, questions. */
import { expect } from "vitest";
import type { Ran, RunOptions, TestCli } from "../helpers/run.js";

export interface Expected {
  /** How it is run; piped and with nobody to ask where absent. */
  on?: RunOptions;
  /** Lines of standard output; none where absent. */
  out?: readonly string[];
  /** Lines of standard error, or what they have to match; none where absent. */
  err?: readonly unknown[];
  /** 0 where absent. */
  code?: number;
  /** Requests as `METHOD path {"body":1}`; not looked at where absent. */
  sent?: readonly string[];
  asked?: readonly string[];
}

/** A terminal of 100 columns. */
export const TTY: RunOptions = { tty: true, width: 100 };

/** A person at a terminal who says yes. */
export const YES: RunOptions = { answers: [true], width: 100 };

export async function step(cli: TestCli, line: string, expected: Expected): Promise<Ran> {
  const { on, out = [], err = [], code = 0, sent, asked = [] } = expected;
  const ran = await cli.run(line, on);
  expect({
    line,
    out: linesOf(ran.stdout),
    err: linesOf(ran.stderr),
    code: ran.code,
    asked: ran.questions,
    ...(sent && { sent: ran.sent.map(requestLine) }),
  }).toEqual({ line, out, err, code, asked, ...(sent && { sent }) });
  return ran;
}

/** Every line ends with a newline: a missing one shows as a line that says so. */
export function linesOf(given: string): string[] {
  const text = withoutCursors(given);
  if (text === "") return [];
  return text.endsWith("\n") ? text.slice(0, -1).split("\n") : [...text.split("\n"), "(no newline)"];
}

export const requestLine = ({ method, path, body }: Ran["sent"][number]): string =>
  `${method} ${withoutCursors(path)}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`;

/** Cursors are the service's own business. */
const withoutCursors = (text: string): string => text.replace(/(--page |[?&]page=)Wy[\w-]+/g, "$1CURSOR");
