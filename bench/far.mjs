// For bench:large: all checks of a service that is elsewhere, beside a bare loop that reads the same, and a plan of many steps, one after
// the other and eight at once.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { measured } from "./measured.mjs";
import { docs, here, start } from "./processes.mjs";

const CHECKS = { spaces: 100, pages: 10_000, members: 1000 };
const PLAN = { spaces: 100, pages: 1000, members: 5000 };
const STEPS = 2000;
const TURNS = 3;
/** Members that have neither of the roles that the plans give. */
const MEMBERS = Array.from({ length: PLAN.members }, (_, at) => at)
  .filter((at) => ![1, 2].includes(at % 5))
  .slice(0, STEPS);

const median = (values) => values.sort((one, two) => one - two)[values.length >> 1];

/** Paths of the requests that a command told of with --debug, lists as long as it asks for them. */
export function requestsOf(text) {
  const paths = [...text.matchAll(/^.*> GET (\S+)/gm)].map(([, path]) => path);
  const isOne = /^\/v1\/orgs\/\w+$|\/content$|\/page\/\w+$|adaptive-schema$|published$/;
  return paths.map((path) => (isOne.test(path) ? path : `${path}?limit=1000`));
}

/** Serves an organization of this size, each answer so many milliseconds later. */
async function served({ homeOf }, name, size, ms, work) {
  const env = await homeOf(name, size);
  const service = await start([docs, "sandbox", "start", "--port", "0", "--show-token", "--json"], {
    env,
    stop: (child) => child.kill("SIGTERM"),
  });
  const { url, token } = JSON.parse(service.line);
  const network = await start([here("delay.mjs"), url, String(ms)]);
  try {
    await work({
      url: network.line,
      token,
      env: { ...env, DOCS_BASE_URL: network.line, DOCS_TOKEN: token, DOCS_ORG: "hR7kQ2mXv9TzLb4WcN8p" },
    });
  } finally {
    await network.stop();
    await service.stop();
  }
}

export async function far({ add, dir, homeOf }) {
  const run = async (argv, options, codes = [0, 9, 11]) => {
    const ran = await measured([docs, ...argv], { ...options, dir });
    if (!codes.includes(ran.code)) throw new Error(`${argv.join(" ")}: ${ran.code}: ${ran.stderr.slice(-800)}`);
    return ran;
  };
  await served({ homeOf }, "far", CHECKS, 20, async ({ url, token, env }) => {
    const list = join(dir, "asked");
    const paths = requestsOf((await run(["checks", "run", "--json", "--debug"], { env })).stderr);
    writeFileSync(list, paths.join("\n"));
    const runs = [];
    // In turns: what else the machine does changes within minutes.
    for (let turn = 0; turn < TURNS; turn += 1) {
      // Four lanes that read and discard the same; they say how many seconds that took.
      const bare = await measured([here("bare-lanes.mjs"), url, list], { env: { TOKEN: token }, dir });
      const { ms, mb } = await run(["checks", "run", "--json"], { env });
      runs.push({ ratio: ms / 1000 / Number(bare.stdout), mb });
    }
    const what = `checks run of 10,000 pages, answers 20 ms later, ${paths.length} requests`;
    add(`${what}, beside reading the same`, median(runs.map(({ ratio }) => ratio)), "times", 1.1);
    add("the same, memory", median(runs.map(({ mb }) => mb)), "MB", 150);
  });
  await served({ homeOf }, "steps", PLAN, 30, async ({ env }) => {
    const times = {};
    for (const lanes of [8, 1]) {
      const plan = join(dir, `${lanes}.plan`);
      const input = MEMBERS.map((at) => `person${String(at).padStart(14, "0")}\n`).join("");
      const role = lanes === 8 ? "comment" : "edit";
      await run(["members", "edit", "-", "--role", role, "--plan", plan], { env, input }, [0]);
      times[lanes] = await run(["plans", "apply", plan, "--yes", "--concurrency", String(lanes)], { env }, [0]);
    }
    const what = `a plan of ${STEPS} steps among 5,000 members, answers 30 ms later`;
    add(`${what}, eight at once: as fast as one after the other`, times[1].ms / times[8].ms, "times", 6.5, ">=");
    add("the same, memory", times[8].mb, "MB", 150);
  });
}
