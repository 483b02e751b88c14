import { WINDOW_SCREWS } from "./drawings.js";
import type { Book } from "./page.js";

/** Manual for technicians; published by share link only. */
export const FIELD_SERVICE: Book = {
  files: [WINDOW_SCREWS],
  pages: [
    {
      slug: "before-you-leave",
      title: "Before you leave",
      markdown: `
Take two batteries, a window, a pair of wheels and the blue case. Check that the blue case has been calibrated this year;
the date is inside the lid.

Call the customer an hour before you arrive and ask them to free the area around the dock.
`,
    },
    {
      slug: "replace-the-window",
      title: "Replace the scanner window",
      markdown: `
![Position of the four screws](window-screws.svg)

1. Switch the cart off and wait for the fan to stop.
2. Loosen the four screws, the lower ones first.
3. Lift the old window out with the suction cup. Do not touch the lens behind it.
4. Fit the new window and tighten the screws crosswise to 1.2 Nm.
5. Run the [calibration](calibration.md).
`,
    },
    {
      slug: "calibration",
      title: "Calibration",
      markdown: `
Put the white board one meter in front of the cart. Choose **Service**, **Calibrate scanner**, and leave the area. It takes
four minutes.

A result above 3 mm means that the window is not seated. Go back to
[replace the scanner window](replace-the-window.md).
`,
    },
  ],
};

/** The first week of a new colleague. */
export const WELCOME: Book = {
  files: [],
  pages: [
    {
      slug: "your-first-week",
      title: "Your first week",
      emoji: "🌱",
      markdown: `
On Monday you get a laptop, a key card and lunch. On Tuesday you drive a cart through the test hall. By Friday you have
fixed something small, and everyone has learned your name.

Your [buddy](buddies.md) answers everything that you do not want to ask in public.
`,
    },
    {
      slug: "buddies",
      title: "Buddies",
      markdown: `
A buddy is somebody from another team who started less than two years ago. You have lunch together once a week for the
first three months. The company pays.
`,
    },
  ],
};

/** Guide of the previous model; locked. */
export const TERN_ONE: Book = {
  files: [],
  pages: [
    {
      slug: "about-this-guide",
      title: "About this guide",
      markdown: `
Tern 1 was sold until four years ago. We repair it and sell parts for it, but its software gets no new features. Carts
with a square dock are of this model.
`,
    },
    {
      slug: "charging",
      title: "Charging",
      markdown: `
Tern 1 is charged with a cable. Lift the flap at the back, plug in, and wait for two hours. The first light of the row
goes out when the battery is full.
`,
    },
  ],
};

/** German result of the finished translation. */
export const TERN_GUIDE_GERMAN: Book = {
  files: [],
  pages: [
    {
      slug: "ueberblick",
      title: "Überblick",
      emoji: "👋",
      markdown: `
Tern ist ein autonomer Wagen. Er trägt bis zu 120 kg zwischen den Orten, die Sie ihm zeigen, hält für Menschen an und
fährt selbst zu seiner Ladestation zurück, wenn die Batterie leer wird.

Ist die Kiste gerade angekommen, beginnen Sie mit dem [Auspacken](auspacken.md). Leuchtet ein rotes Licht, lesen Sie die
[Fehlercodes](fehlercodes.md).
`,
    },
    {
      slug: "auspacken",
      title: "Auspacken",
      markdown: `
Zwei Personen packen einen Tern in zehn Minuten ohne Werkzeug aus. Sehen Sie zuerst auf die Kippanzeige an der kurzen
Seite: Ist sie rot, fotografieren Sie sie und rufen Sie Ihren Händler an.
`,
    },
    {
      slug: "fehlercodes",
      title: "Fehlercodes",
      markdown: `
| Code | Bedeutung | Was zu tun ist |
| --- | --- | --- |
| E11 | Der Weg ist versperrt | Freiräumen, dann **Los** drücken |
| E14 | Position verloren | Den Wagen zur Ladestation schieben |
| E23 | Zu schwer oder zu einseitig beladen | Umladen |
`,
    },
  ],
};

/** Space of the second organization. */
export const ORCHARD_NOTES: Book = {
  files: [],
  pages: [
    {
      slug: "picking-season",
      title: "Picking season",
      markdown: `
We pick from the last week of August until the first frost. Two Terns carry crates from the rows to the cold store, along
the route that is marked with white stones.
`,
    },
  ],
};

/** Deleted some days ago; can still be restored. */
export const TRADE_FAIR: Book = {
  files: [],
  pages: [
    {
      slug: "stand-plan",
      title: "Plan of the stand",
      markdown: `
Hall 6, stand B24. Three carts drive in a figure of eight around the table. The dock stands behind the wall, next to the
coffee machine.
`,
    },
  ],
};
