// How long a shell waits when TAB is pressed.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { figure } from "./figures.mjs";
import { run } from "./pairs.mjs";
import { docs, here, serve, underService } from "./processes.mjs";

const node = process.execPath;

export const cases = [
  {
    name: "TAB on a word that the script knows: processes",
    against: "one key press",
    target: { most: 0 },
    async measure({ dir }) {
      const pairs = [{ value: countProcesses(dir), reference: 1 }];
      return figure(this, pairs, "started");
    },
  },
  {
    name: "TAB on an id, 10,000 in the cache",
    against: "node -e 0",
    target: { most: 1.25 },
    async prepare() {
      const server = await serve({ pages: 10, size: 1000 });
      const environment = underService(server.line);
      await run({ argv: [node, docs, "spaces", "list", "--fields", "id", "--json"], env: environment });
      const argv = [node, docs, "__complete", "spaceId", "--prefix=sp0000999", "--before=", "--", "spaces", "view"];
      const found = execFileSync(argv[0], argv.slice(1), { encoding: "utf8", env: { ...process.env, ...environment } });
      if (!found.includes("sp00009999")) throw new Error(`the cache does not answer: ${JSON.stringify(found)}`);
      return { candidate: { argv }, reference: { argv: [node, "-e", "0"] }, environment, stop: server.stop };
    },
  },
];

/** Counts how often completing "docs cr me" starts `docs`, by putting a script that records its start on the path. */
function countProcesses(dir) {
  const bin = join(dir, "bin");
  const log = join(dir, "started");
  mkdirSync(bin, { recursive: true });
  writeFileSync(log, "");
  writeFileSync(join(bin, "docs"), `#!/bin/sh\necho started >> '${log}'\n`);
  chmodSync(join(bin, "docs"), 0o755);
  const script = `PATH='${bin}'; COMP_WORDS=(docs cr me); COMP_CWORD=2; COMP_LINE='docs cr me'; COMP_POINT=10
. '${here("../completions/docs.bash")}'; __docs docs me cr; echo "\${COMPREPLY[@]}"`;
  // Nothing else is on the path: if the script needed another program, it would fail and offer no words.
  const words = execFileSync("/bin/bash", ["-c", script], { encoding: "utf8" });
  if (!words.includes("merge")) throw new Error(`the script does not complete: ${JSON.stringify(words)}`);
  return readFileSync(log, "utf8").split("\n").length - 1;
}
