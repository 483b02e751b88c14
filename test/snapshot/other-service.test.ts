/** A snapshot of one service is not held against another one. */
import { beforeAll, expect, it } from "vitest";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { openBinding } from "../../src/system/sqlite.js";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";

const cli = useOnce(() => testCli());
let file: string;
beforeAll(async () => {
  file = `${cli.folder}/monday.docs`;
  await cli.out(`snapshots create ${file} --exclude people,content,change-requests,comments,openapi,translations,saml`);
});

const LIVE = [["diff"], ["verify"]];

it.each(LIVE)("%s --live of the same service", async (verb) => {
  expect((await cli.run(`snapshots ${verb} ${file} --live`)).code).toBe(0);
});

it.each(LIVE)("%s --live of another one", async (verb) => {
  const db = openBinding(file);
  db.run("UPDATE settings SET value = 'https://other.example' WHERE name IN ('origin', 'snapshot.origin')");
  writeDigests(db);
  db.close();
  const { code, stdout, stderr, sent } = await cli.run(`snapshots ${verb} ${file} --live`);
  expect([code, stdout, sent]).toEqual([2, "", []]);
  expect(stderr).toContain(`${file} was read from https://other.example, but this profile is for `);
});
