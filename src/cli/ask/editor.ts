/** A text from the person's editor. */
import { errorCode, Failure } from "../../errors.js";
import { commandWords, startOf } from "../../system/programs.js";
import type { Ask, AskOptions } from "./types.js";

/**
 * One line typed in place of it, or the text as the editor leaves it in a private file, which is removed.
 * @throws Failure canceled from the question and from an editor that ends with a failure; usage if it cannot be started
 */
export async function askInEditor(
  text: Ask["text"],
  { message, initial = "" }: { message: string; initial?: string | undefined },
  hold: AskOptions["hold"],
): Promise<string> {
  const typed = await text(`${message} (Enter opens the editor)`);
  if (typed.trim() !== "") return typed;
  const release = hold?.();
  try {
    return await edit(initial);
  } finally {
    release?.();
  }
}

/** An empty variable means none. VISUAL comes first, as everywhere. */
function editorCommand({ env, platform }: Pick<NodeJS.Process, "env" | "platform">): string[] {
  const requested = env.VISUAL || env.EDITOR || (platform === "win32" ? "notepad" : "vi");
  const words = commandWords(requested);
  if (words?.[0]) return words;
  throw new Failure("usage", `EDITOR: ${JSON.stringify(requested)} is no command`, { hint: "check its quotes" });
}

async function edit(initial: string): Promise<string> {
  const command = editorCommand(process);
  const { mkdtemp, readFile, rm, writeFile } = await import("node:fs/promises");
  const [{ tmpdir }, { join }] = [await import("node:os"), await import("node:path")];
  const folder = await mkdtemp(join(tmpdir(), "docs-text-"));
  try {
    const file = join(folder, "text.md");
    await writeFile(file, initial, { mode: 0o600 });
    await run(command, file, folder);
    return await readFile(file, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(command: readonly string[], file: string, folder: string): Promise<void> {
  const { spawn } = await import("node:child_process");
  // On Windows a name alone: the person's folders may have characters that a command processor reads.
  const [named, cwd] = process.platform === "win32" ? ["text.md", folder] : [file, undefined];
  const fail = (why: string, cause?: Error) =>
    new Failure("usage", `cannot start the editor ${JSON.stringify(command[0])} (${why})`, {
      hint: "set EDITOR to another one",
      cause,
    });
  const start = startOf([...command, named], process.env);
  if (start === undefined) throw fail("ENOENT");
  const ended = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(start.file, start.args, { stdio: "inherit", cwd, ...start.options });
    child.once("error", (error) => reject(fail(errorCode(error) ?? error.message, error)));
    child.once("close", resolve);
  });
  if (ended !== 0) throw new Failure("canceled", "canceled: the editor ended with a failure; nothing was sent");
}
