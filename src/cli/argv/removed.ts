/** Names that are gone: each is answered with what to use now. This is a table of words; help and completion do not read it. */
import { type Failure, usage } from "../../errors.js";

const REVIEW =
  "review the plan in a pull request with docs plans view FILE -o markdown, and let a protected branch apply it";

/** By command, by command and flag or value of -o, or by a flag that any command took. */
export const REMOVED: Readonly<Record<string, string>> = {
  browse: "open a page with --web: docs spaces view SPACE --web, docs cr view 42 --web, docs pages view PAGE --web",
  "inbox --watch": "run it again: watch --interval 300 docs inbox",
  "inbox --interval": "run it again: watch --interval 300 docs inbox",
  "orgs overview --for": "pass --html FILE for a page that everyone can read",
  "orgs overview --since":
    "compare generations of a snapshot: docs snapshots diff FILE@-1 FILE, docs snapshots log FILE",
  "orgs overview --markdown": "pass --html FILE for a page, or --json",
  "orgs overview -o markdown": "pass --html FILE for a page, or --json",
  "plans approve": REVIEW,
  "plans apply --require-approval": REVIEW,
  "snapshots restore --allow-team":
    "a restore takes nobody out of a team; who becomes a guest again counts for --max-removals",
  "snapshots restore --prune":
    "a restore removes nothing: its plan names what is new; delete it with the command of its noun, such as docs teams delete",
  "snapshots drill":
    "docs snapshots verify FILE checks the file; to rehearse a restore, begin with docs sandbox load FILE",
  "--markdown": "pass -o markdown: docs cr list -o markdown, docs plans view FILE -o markdown",
  "--unique": "omit duplicates with jq: -q 'unique_by(.id)'",
};

/** The mistake of using a removed name: `name` as people type it, `command` the words of the command that it was a part of. */
export function findRemoved(name: string, command = ""): Failure | undefined {
  const full = `${command} ${name}`.trim();
  const key = [full, name].find((one) => Object.hasOwn(REMOVED, one));
  return key === undefined ? undefined : usage(`${key} was removed`, REMOVED[key]);
}
