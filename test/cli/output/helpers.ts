import { Writable } from "node:stream";
import { createOutput } from "../../../src/cli/output/output.js";
import type { Out, OutputOptions, Terminal } from "../../../src/cli/output/types.js";
import type { Listing, Page } from "../../../src/http/types.js";

/** 2026-03-10T12:00:00Z */
export const NOW = Date.UTC(2026, 2, 10, 12);

export const PIPE: Terminal = {
  stdoutIsTTY: false,
  stderrIsTTY: false,
  stdinIsTTY: false,
  width: 80,
  color: false,
  accessible: false,
};
export const TTY: Terminal = { ...PIPE, stdoutIsTTY: true, stderrIsTTY: true, stdinIsTTY: true };
export const COLOR: Terminal = { ...TTY, color: true };

/** A stream that keeps what was written to it. */
export function sink(): Writable & { text(): string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  return Object.assign(stream, { text: () => chunks.join("") });
}

export interface Spoken {
  out: Out;
  stdout(): string;
  stderr(): string;
}

export function speak(terminal: Terminal, options: Partial<OutputOptions> = {}): Spoken {
  const [stdout, stderr] = [sink(), sink()];
  const out = createOutput({ terminal, stdout, stderr, options: { quiet: false, now: () => NOW, ...options } });
  return { out, stdout: stdout.text, stderr: stderr.text };
}

/** A listing of these pages; `taken` tells how many were fetched. */
export function listing<T>(...pages: (Page<T> | Error)[]): Listing<T> & { taken(): number } {
  let taken = 0;
  return {
    taken: () => taken,
    async *pages() {
      for (const page of pages) {
        taken += 1;
        if (page instanceof Error) throw page;
        yield page;
      }
    },
  };
}
