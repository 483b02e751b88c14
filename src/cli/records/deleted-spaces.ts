/** Spaces that were deleted from this machine: no list of the service has them. A private file, best effort. */
import { dirname, join } from "node:path";
import { errorCode } from "../../errors.js";
import { isObject } from "../../shared/values.js";
import { readText } from "../../system/files/own-text.js";
import { replaceFile } from "../../system/files/write-file.js";
import { makePrivateFolder } from "../../system/folders.js";
import { redact } from "../../system/secrets.js";
import { originOf } from "../cache/entries.js";
import type { ServiceAddress } from "../settings.js";
import type { DataPlace } from "./history.js";

/** The service keeps a deleted space for so long. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** A space deleted from this machine. */
export interface DeletedSpace {
  id: string;
  /** Null if it was deleted without being read. */
  title: string | null;
  organization: string | null;
  /** RFC 3339, like the next member. */
  deletedAt: string;
  restoreUntil: string;
}

interface StoredSpaceName extends DeletedSpace {
  origin: string;
}

export interface DeletionPlace extends DataPlace {
  /** Told when the file cannot be written: what was deleted is deleted all the same. */
  print: (message: string) => void;
}

export type DeletedSpaces = ReturnType<typeof createDeletedSpaces>;

/**
 * The deletions that are remembered of the service that `settings` name; those that can no longer be restored are
 * forgotten. Reading and writing take no turns: a single step, no await.
 */
export function createDeletedSpaces({ dir, now, print }: DeletionPlace, settings: ServiceAddress) {
  const origin = settings.sandbox ? "sandbox" : originOf(settings.baseUrl);
  const file = dir === undefined ? undefined : join(dir, "deleted-spaces.json");
  const read = (): StoredSpaceName[] =>
    parseStored(file === undefined ? undefined : readText(file)).filter(
      ({ restoreUntil }) => Date.parse(restoreUntil) > now(),
    );
  const isHere = (id: string) => (space: StoredSpaceName) => space.origin === origin && space.id === id;
  const write = (spaces: readonly StoredSpaceName[]): void => {
    if (file === undefined) return;
    try {
      makePrivateFolder(dirname(file));
      replaceFile(file, redact(`${JSON.stringify({ version: 1, spaces })}\n`));
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined) throw error;
      print(`the list of deleted spaces could not be written (${code}): ${file}`);
    }
  };
  return {
    list: async (): Promise<DeletedSpace[]> =>
      read()
        .filter((space) => space.origin === origin)
        .map(({ origin: _, ...space }) => space),
    async remember({
      id,
      title,
      organization,
    }: Omit<DeletedSpace, "deletedAt" | "restoreUntil">): Promise<DeletedSpace> {
      const spaces = read();
      const before = spaces.find(isHere(id));
      // A second delete of what is gone does not make it last longer.
      if (before) return before;
      const [deletedAt, restoreUntil] = [now(), now() + KEPT_MS].map((time) => new Date(time).toISOString());
      const space = { id, title, organization, deletedAt: deletedAt ?? "", restoreUntil: restoreUntil ?? "" };
      write([...spaces, { ...space, origin }]);
      return space;
    },
    async forget(id: string) {
      const spaces = read();
      if (spaces.some(isHere(id))) write(spaces.filter((space) => !isHere(id)(space)));
    },
  };
}

/** A file that is not ours, or broken, holds nothing: it is written anew. */
function parseStored(text: string | undefined): StoredSpaceName[] {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    const spaces = isObject(value) && Array.isArray(value.spaces) ? value.spaces : [];
    return spaces.filter(isStored);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

const isStored = (value: unknown): value is StoredSpaceName =>
  isObject(value) && ["id", "origin", "deletedAt", "restoreUntil"].every((name) => typeof value[name] === "string");
