import type { Book } from "./page.js";

const HOW_WE_WORK = `
We are forty engineers in three places. This handbook says how we decide, how we ship, and what to do at three in the
morning.

Anyone may change it: open a change request, ask one person from another team to read it, merge. If you disagree with a
page, that is the best reason to change it.
`;

const DECISIONS = `
A decision that is hard to undo gets a page under this one. It has four headings: *Context*, *Decision*, *Consequences*,
*Who was asked*. One page on screen is enough.

Decisions are not voted on. One person owns each, asks widely, decides, and writes it down within a week.
`;

const DECISION_MAPS = `
## Context

Carts kept a map each. In halls with more than ten carts the maps drifted apart, and carts met at crossings that only one
of them knew.

## Decision

Harbor owns the map. Carts keep a copy and send what they see.

## Consequences

A cart without Harbor drives on its last copy for up to a day. We accept that new shelves are unknown to it until then.

## Who was asked

Firmware, field service, and three customers with more than thirty carts.
`;

const RELEASES = `
We release the cart's software every six weeks and Harbor every two.

1. On Monday the branch is cut and goes to the test hall.
2. Until Thursday it drives at night. The [on-call engineer](on-call.md) looks at every stop it cannot explain.
3. On Friday the release notes are merged, and the release goes to a tenth of the fleet.
4. A week later it goes to everyone.

We do not release in the last two weeks of the year.
`;

const ON_CALL = `
On call is one week, from Monday noon, with a second person as backup. You are paid for the week and get the Tuesday
after it off.

## When the phone rings

- Say that you have seen it, in the incident channel.
- Stop the damage before you look for the cause. Rolling back is always allowed.
- If you are stuck for half an hour, wake the backup. Nobody will mind.

Afterwards write what happened, in plain words and without blame. See [how we decide](decisions.md) if it leads to a
change that is hard to undo.
`;

/** Notes among engineers; not published. */
export const HANDBOOK: Book = {
  files: [],
  pages: [
    { slug: "how-we-work", title: "How we work", emoji: "🧭", markdown: HOW_WE_WORK },
    {
      slug: "decisions",
      title: "How we decide",
      markdown: DECISIONS,
      pages: [{ slug: "one-map", title: "One map for the fleet", markdown: DECISION_MAPS }],
    },
    { slug: "releases", title: "Releases", markdown: RELEASES },
    { slug: "on-call", title: "On call", emoji: "📟", markdown: ON_CALL },
  ],
};
