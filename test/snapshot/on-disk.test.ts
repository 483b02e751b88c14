/** A power cut finds either the older snapshot or the whole new one under its name. */
import fs from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { ORG, smallOrganization, testSandbox } from "../helpers/sandbox.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

afterEach(() => void vi.restoreAllMocks());

it("all of a snapshot is on disk before it gets its name", async () => {
  const service = await testSandbox({ load: smallOrganization });
  const place = temporaryFolder();
  const calls: [call: string, file: number][] = [];
  const { fsyncSync, renameSync } = fs;
  vi.spyOn(fs, "fsyncSync").mockImplementation((file) => {
    calls.push(["sync", fs.fstatSync(file).ino]);
    fsyncSync(file);
  });
  vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    calls.push(["rename", fs.statSync(from).ino]);
    renameSync(from, to);
  });
  await snapshotOf(service, place.file, { organization: ORG });
  const { ino } = fs.statSync(place.file);
  expect(calls.filter(([, file]) => file === ino).map(([call]) => call)).toEqual(["sync", "rename"]);
  service.close();
  place.remove();
});
