/** The steps of the tour: what a newcomer wants to know, in the order of a working day. */

interface Step {
  title: string;
  /** The command as it is typed, without `docs`. */
  words: string;
  args: readonly string[];
}

const step = (title: string, ...args: string[]): Step => ({
  title,
  args,
  words: args.map((word) => (/[^\w./:-]/.test(word) ? `'${word}'` : word)).join(" "),
});

export const STEPS: readonly Step[] = [
  step("Spaces hold the pages of an organization.", "--sandbox", "spaces", "list"),
  step("Change requests are edits that wait to be merged.", "--sandbox", "cr", "list"),
  step("This is what one of them changes.", "--sandbox", "cr", "diff", "42"),
  step("Merge it: from now on readers see it.", "--sandbox", "cr", "merge", "42"),
  step("Give another one a new subject.", "--sandbox", "cr", "edit", "43", "--subject", "Axle screws"),
  step("Undo the last change.", "--sandbox", "undo", "--yes"),
  step("Find a word in the pages of a space.", "--sandbox", "spaces", "search", "crossing"),
  step("For scripts: JSON, and jq built in.", "--sandbox", "members", "list", "-q", ".[].user.email"),
];
