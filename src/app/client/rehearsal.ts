/** A copy of a snapshot to try writes on: it is thrown away, and nothing reaches a service. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { OpenedSnapshot, Rehearsal } from "../../cli/records/plan-files.js";
import { createClient } from "../../http/client.js";
import type { Observer, Transport } from "../../http/types.js";
import type { Sandbox } from "../../sandbox/open.js";
import { beforeEnd } from "../../system/signals.js";

/** The folder is removed by `close`, and when the run ends. @throws Failure config, io for a file that is no snapshot */
export async function rehearse(file: string): Promise<Rehearsal> {
  const [{ openSandbox }, { ORIGIN }, { fillFrom }] = await Promise.all([
    import("../../sandbox/open.js"),
    import("../../sandbox/origin.js"),
    import("../../snapshot/file/load.js"),
  ]);
  // mkdtemp makes it for the owner only.
  const folder = mkdtempSync(join(tmpdir(), "docs-rehearsal-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  beforeEnd(remove);
  const sandbox = await openSandbox({ file: join(folder, "copy.sqlite"), local: true, load: () => {} });
  const close = () => {
    sandbox.close();
    remove();
  };
  try {
    const loaded = await sandbox.replace((db, context) =>
      fillFrom(db, context, { file: resolve(file), as: undefined }),
    );
    const client = createClient({
      baseUrl: ORIGIN,
      token: () => sandbox.token,
      transport: transportOf(sandbox),
      // No token leaves this process, and the second answer would be the first one.
      withheld: undefined,
      retries: 0,
    });
    const origin = loaded.origin === ORIGIN ? "sandbox" : loaded.origin;
    return { client, origin, organization: loaded.organization.id, read: loaded.read, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Without a copy: it is only read. @throws Failure config, io for a file that is no snapshot */
export async function openWithoutCopy(file: string): Promise<OpenedSnapshot> {
  const [{ openSnapshot }, { openSnapshot: openWhole }, { readSnapshot }, { ORIGIN }] = await Promise.all([
    import("./snapshot-client.js"),
    import("../../snapshot/file/open-snapshot.js"),
    import("../../snapshot/file/read.js"),
    import("../../sandbox/origin.js"),
  ]);
  const { origin, organization, started } = readSnapshot(resolve(file));
  // A plan that brings back damage would be applied.
  openWhole(resolve(file)).close();
  const gaps: string[] = [];
  const noteGap: Observer = (event) => {
    if (event.type === "note") gaps.push(event.message);
  };
  const { client, close } = await openSnapshot(file, { observers: [noteGap] });
  beforeEnd(close);
  return {
    client,
    origin: origin === ORIGIN ? "sandbox" : origin,
    organization: organization.id,
    read: started,
    gaps,
    close,
  };
}

const transportOf =
  (sandbox: Sandbox): Transport =>
  async ({ method, url, headers, body }) => {
    const { pathname, search } = new URL(url);
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    return sandbox.handle({ method, path: pathname + search, headers: lower, body });
  };
