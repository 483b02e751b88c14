import { ORGS, SPACES, TEAMS } from "./names.js";
import type { PersonKey, RoleName } from "./people.js";

export interface TeamSource {
  id: string;
  org: string;
  title: string;
  created: number;
  owners: PersonKey[];
  members: PersonKey[];
  /** Spaces granted to the team, in addition to what its members may see anyway. */
  spaces: { id: string; permission: RoleName }[];
}

export const TEAM_SOURCES: TeamSource[] = [
  {
    id: TEAMS.docs,
    org: ORGS.halden,
    title: "Documentation",
    created: 1100,
    owners: ["ingrid", "aiko"],
    members: ["jonas", "leila", "casey"],
    spaces: [
      { id: SPACES.guide, permission: "edit" },
      { id: SPACES.german, permission: "edit" },
      { id: SPACES.harbor, permission: "edit" },
    ],
  },
  {
    id: TEAMS.field,
    org: ORGS.halden,
    title: "Field service",
    created: 860,
    owners: ["tomasz"],
    members: ["grace", "sam", "oliver"],
    spaces: [{ id: SPACES.field, permission: "comment" }],
  },
  {
    id: TEAMS.firmware,
    org: ORGS.halden,
    title: "Firmware",
    created: 700,
    owners: ["priya", "noor"],
    members: ["jonas"],
    spaces: [{ id: SPACES.handbook, permission: "edit" }],
  },
  {
    id: TEAMS.support,
    org: ORGS.halden,
    title: "Customer support",
    created: 240,
    owners: ["grace"],
    members: ["elif"],
    spaces: [],
  },
  {
    id: TEAMS.orchard,
    org: ORGS.orchard,
    title: "Harvest",
    created: 300,
    owners: ["hanna"],
    members: ["ravi"],
    spaces: [],
  },
];
