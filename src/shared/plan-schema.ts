/** The form of a plan file as JSON Schema: `docs help plan-format` prints it, and plans are checked against it. */

/** How well a step can be taken back. `near`: with traces; `approximate`: as a new thing, under another id. */
export const UNDO = ["exact", "near", "approximate", "impossible"] as const;
export const CHANGES = ["create", "change", "move", "remove", "act"] as const;
/** A plan is larger than this only by mistake, or on purpose. */
export const MAX_STEPS = 10_000;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const text = (description: string, maxLength = 2000): Schema => ({ type: "string", maxLength, description });
const count: Schema = { type: "number", minimum: 0 };
const ids: Schema = { type: "array", items: { $ref: "#/$defs/stepId" } };
const fields: Schema = { type: ["object", "null"] };
const hash: Schema = { type: "string", pattern: "^[0-9a-f]{64}$" };

const read: Schema = {
  type: "object",
  description: "What is read before the step is sent; it is sent only where the fields have the hash `was`.",
  required: ["path", "fields", "was"],
  additionalProperties: false,
  properties: {
    path: text("path of a GET: /v1/spaces/s1; ?format=markdown may follow"),
    item: {
      type: "object",
      additionalProperties: { type: "string", maxLength: 2000 },
      description: "of a list: members of the item that is meant",
    },
    within: text("of a list: siblings have the same value of this member", 200),
    fields: { type: "array", maxItems: 100, items: { type: "string", maxLength: 500 } },
    was: {
      ...hash,
      description: "SHA-256 of the fields as JSON with sorted members, or of null where it is not there",
    },
    becomes: { ...hash, description: "the same for the fields once the step is done: then it is not sent" },
  },
};

const call = {
  endpoint: text("name of an endpoint that changes something: updateSpace", 100),
  params: {
    type: "object",
    additionalProperties: { anyOf: [{ type: "string", minLength: 1, maxLength: 256 }, { $ref: "#/$defs/from" }] },
    description: "parameters of its path",
  },
  body: { type: "object", description: "what is sent; { $from, path } stands for a member of an earlier answer" },
} as const satisfies Record<string, Schema>;

const step: Schema = {
  type: "object",
  required: ["id", "endpoint", "params"],
  additionalProperties: false,
  properties: {
    id: { $ref: "#/$defs/stepId" },
    title: text("what it does, in words"),
    ...call,
    change: { enum: CHANGES },
    thing: text("what it is done to"),
    reads: { type: "array", maxItems: MAX_STEPS, items: { $ref: "#/$defs/read" } },
    before: { ...fields, description: "fields as they are; null: it is not there" },
    after: { ...fields, description: "fields as they will be" },
    undo: { enum: UNDO },
    why: text("why it cannot be taken back exactly"),
    inverse: { type: "array", maxItems: 10, items: { $ref: "#/$defs/call" } },
    needs: { ...ids, description: "steps that have to be done before" },
    condition: {
      type: "object",
      description: "sent only if this rule of docs checks still asks for it",
      required: ["rule", "days"],
      additionalProperties: false,
      properties: { rule: text("id of the rule", 100), days: { ...count, description: "its threshold" } },
    },
  },
};

const name = text("as the service has it");
const members = (required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  required,
  additionalProperties: false,
  properties,
});
const partId: Schema = { type: "string", minLength: 1, maxLength: 256 };
const yes: Schema = { type: "boolean" };
const list = (of: string): Schema => ({ type: "array", maxItems: MAX_STEPS, items: { $ref: `#/$defs/${of}` } });

/** A site as it is read; members that are not set are absent. */
const SITE_DEFS: Readonly<Record<string, Schema>> = {
  siteSpace: members(["id", "path", "space", "title", "default"], {
    id: partId,
    path: name,
    space: text("id of the space that it shows", 256),
    title: name,
    condition: name,
    default: yes,
  }),
  section: members(["kind", "id", "path", "title", "default", "spaces"], {
    kind: { const: "section" },
    id: partId,
    path: name,
    title: name,
    icon: name,
    description: name,
    condition: name,
    default: yes,
    spaces: list("siteSpace"),
  }),
  sectionGroup: members(["kind", "id", "title", "sections"], {
    kind: { const: "group" },
    id: partId,
    title: name,
    icon: name,
    sections: list("section"),
  }),
  shareLink: members(["id", "name", "active"], { id: partId, name, active: yes }),
  site: {
    ...members(
      [
        "organization",
        "id",
        "title",
        "adaptiveContent",
        "proxy",
        "published",
        "level",
        "groupOrder",
        "spaces",
        "shareLinks",
      ],
      {
        organization: partId,
        id: partId,
        title: name,
        visibility: name,
        basename: name,
        agentsContext: name,
        adaptiveContent: yes,
        proxy: { type: ["string", "null"], maxLength: 2000 },
        published: yes,
        adaptiveSchema: { type: "object" },
        level: {
          type: "array",
          maxItems: MAX_STEPS,
          items: { anyOf: [{ $ref: "#/$defs/section" }, { $ref: "#/$defs/sectionGroup" }] },
          description: "sections and groups in their order",
        },
        groupOrder: { type: "array", items: partId },
        spaces: list("siteSpace"),
        shareLinks: list("shareLink"),
      },
    ),
    description: "a site before the plan: its steps are taken back by bringing it to this, and not one by one",
  },
};

export const PLAN_SCHEMA: Schema & { $schema: string; title: string } = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Plan of changes",
  type: "object",
  required: ["format", "origin", "organization", "steps"],
  additionalProperties: false,
  properties: {
    format: { const: 1 },
    id: text("hash of what the plan does", 64),
    origin: text("address of the service, or sandbox"),
    organization: text("id of the organization", 256),
    maker: text("program that made it", 200),
    command: text("command that made it", 10_000),
    made: text("when, RFC 3339", 40),
    complete: { type: "boolean", description: "false: making it failed half way, it is not applied" },
    totals: { type: "object", additionalProperties: count, description: "steps by kind of change" },
    memberships: {
      type: "object",
      required: ["removed", "of"],
      additionalProperties: false,
      properties: { removed: count, of: count },
    },
    maxRemovals: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "share of members that the file asks to remove; only --max-removals allows it",
    },
    me: {
      type: "array",
      items: text("user id", 256),
      description: "people whom the file asks to touch although they apply it; only --touch-me allows it",
    },
    rails: {
      type: "array",
      items: {
        type: "object",
        required: ["rail", "says"],
        additionalProperties: false,
        properties: { rail: text("its name", 200), says: text("what was measured") },
      },
    },
    cannotUndo: ids,
    left: { type: "array", items: text("what could not be planned") },
    site: { $ref: "#/$defs/site" },
    steps: { type: "array", maxItems: MAX_STEPS, items: { $ref: "#/$defs/step" } },
  },
  $defs: {
    ...SITE_DEFS,
    stepId: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$" },
    from: {
      type: "object",
      required: ["$from", "path"],
      additionalProperties: false,
      properties: { $from: { type: "string", maxLength: 110 }, path: { type: "string", maxLength: 200 } },
    },
    call: { type: "object", required: ["endpoint", "params"], additionalProperties: false, properties: call },
    read,
    step,
  },
};
