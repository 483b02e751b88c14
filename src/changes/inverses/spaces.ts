/** Undo rules: spaces, collections, content, specifications, translations. */
import { SITES } from "../../resources/sites.js";
import { SPACES } from "../../resources/spaces.js";
import { plainRules } from "./plain-rules.js";
import type { UndoRules } from "./types.js";

const SPACE = plainRules("Space", SPACES.space);
const COLLECTION = plainRules("Collection", SPACES.collection);
const SPEC = plainRules("OpenapiSpec", { ...SITES.spec, name: "specification" });
const TRANSLATION = plainRules("Translation", SITES.translation);
const CONTENT = "the old content stays in the history of the space, but only the app can restore it";

const LEVEL = {
  if: "inherits",
  member: "defaultLevel",
  why: "its level may have been inherited, and is set explicitly",
} as const;

/** Spaces and collections share one order. */
const IN_TREE = { within: "parent", type: "space", reference: "space" } as const;

export const spaces: UndoRules = {
  updateSpace: SPACE.edit({ caveats: [LEVEL] }),
  deleteSpace: SPACE.remove(["title"], {
    undo: "near",
    why: "it can be restored for 7 days, at the end of its former place",
    inverse: [{ endpoint: "restoreSpace" }],
    sideEffects: ["order"],
  }),
  duplicateSpace: SPACE.createUnread({
    thing: "copy of a space",
    why: "the copy is deleted, and can be restored for 7 days",
  }),
  restoreSpace: {
    undo: "near",
    change: "create",
    thing: "space",
    verb: "restore",
    why: "it is deleted again, and its 7 days start over",
    reads: { as: "new", of: { get: "getSpace" }, fields: { id: "$params.spaceId" } },
    inverse: [{ endpoint: "deleteSpace" }],
  },
  moveSpace: SPACE.move({ ...IN_TREE, beside: { get: "listOrgCollections" } }),
  transferSpace: SPACE.edit({
    undo: "near",
    change: "move",
    verb: "transfer",
    why: "it is restored at the end of its former place, without what belonged to the organization",
    members: { organization: {}, collection: { at: "parent" } },
    inverse: [
      { endpoint: "transferSpace", body: { organization: "$before.organization", collection: "$before.parent" } },
    ],
    sideEffects: ["order"],
  }),
  createCollection: COLLECTION.create(),
  updateCollection: COLLECTION.edit({ caveats: [LEVEL] }),
  deleteCollection: COLLECTION.remove(["title", "parent"], {
    why: "a new collection has another id and is empty: its content stays where it was moved to",
    inverse: [{ endpoint: "createCollection", body: { title: "$before.title", parent: "$before.parent" } }],
  }),
  moveCollection: COLLECTION.move({ ...IN_TREE, beside: { get: "listOrgSpaces" } }),
  transferCollection: COLLECTION.edit({
    undo: "near",
    change: "move",
    verb: "transfer",
    why: "it is restored at the root, without what belonged to the organization",
    inverse: [{ endpoint: "transferCollection", body: "before" }],
    sideEffects: ["order", "parent"],
  }),
  importSpaceContent: { undo: "impossible", change: "act", thing: "space", verb: "import content into", why: CONTENT },
  importChangeRequestContent: {
    undo: "impossible",
    change: "act",
    thing: "change request",
    verb: "import content into",
    why: "the earlier state of the change request cannot be restored",
  },
  applySpaceTemplate: { undo: "impossible", change: "act", thing: "space", verb: "apply a template to", why: CONTENT },
  createOpenapiSpec: SPEC.create({
    undo: "near",
    why: "references created in the meantime stay broken",
    inverse: [{ endpoint: "deleteOpenapiSpec", params: { specSlug: "$body.slug" } }],
  }),
  putOpenapiSpec: SPEC.edit({
    undo: "near",
    verb: "publish",
    why: "the source is read again, and may have changed",
    members: { source: { at: "sourceURL", inner: "url", opaque: true } },
    inverse: [
      { endpoint: "deleteOpenapiSpec", when: "absent" },
      { endpoint: "putOpenapiSpec", when: "present", body: "before" },
    ],
  }),
  updateOpenapiSpecVisibility: SPEC.edit({ inverse: [{ endpoint: "updateOpenapiSpecVisibility", body: "before" }] }),
  deleteOpenapiSpec: SPEC.remove(["slug", "sourceURL", "visibility"], {
    why: "a new specification has another id and no earlier versions",
    inverse: [
      { endpoint: "createOpenapiSpec", body: { slug: "$params.specSlug", source: { url: "$before.sourceURL" } } },
      { endpoint: "updateOpenapiSpecVisibility", body: { visibility: "$before.visibility" } },
    ],
  }),
  createTranslation: TRANSLATION.createUnread({
    why: "the translation is deleted, but the space that it made stays",
  }),
  updateTranslation: TRANSLATION.edit(),
  deleteTranslation: TRANSLATION.remove(["source.space", "source.language", "language", "instructions"], {
    why: "a new translation has another id and makes another space",
    inverse: [
      {
        endpoint: "createTranslation",
        body: {
          source: { space: "$before.source.space", language: "$before.source.language" },
          language: "$before.language",
          instructions: "$before.instructions",
        },
      },
    ],
  }),
};
