/** R41, R53: conf takes what a full disk has written for the whole; the guard around it does not. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Guard, writeGuarded } from "../../src/config/write.js";
import { useEach } from "../helpers/set-ups.js";
import { failure, mode, put, scratch } from "./place.js";

const OLD = '{"profile":"a"}';
const NEW = '{"profile":"b"}\n';

const s = useEach(scratch);

/** `write` gets the path of the kept state as well. */
function guarded(write: (path: string, text: string, kept: string) => void, more: Partial<Guard> = {}) {
  const guard: Guard = {
    lock: { isHeld: () => true },
    retry: async (action) => action(),
    write: (text) => write(s.file, text, `${s.file}.previous`),
    ...more,
  };
  return writeGuarded(s.file, NEW, guard);
}

describe("R53 a guarded write", () => {
  it("keeps the state before until all of the new one is there", async () => {
    put(s.file, OLD);
    const write = (path: string, text: string, kept: string) => {
      expect(readFileSync(kept, "utf8")).toBe(OLD);
      replace(path, text);
    };
    expect(await guarded(write)).toBe(true);
    expect(readFileSync(s.file, "utf8")).toBe(NEW);
    expect(readdirSync(s.dir)).toEqual(["config.json"]);
  });

  it.each([0, 1, NEW.length - 1])("R41 puts it back when %d bytes have arrived", async (length) => {
    put(s.file, OLD);
    const error = await failure(() => guarded((path, text) => replace(path, text.slice(0, length))));
    expect([error.kind, error.message]).toEqual(["io", `cannot write ${s.file}: only part of it reached the disk`]);
    expect(readFileSync(s.file, "utf8")).toBe(OLD);
    expect(mode(s.file)).toBe("600");
    expect(readdirSync(s.dir)).toEqual(["config.json"]);
  });

  it("R41 leaves nothing when the first file was cut", async () => {
    await failure(() => guarded((path, text) => replace(path, text.slice(0, 4))));
    expect(readdirSync(s.dir)).toEqual([]);
  });

  it("R41 passes on an error, with the file as it was", async () => {
    put(s.file, OLD);
    const write = () => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    await expect(guarded(write)).rejects.toThrow("full");
    expect(readFileSync(s.file, "utf8")).toBe(OLD);
    expect(readdirSync(s.dir)).toEqual(["config.json"]);
  });

  it("touches nothing more once the lock is lost: the file may be another's", async () => {
    put(s.file, OLD);
    let held = true;
    const write = (path: string) => {
      replace(path, "another's");
      held = false;
    };
    expect(await guarded(write, { lock: { isHeld: () => held } })).toBe(false);
    expect(readFileSync(s.file, "utf8")).toBe("another's");
    expect(existsSync(`${s.file}.previous`)).toBe(true);
  });
});

/** As conf does: another file in its place. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
