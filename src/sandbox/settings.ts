/** What a state file says about itself, beside its objects: one text a name in the table `settings`. */
import { SAMPLE } from "./sample/ids.js";
import { setSetting, setting } from "./schema.js";
import type { Database } from "./sqlite.js";

export interface StateSettings {
  /** Address of the service that the objects came from; undefined for the sample. */
  origin: string | undefined;
  /** Id of the member that the sandbox's own token acts as. */
  caller: string;
  /** What commands act on when nothing else is named. */
  defaults: { org: string; space: string; site: string };
}

const SAMPLE_SETTINGS = {
  caller: SAMPLE.member,
  organization: SAMPLE.org,
  space: SAMPLE.space,
  site: SAMPLE.site,
};

/** The settings as they are; where the file has none, those of the sample. */
export function readSettings(db: Database): StateSettings {
  const read = (name: keyof typeof SAMPLE_SETTINGS) => setting(db, name) ?? SAMPLE_SETTINGS[name];
  return {
    origin: setting(db, "origin"),
    caller: read("caller"),
    defaults: { org: read("organization"), space: read("space"), site: read("site") },
  };
}

export function writeSettings(db: Database, { origin, caller, defaults }: StateSettings): void {
  const { org: organization, space, site } = defaults;
  for (const [name, value] of Object.entries({ caller, organization, space, site })) setSetting(db, name, value);
  if (origin === undefined) db.run("DELETE FROM settings WHERE name = 'origin'");
  else setSetting(db, "origin", origin);
}

/** Forget whose objects the file has: it is filled with the sample again. */
export function clearSettings(db: Database): void {
  db.run("DELETE FROM settings WHERE name IN ('origin', 'caller', 'organization', 'space', 'site')");
}
