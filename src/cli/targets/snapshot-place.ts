/** Decides what a command does with a snapshot in place of a service. */
import { usage } from "../../errors.js";
import type { Globals } from "../argv/globals.js";
import { type AnyCommand, endpointsOf, onlyReads } from "../command.js";

interface SnapshotChoice {
  file: string;
  source: "flag" | "environment";
}

/**
 * The flags with the snapshot that the command reads, whatever named it: none for commands that reach no service.
 * @throws Failure usage for a command that changes something, or needs the service itself
 */
export function withSnapshot(
  globals: Globals,
  command: AnyCommand,
  path: string,
  named: SnapshotChoice | undefined,
): Globals {
  const { snapshot: _flag, ...rest } = globals.place;
  const without = globals.place.snapshot === undefined ? globals : { ...globals, place: rest };
  if (!named || !(command.asksAnything || endpointsOf(command).length > 0)) return without;
  if (command.needsService) {
    // The variable is for commands that can read from snapshots.
    if (named.source === "environment") return without;
    throw usage(`${path} needs a service: it cannot read from a snapshot`, "omit --snapshot");
  }
  if (!onlyReads(endpointsOf(command))) throw refusal(path, named);
  return { ...globals, place: { ...globals.place, snapshot: named.file } };
}

function refusal(path: string, { source }: SnapshotChoice) {
  const why = source === "flag" ? "--snapshot" : "DOCS_SNAPSHOT";
  const unset = source === "flag" ? "" : "; to change the service, unset DOCS_SNAPSHOT";
  return usage(
    `${path} changes things, and a snapshot is read-only (${why})`,
    `rehearse it on a copy: docs sandbox load FILE, then docs --sandbox ...${unset}`,
  );
}
