/** Names of people and things beside their ids, as the service has them. */

export interface Person {
  name: string;
  email: string;
}

export interface Names {
  /** People by id. */
  people: ReadonlyMap<string, Person>;
  /** Titles of everything else by id. */
  titles: ReadonlyMap<string, string>;
}

export const NO_NAMES: Names = { people: new Map(), titles: new Map() };

/** `Ann Lee (ann@example.com)`; the id of somebody whose name is not known. */
export function personText({ people }: Names, user: string): string {
  const { name, email } = people.get(user) ?? { name: "", email: "" };
  if (name === "") return email || user;
  return `${name} (${email || user})`;
}

/** Members whose values are ids of things that have titles. */
const HOLDS_ID =
  /^(?:after|parent|spaces|(?:space|section|sectionGroup|group|siteSpace|collection|team|default(?:Site)?(?:Space|Section)?)(?:Id|\.id)?)$/;

/** The titles of the things that the value of a member names: `Guide`. Undefined where none is known. */
export function titlesIn({ titles }: Names, member: string, value: unknown): string | undefined {
  if (!HOLDS_ID.test(member)) return undefined;
  const found = idsIn(value).map((id) => titles.get(id));
  return found.length === 0 || found.includes(undefined) ? undefined : found.join(", ");
}

const idsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.flatMap(idsIn) : [];
