/** `docs snapshots verify`: checks the file, and compares a sample of it with the service. */
import { endpoints } from "../../catalog/index.js";
import type { SnapshotService } from "../../cli/services.js";
import type { SnapshotSample } from "../../cli/snapshot-services.js";
import { Failure } from "../../errors.js";
import { type Sampled, sample } from "../../snapshot/walk/live-sample.js";

export const verify: SnapshotService["verify"] = async (file, live) => {
  const { verifySnapshot } = await import("../../snapshot/file/verify.js");
  const found = { file, ...verifySnapshot(file) };
  // A damaged file cannot be compared with the service.
  if (!live || found.damage.length > 0) return found;
  return { ...found, live: await compared(file, live) };
};

async function compared(
  file: string,
  { client, origin, share, seed, rate, progress }: SnapshotSample,
): Promise<Sampled> {
  const [{ openReader }, { ORIGIN }] = await Promise.all([
    import("../../snapshot/file/compare.js"),
    import("../../sandbox/origin.js"),
  ]);
  const reader = openReader(file);
  try {
    const here = origin ?? ORIGIN;
    if (reader.origin !== here) {
      throw new Failure("usage", `${file} was read from ${reader.origin}, but this profile is for ${here}`, {
        hint: "name the profile: --profile <name>",
      });
    }
    const time = { now: Date.now, sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) };
    const job = { asked: reader.asked, client, endpoints, file: reader, share, seed, rate, progress, ...time };
    return await sample(job);
  } finally {
    reader.close();
  }
}
