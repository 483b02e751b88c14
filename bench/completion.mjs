// How long a shell waits when TAB is pressed.
import { execFileSync } from "node:child_process";
import { run } from "./pairs.mjs";
import { docs, serve, underService } from "./processes.mjs";

const node = process.execPath;

export const cases = [
  {
    name: "TAB on a verb",
    against: "node -e 0",
    target: { most: 1.15 },
    async prepare() {
      const argv = [node, docs, "__complete", "zsh", "--word=me", "--", "cr"];
      if (!output(argv).includes("merge\t")) throw new Error("the table does not answer");
      return { candidate: { argv }, reference: { argv: [node, "-e", "0"] } };
    },
  },
  {
    name: "TAB on an id, 10,000 in the cache",
    against: "node -e 0",
    target: { most: 1.15 },
    async prepare() {
      const server = await serve({ pages: 10, size: 1000 });
      const environment = underService(server.line);
      await run({ argv: [node, docs, "spaces", "list", "--fields", "id", "--json"], env: environment });
      const argv = [node, docs, "__complete", "zsh", "--word=sp0000999", "--", "spaces", "view"];
      const found = output(argv, environment);
      if (!found.includes("sp00009999")) throw new Error(`the cache does not answer: ${JSON.stringify(found)}`);
      return { candidate: { argv }, reference: { argv: [node, "-e", "0"] }, environment, stop: server.stop };
    },
  },
];

const output = ([program, ...args], environment) =>
  execFileSync(program, args, { encoding: "utf8", env: { ...process.env, ...environment } });
