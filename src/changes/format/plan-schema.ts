/** The form of a plan file: plans are checked against it, and its JSON Schema is made of it. */
import * as z from "zod/mini";
import { valueAt } from "../../shared/schemas.js";

/** How well a step can be taken back. `near`: with traces; `approximate`: as a new thing, under another id. */
export const UNDO = ["exact", "near", "approximate", "impossible"] as const;
export const CHANGES = ["create", "change", "move", "remove", "act"] as const;
/** A plan is larger than this only by mistake, or on purpose. */
export const MAX_STEPS = 10_000;

const text = (description: string, longest = 2000) => z.string().check(z.maxLength(longest), z.describe(description));
const count = () => z.number().check(z.gte(0));
const object = () => z.record(z.string(), z.unknown());
const fields = (description: string) => z.nullable(object()).check(z.describe(description));
const hash = (description: string) => z.string().check(z.regex(/^[0-9a-f]{64}$/), z.describe(description));
const optional = z.optional;
const list = <S extends z.ZodMiniType>(of: S, most = MAX_STEPS) => z.array(of).check(z.maxLength(most));

/** Parts with an id are definitions in the JSON Schema. */
const defineSchema = <S extends z.ZodMiniType>(id: string, schema: S, description?: string): S =>
  schema.check(z.meta({ id, ...(description !== undefined && { description }) }));

const fact = defineSchema(
  "fact",
  z.strictObject({
    name: text("what it is: teams", 200),
    values: list(text("one line each; none: there was nothing")),
  }),
  "Something that was known when the plan was made, for people: nothing is done with it.",
);

const stepId = defineSchema("stepId", z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)));
const from = defineSchema(
  "from",
  z.strictObject({ $from: z.string().check(z.maxLength(110)), path: z.string().check(z.maxLength(200)) }),
);

const read = defineSchema(
  "read",
  z.strictObject({
    path: text("path of a GET: /v1/spaces/s1; ?format=markdown may follow"),
    item: optional(
      z
        .record(z.string(), z.string().check(z.maxLength(2000)))
        .check(z.describe("of a list: members of the item that is meant")),
    ),
    within: optional(text("of a list: siblings have the same value of this member", 200)),
    fields: list(z.string().check(z.maxLength(500)), 100),
    was: hash("SHA-256 of the fields as JSON with sorted members, or of null where it is not there"),
    becomes: optional(hash("the same for the fields once the step is done: then it is not sent")),
  }),
  "Reads before the step is sent; it is sent only if the fields have the hash `was`.",
);

const call = {
  endpoint: text("name of an endpoint that changes something: updateSpace", 100),
  params: z
    .record(z.string(), z.union([z.string().check(z.minLength(1), z.maxLength(256)), from]))
    .check(z.describe("parameters of its path")),
  body: optional(
    object().check(z.describe("body of the request; { $from, path } is replaced by a member of an earlier answer")),
  ),
};

const condition = z
  .strictObject({ rule: text("id of the rule", 100), days: count().check(z.describe("its threshold")) })
  .check(z.describe("sent only if this rule of docs checks still asks for it"));

const step = defineSchema(
  "step",
  z.strictObject({
    id: stepId,
    title: optional(text("what it does, in words")),
    ...call,
    change: optional(z.enum(CHANGES)),
    thing: optional(text("what it is done to")),
    reads: optional(list(read)),
    before: optional(fields("fields as they are; null: it is not there")),
    after: optional(fields("fields as they will be")),
    undo: optional(z.enum(UNDO)),
    why: optional(text("why it cannot be taken back exactly")),
    inverse: optional(list(defineSchema("call", z.strictObject(call)), 10)),
    needs: optional(z.array(stepId).check(z.describe("steps that have to be done before"))),
    condition: optional(condition),
    evidence: optional(list(fact, 100).check(z.describe("who decided it, and why"))),
  }),
);

const name = () => text("as the service has it");
const partId = () => z.string().check(z.minLength(1), z.maxLength(256));

const siteSpace = defineSchema(
  "siteSpace",
  z.strictObject({
    id: partId(),
    path: name(),
    space: text("id of the space that it shows", 256),
    title: name(),
    condition: optional(name()),
    default: z.boolean(),
  }),
);
const section = defineSchema(
  "section",
  z.strictObject({
    kind: z.literal("section"),
    id: partId(),
    path: name(),
    title: name(),
    icon: optional(name()),
    description: optional(name()),
    condition: optional(name()),
    default: z.boolean(),
    spaces: list(siteSpace),
  }),
);
const sectionGroup = defineSchema(
  "sectionGroup",
  z.strictObject({
    kind: z.literal("group"),
    id: partId(),
    title: name(),
    icon: optional(name()),
    sections: list(section),
  }),
);
const shareLink = defineSchema("shareLink", z.strictObject({ id: partId(), name: name(), active: z.boolean() }));

/** A site as it is read; members that are not set are absent. */
const site = defineSchema(
  "site",
  z.strictObject({
    organization: partId(),
    id: partId(),
    title: name(),
    visibility: optional(name()),
    basename: optional(name()),
    agentsContext: optional(name()),
    adaptiveContent: z.boolean(),
    proxy: z.nullable(z.string().check(z.maxLength(2000))),
    published: z.boolean(),
    adaptiveSchema: optional(object()),
    level: list(z.union([section, sectionGroup])).check(z.describe("sections and groups in their order")),
    groupOrder: z.array(partId()),
    spaces: list(siteSpace),
    shareLinks: list(shareLink),
  }),
  "a site before the plan: its steps are taken back by bringing it to this, and not one by one",
);

export const planSchema = z
  .strictObject({
    format: z.literal(1),
    id: optional(text("hash of what the plan does", 64)),
    origin: text("address of the service, or sandbox"),
    organization: text("id of the organization", 256),
    maker: optional(text("program that made it", 200)),
    command: optional(text("command that made it", 10_000)),
    made: optional(text("when, RFC 3339", 40)),
    by: optional(
      z.strictObject({
        me: optional(text("id of the member whose profile made it, as the service showed it then", 256)),
        name: optional(text("name and address of that member", 500)),
        unconfirmed: optional(text("why the member of the profile is not claimed")),
        account: text("account of the machine", 300),
        ci: optional(
          z.strictObject({ run: text("address of the CI run"), actor: optional(text("who started it", 300)) }),
        ),
      }),
    ),
    complete: optional(z.boolean().check(z.describe("false: making it failed half way, it is not applied"))),
    totals: optional(z.record(z.string(), count()).check(z.describe("steps by kind of change"))),
    memberships: optional(z.strictObject({ removed: count(), of: count() })),
    maxRemovals: optional(
      z
        .number()
        .check(
          z.gte(0),
          z.lte(1),
          z.describe("share of members that the file asks to remove; only --max-removals allows it"),
        ),
    ),
    me: optional(
      z
        .array(text("user id", 256))
        .check(z.describe("people whom the file asks to touch although they apply it; only --touch-me allows it")),
    ),
    rails: optional(
      z.array(
        z.strictObject({
          rail: text("its name"),
          says: text("what was measured"),
          broken: optional(z.literal(true).check(z.describe("it is not met: the plan cannot be applied like this"))),
          way: optional(text("flags of plans apply that allow it")),
        }),
      ),
    ),
    cannotUndo: optional(z.array(stepId)),
    left: optional(z.array(text("what could not be planned"))),
    site: optional(site),
    evidence: optional(
      list(z.strictObject({ about: text("a person, or a file"), facts: list(fact, 100) })).check(
        z.describe("what the plan was made from: what somebody leaves behind, a review"),
      ),
    ),
    steps: list(step),
  })
  .check(z.meta({ title: "Plan of changes" }));

interface Problem {
  path: readonly string[];
  says: string;
}

/** The first problem of a plan; undefined if there is none. Unions and lengths are told by the member that is wrong. */
export function planProblem(value: unknown): Problem | undefined {
  const issue = planSchema.safeParse(value).error?.issues[0];
  return issue && explain(issue, value, []);
}

function explain(issue: z.core.$ZodIssue, value: unknown, parent: readonly string[]): Problem {
  const path = [...parent, ...issue.path.map(String)];
  const given = valueAt(value, issue.path);
  switch (issue.code) {
    case "invalid_union": {
      // The last of the forms, as far as it fits.
      const [inner] = issue.errors.at(-1) ?? [];
      return inner ? explain(inner, given, path) : { path, says: "is not accepted" };
    }
    case "unrecognized_keys": {
      const [key = ""] = issue.keys;
      return {
        path: [...path, key],
        says: `unknown member ${JSON.stringify(key.slice(0, 50))}${describeMembers(path)}`,
      };
    }
    case "invalid_type":
    case "invalid_value":
      if (given === undefined && path.length > 0) {
        return { path: path.slice(0, -1), says: `${JSON.stringify(path.at(-1))} is missing` };
      }
      return { path, says: mismatch(issue, given) };
    case "too_big":
      return { path, says: tooBig(issue) };
    case "too_small":
      return { path, says: issue.origin === "string" ? "must not be empty" : `must be ${issue.minimum} or more` };
    case "invalid_format":
      return { path, says: `must match ${issue.pattern?.slice(1, -1)}` };
    default:
      return { path, says: issue.message };
  }
}

/** Lists the known members beside an unknown one: of a plan, a step or a read. */
function describeMembers(path: readonly string[]): string {
  const place = path.map((part) => (/^\d+$/.test(part) ? "0" : part)).join(".");
  const schema = { "": planSchema, "steps.0": step, "steps.0.reads.0": read }[place];
  return schema ? `: known are ${Object.keys(schema.shape).join(", ")}` : "";
}

function mismatch(issue: z.core.$ZodIssueInvalidType | z.core.$ZodIssueInvalidValue, given: unknown): string {
  if (issue.code === "invalid_type") {
    const expected = issue.expected === "record" ? "object" : issue.expected;
    return `must be ${expected}, not ${given === null ? "null" : Array.isArray(given) ? "array" : typeof given}`;
  }
  const [only, ...others] = issue.values;
  return others.length === 0 ? `must be ${JSON.stringify(only)}` : `must be one of ${issue.values.join(", ")}`;
}

const tooBig = ({ origin, maximum }: z.core.$ZodIssueTooBig): string =>
  origin === "string"
    ? `is longer than ${maximum} characters`
    : origin === "array"
      ? `has too many items, ${maximum} at most`
      : `must be ${maximum} or less`;
