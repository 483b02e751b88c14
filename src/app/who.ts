/** Who runs this: the account of the machine and, in CI, the run and who started it. */
import { hostname, userInfo } from "node:os";
import type { Who } from "../changes/who.js";

type Env = Readonly<Record<string, string | undefined>>;

/** Variables of CI services, with which the address of a run is made. */
const SERVICES: readonly ((env: Env) => Who["ci"])[] = [
  ({ GITHUB_SERVER_URL: url, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id, GITHUB_ACTOR: actor }) =>
    url && repository && id ? { run: `${url}/${repository}/actions/runs/${id}`, actor } : undefined,
  ({ CI_JOB_URL: run, GITLAB_USER_LOGIN: actor }) => (run ? { run, actor } : undefined),
  ({ BUILD_URL: run, BUILD_USER_ID: actor }) => (run ? { run, actor } : undefined),
];

export function whoIsHere(env: Env): Who {
  const ci = SERVICES.map((of) => of(env)).find((found) => found !== undefined);
  return { account: accountOf(), ...(ci && { ci }) };
}

/** An account without a name, as in some containers, has its number. */
function accountOf(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `${process.getuid?.() ?? "somebody"}@${hostname()}`;
  }
}
