/** The client of `--snapshot`: requests are answered from a file, without a service. */
import { endpoints } from "../../catalog/index.js";
import { errorCode, usage } from "../../errors.js";
import { createClient } from "../../http/client.js";
import type { Client, ClientOptions, Transport, WireRequest } from "../../http/types.js";
import type { FrozenSandbox } from "../../sandbox/open.js";
import { isFailed } from "../../shared/snapshots/gaps.js";
import { indexOf } from "../../snapshot/index-place.js";
import type { OwnDefaults } from "../sandbox-file.js";

/** A snapshot that is read. */
export interface OpenSnapshot {
  client: Client;
  /** The defaults of commands; `org` is the organization of the file. */
  defaults: OwnDefaults & { org: string };
  /** Closes the file; nothing can be asked afterward. */
  close(): void;
}

/**
 * Opens a snapshot for whoever needs a client over one: commands with `--snapshot`, checks, diffs, servers.
 *
 *     const { client, defaults, close } = await openSnapshot("monday.docs");
 *     for await (const page of client.list(listOrgSpaces, { params: { organizationId: defaults.org } }).pages()) ...
 *     close();
 *
 * Answers equal those of the service when the file was made. A request for what was not read fails with kind
 * `not-in-snapshot` (`details.scope`, `state`, `reason`); what was read in part is answered, and `options.observers` get
 * a `note` once, which is `incomplete` where it should have been read. Requests other than GET fail with kind `usage`.
 * @throws Failure config: no snapshot, unfinished, damaged, of a newer version; io: not readable
 */
export async function openSnapshot(file: string, options: Partial<ClientOptions> = {}): Promise<OpenSnapshot> {
  const [{ serveSnapshot }, { ORIGIN }] = await Promise.all([
    import("../../snapshot/file/open.js"),
    import("../../sandbox/origin.js"),
  ]);
  const service = serveSnapshot(file, () => indexOf(file));
  const { defaults } = service;
  const tell: Tell = (message, isFailed) => {
    for (const observe of options.observers ?? [])
      observe({ type: "note", message, ...(isFailed && { incomplete: true }) });
  };
  const client = createClient({
    ...options,
    baseUrl: ORIGIN,
    isLocal: true,
    token: () => service.token,
    transport: await openTransport(file, service, defaults.org, tell),
    // No token leaves this process, and the second answer would be the first one.
    withheld: undefined,
    retries: 0,
  });
  return { client, defaults, close: () => service.close() };
}

type Answer = Awaited<ReturnType<FrozenSandbox["handle"]>>;
type Tell = (message: string, isFailed: boolean) => void;

async function openTransport(
  file: string,
  service: FrozenSandbox,
  organization: string,
  tell: Tell,
): Promise<Transport> {
  const [{ createCoverage, textMissing }, { notInSnapshot, gapReporter, formatGap }] = await Promise.all([
    import("../../snapshot/coverage.js"),
    import("../../snapshot/coverage.js"),
  ]);
  const coverage = createCoverage({ endpoints, organization, ...service.scopes });
  const reportGaps = gapReporter(endpoints, tell);
  return async (request) => {
    if (request.method !== "GET") throw usage("a snapshot is read-only: nothing can be changed in it");
    const { pathname, search } = new URL(request.url);
    const covered = coverage.of(pathname);
    if (covered?.missing) throw notInSnapshot(file, covered.missing);
    const path = pathname + search;
    const answer = await soundAnswer(file, () => service.handle({ method: "GET", path, headers: lowerCase(request) }));
    const [above] = answer.status === 404 && covered ? covered.above : [];
    if (above) throw notInSnapshot(file, above);
    const untold = covered && textMissing(covered, pathname, answer);
    if (untold) throw notInSnapshot(file, untold);
    if (covered) reportGaps(covered.incomplete);
    const gap = covered?.incomplete.find(isFailed);
    return gap ? { ...answer, gap: formatGap(gap) } : answer;
  };
}

/** Lists are joined from what is stored, unread: of what is no JSON there, the client would blame the service. @throws Failure config */
async function soundAnswer(file: string, ask: () => Promise<Answer>): Promise<Answer> {
  const { isDamage, parseStored } = await import("../../sandbox/store/stored-json.js");
  const { damagedFile } = await import("../../sandbox/store/read-only.js");
  try {
    const answer = await ask();
    if (answer.headers["content-type"]?.includes("json")) parseStored(textOf(answer.body));
    return answer;
  } catch (error) {
    const isText = !(error instanceof TypeError && errorCode(error) === "ERR_ENCODING_INVALID_ENCODED_DATA");
    throw isText && !isDamage(error) ? error : damagedFile(file, undefined, error);
  }
}

/** Text of ASCII is decoded in a fraction of the time. @throws TypeError for what is no UTF-8 */
function textOf(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return isAscii(bytes) ? bytes.toString("latin1") : utf8.decode(bytes);
}

const { isAscii } = process.getBuiltinModule("node:buffer");
const utf8 = new TextDecoder("utf-8", { fatal: true });

const lowerCase = ({ headers }: WireRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
