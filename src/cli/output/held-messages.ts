/**
 * Messages for standard error beside the error itself. They are held from the start of the program, since nothing may
 * stand beside a JSON error; whoever learns that no JSON error is asked for releases them.
 */
export interface Messages {
  /** Prints a message, or holds it. Without a line end. */
  print(text: string): void;
  isHeld(): boolean;
  /** Prints what was held, and from now on each message at once. */
  release(): void;
  /** Takes out what was held: it is reported with the error. */
  take(): string[];
}

/** @param lay breaks a message for whoever reads it */
export function createMessages(
  stderr: NodeJS.WritableStream,
  lay: (text: string) => string = (text) => text,
): Messages {
  let held: string[] | undefined = [];
  let isListening = false;
  const write = (text: string): void => {
    // If standard error is gone, nobody can read a message.
    if (!isListening) stderr.on("error", () => {});
    isListening = true;
    stderr.write(`${lay(text)}\n`);
  };
  return {
    print: (text) => void (held ? held.push(text) : write(text)),
    isHeld: () => held !== undefined,
    release() {
      const texts = held ?? [];
      held = undefined;
      texts.forEach(write);
    },
    take: () => held?.splice(0) ?? [],
  };
}
