/** `docs auth status` at a terminal: titles for people. */
import { expect, test } from "vitest";
import type { ProfileService } from "../../src/cli/context.js";
import { testCli } from "../helpers/run.js";

const IDS = ["hR7kQ2mXv9TzLb4WcN8p", "tG4nVx8YqLz2RkWd7JmS", "sD9wPb3HfKc6XnTj1VqZ"];
const profiles: Partial<ProfileService> = { tokenStatus: async () => ({ source: "the profile", tail: "wxyz" }) };

const inUse = ({ stdout }: { stdout: string }) => stdout.match(/(?<= in use: +)\S.*/g);

test("shows titles of what is in use, and ids where these are asked for or cannot be read", async () => {
  const cli = await testCli();
  try {
    const titles = ["Halden Robotics", "Tern User Guide", "Halden Docs"];
    expect(inUse(await cli.run("auth status", { tty: true, profiles }))).toEqual(titles);
    expect(inUse(await cli.run("auth status --ids", { tty: true, profiles }))).toEqual(IDS);
    const intercept = () => ({ status: 403, body: { error: { message: "no" } } });
    expect(inUse(await cli.run("auth status", { tty: true, profiles, intercept }))).toEqual(IDS);
  } finally {
    cli.close();
  }
});
