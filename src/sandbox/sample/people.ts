import type { ROLES } from "../../catalog/shared.js";
import { PEOPLE_IDS } from "./names.js";

export type RoleName = (typeof ROLES)[number];
export type PersonKey = keyof typeof PEOPLE_IDS;

export interface Person {
  id: string;
  name: string;
  email: string;
}

const staff = (key: PersonKey, name: string): Person => ({
  id: PEOPLE_IDS[key],
  name,
  email: `${name
    .normalize("NFD")
    .replace(/[^A-Za-z ]/g, "")
    .toLowerCase()
    .replace(" ", ".")}@halden-robotics.example`,
});

export const PEOPLE: Record<PersonKey, Person> = {
  ingrid: staff("ingrid", "Ingrid Solheim"),
  mateo: staff("mateo", "Mateo Álvarez"),
  aiko: staff("aiko", "Aiko Tanaka"),
  priya: staff("priya", "Priya Raman"),
  jonas: staff("jonas", "Jonas Weber"),
  leila: staff("leila", "Leïla Haddad"),
  tomasz: staff("tomasz", "Tomasz Nowak"),
  grace: staff("grace", "Grace Okafor"),
  sam: staff("sam", "Sam Whitfield"),
  noor: staff("noor", "Noor Rahimi"),
  elif: staff("elif", "Elif Demir"),
  oliver: staff("oliver", "Oliver Brandt"),
  casey: { id: PEOPLE_IDS.casey, name: "Casey Lindqvist", email: "casey@lindqvist-translations.example" },
  yuki: { id: PEOPLE_IDS.yuki, name: "Yuki Mori", email: "yuki.mori@plainpaper.example" },
  hanna: { id: PEOPLE_IDS.hanna, name: "Hanna Bergmann", email: "hanna@lindenhof.example" },
  ravi: { id: PEOPLE_IDS.ravi, name: "Ravi Patel", email: "ravi@lindenhof.example" },
};

/** A membership of an organization; times are days before the load, `seen: null` is a member who never visited. */
export interface MemberSource {
  person: PersonKey;
  role: RoleName | null;
  joined: number;
  seen: number | null;
  sso?: true;
  disabled?: true;
}

/** Members of the default organization: every role, guests, one disabled, two who sign in by SSO. */
export const HALDEN_MEMBERS: MemberSource[] = [
  { person: "ingrid", role: "admin", joined: 1240, seen: 0.05 },
  { person: "mateo", role: "admin", joined: 1238, seen: 3 },
  { person: "aiko", role: "create", joined: 1105, seen: 0.2 },
  { person: "priya", role: "review", joined: 921, seen: 1 },
  { person: "jonas", role: "edit", joined: 870, seen: 0.5 },
  { person: "leila", role: "edit", joined: 644, seen: 2 },
  { person: "tomasz", role: "comment", joined: 512, seen: 6 },
  { person: "grace", role: "comment", joined: 430, seen: 0.4 },
  { person: "oliver", role: "read", joined: 402, seen: 160, disabled: true },
  { person: "sam", role: "read", joined: 288, seen: 21 },
  { person: "noor", role: "create", joined: 190, seen: 1.5, sso: true },
  { person: "elif", role: "review", joined: 74, seen: 4, sso: true },
  { person: "casey", role: null, joined: 58, seen: 9 },
  { person: "yuki", role: null, joined: 12, seen: null },
];

/** Members of the second organization, including the calling admin, so that transfers can be tried. */
export const ORCHARD_MEMBERS: MemberSource[] = [
  { person: "hanna", role: "admin", joined: 330, seen: 2 },
  { person: "ingrid", role: "admin", joined: 329, seen: 11 },
  { person: "ravi", role: "edit", joined: 120, seen: 30 },
];
