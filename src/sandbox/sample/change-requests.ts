import { CHANGES, SPACES } from "./names.js";
import type { PersonKey } from "./people.js";

/** A change to the text of one page: `from` becomes `to`. */
export interface Edit {
  slug: string;
  from: string;
  to: string;
}

export interface ChangeSource {
  subject: string;
  by: PersonKey;
  status: "draft" | "open" | "archived" | "merged";
  /** Days before the load. */
  created: number;
  updated: number;
  /** Fixed if docs or tests mention it. */
  id?: string;
  /** What the change request changes; one without edits was merged before the recorded history begins. */
  edits?: Edit[];
  /** Made from the content before the last merge, so it is behind. */
  behind?: true;
}

/** The change from the last merge in the default space; the revision before it lacks this line. */
const LAST_MERGE: Edit = {
  slug: "release-notes",
  from: "- The battery gauge shows minutes next to percent.\n",
  to: "- The battery gauge shows minutes next to percent.\n- E14 tells how far the cart is from the place where it lost its position.\n",
};

const merged = (subject: string, by: PersonKey, created: number): ChangeSource => {
  return { subject, by, status: "merged", created, updated: created - 2 };
};

const OLDER: ChangeSource[] = [
  merged("First version of the guide", "aiko", 1088),
  merged("Explain the ring of light", "aiko", 1061),
  merged("Photograph a red tilt indicator", "jonas", 1033),
  merged("Limits on ramps", "priya", 1002),
  merged("Say where the serial number is", "leila", 977),
  merged("Split maintenance into pages", "aiko", 950),
  merged("Part number of the scanner window", "jonas", 921),
  { subject: "Video of the first route", by: "sam", status: "archived", created: 902, updated: 840 },
  merged("Liquids count twice", "priya", 880),
  merged("Storage of batteries", "jonas", 851),
  merged("Shorter daily check", "aiko", 822),
  merged("Teach with a key card", "leila", 790),
  merged("Table of error codes", "aiko", 762),
  merged("E31 and dirty contacts", "tomasz", 731),
  merged("Shoes that cover your toes", "grace", 705),
  { subject: "Move safety to the front", by: "grace", status: "archived", created: 688, updated: 671 },
  merged("Release notes for 3.6", "noor", 660),
  merged("Wheels without solvents", "jonas", 633),
  merged("When to replace a wheel", "jonas", 604),
  merged("Orders before noon", "leila", 575),
  merged("Release notes for 3.7", "noor", 548),
  merged("New photos of the dock", "aiko", 520),
  merged("Free floor around the dock", "tomasz", 489),
  merged("Two people to unpack", "grace", 462),
  merged("Use meters everywhere", "leila", 431),
  merged("Release notes for 3.8", "noor", 402),
  merged("Visitors follow the rules too", "elif", 377),
  { subject: "Rewrite in the second person", by: "jonas", status: "archived", created: 350, updated: 322 },
  merged("Codes that start with F", "tomasz", 318),
  merged("Do not use another cart's charger", "priya", 290),
  merged("Release notes for 4.0", "noor", 262),
  merged("Describe floor markers", "aiko", 260),
  merged("Arrow in the direction of travel", "leila", 231),
  merged("Warranty and the yellow line", "grace", 204),
  merged("Link loading from the error codes", "jonas", 176),
  merged("Release notes for 4.1", "noor", 141),
  merged("Half full for storage", "priya", 118),
  merged("History of daily checks", "elif", 90),
  merged("Why nobody rides on a cart", "grace", 63),
  merged("Release notes for 4.2", "noor", 31),
];

/** Change requests of the default space, in order from number 1. Number 42 is ready to merge. */
const GUIDE: ChangeSource[] = [
  ...OLDER,
  {
    subject: "E14 shows the distance",
    by: "noor",
    status: "merged",
    created: 16,
    updated: 9,
    edits: [LAST_MERGE],
    behind: true,
  },
  {
    id: CHANGES.ready,
    subject: "Charge for 60 minutes instead of 75",
    by: "jonas",
    status: "open",
    created: 6,
    updated: 1,
    edits: [
      {
        slug: "charging",
        from: "The dock charges an empty battery in 75 minutes.",
        to: "Since version 4.2 the dock charges an empty battery in 60 minutes, 15 less than before.",
      },
      {
        slug: "charging",
        from: "Put the dock against a wall, with one meter of free floor on each side and two meters in front.",
        to: "Put the dock against a wall, with half a meter of free floor on each side and two meters in front.",
      },
    ],
  },
  {
    id: CHANGES.late,
    subject: "Torque for the axle screws",
    by: "tomasz",
    status: "open",
    created: 12,
    updated: 11,
    edits: [
      {
        slug: "wheels",
        from: "This is usually after 4,000 km.\n",
        to: "This is usually after 4,000 km. Tighten the axle screws to 8 Nm.\n",
      },
    ],
    behind: true,
  },
  {
    id: CHANGES.stale,
    subject: "Release notes: gauge and crossings",
    by: "elif",
    status: "open",
    created: 14,
    updated: 13,
    edits: [
      {
        slug: "release-notes",
        from: "- The battery gauge shows minutes next to percent.\n",
        to: "- The battery gauge shows the minutes that are left.\n",
      },
    ],
    behind: true,
  },
  {
    id: CHANGES.draft,
    subject: "What to do on wet floors",
    by: "leila",
    status: "draft",
    created: 4,
    updated: 2,
    edits: [
      {
        slug: "safety",
        from: "- Keep marked crossings free.\n",
        to: "- Keep marked crossings free.\n- Dry wet floors.\n",
      },
    ],
  },
  { subject: "Checklist as a table", by: "sam", status: "archived", created: 5, updated: 3, edits: [] },
];

/** Change requests by space, in order of number. */
export const CHANGE_REQUESTS: Record<string, ChangeSource[]> = {
  [SPACES.guide]: GUIDE,
  [SPACES.german]: [
    {
      id: CHANGES.german,
      subject: "Anrede vereinheitlichen",
      by: "casey",
      status: "open",
      created: 8,
      updated: 8,
      edits: [{ slug: "auspacken", from: "rufen Sie Ihren Händler an", to: "benachrichtigen Sie Ihren Händler" }],
    },
  ],
  [SPACES.api]: [
    merged("Describe how events are signed", "noor", 200),
    {
      id: CHANGES.api,
      subject: "Five seconds are ten now",
      by: "noor",
      status: "draft",
      created: 3,
      updated: 3,
      edits: [{ slug: "events", from: "within five seconds", to: "within ten seconds" }],
    },
  ],
  [SPACES.handbook]: [
    merged("No releases at the end of the year", "mateo", 340),
    {
      id: CHANGES.handbook,
      subject: "Day off after on call",
      by: "priya",
      status: "open",
      created: 20,
      updated: 18,
      edits: [{ slug: "on-call", from: "get the Tuesday\nafter it off", to: "get two days\nafter it off" }],
    },
  ],
};
