/** Esc leaves a question, as Ctrl-C does. */

interface Key {
  name?: string;
}

/** A signal for the question; `release` stops listening. The question itself still reads the keys. */
export function untilEscape(signal: AbortSignal): { signal: AbortSignal; release: () => void } {
  const left = new AbortController();
  const onKey = (_text: unknown, key: Key | undefined): void => {
    if (key?.name === "escape") left.abort();
  };
  process.stdin.on("keypress", onKey);
  return {
    signal: AbortSignal.any([signal, left.signal]),
    release: () => void process.stdin.off("keypress", onKey),
  };
}
