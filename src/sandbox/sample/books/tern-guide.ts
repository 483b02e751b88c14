import { SAFETY_CARD, TERN_AT_DOCK } from "./drawings.js";
import type { Book } from "./page.js";
import { OPERATION } from "./tern-operation.js";

const OVERVIEW = `
Tern is an autonomous cart. It carries up to 120 kg between the places you teach it, stops for people, and drives itself
back to its dock when the battery runs low.

This guide is for the people who work next to a Tern every day. You do not need to know anything about robots.

![A Tern cart at its dock, seen from the front](tern-at-dock.svg)

## Where to begin

- If the crate has just arrived, start with [unpacking](unpacking.md).
- If the cart is already running, read the [daily check](daily-check.md) and keep it next to the dock.
- If a red light is on, go straight to [error codes](error-codes.md).

## What is in the box

| Part | Pieces |
| --- | --- |
| Tern cart | 1 |
| Docking plate with power supply | 1 |
| Floor markers | 24 |
| Key card | 2 |

Keep the crate. The carrier only takes a cart back in its own packaging.
`;

const GETTING_STARTED = `
A Tern is ready for its first trip in about an hour. Most of that hour is charging.

1. [Unpack the cart](unpacking.md) and check it for damage.
2. [Charge it](charging.md) until the ring of light is solid green.
3. [Teach it a route](first-route.md) by pushing it once from start to end.

Carry out these steps in the hall where the cart will work. A Tern remembers the floor it woke up on, and a map made in
the office is of no use in the warehouse.
`;

const UNPACKING = `
Two people can unpack a Tern in ten minutes without tools.

## Before you open the crate

Look at the tilt indicator on the short side. If it is red, photograph it, note it on the delivery slip and call your
dealer before you go on.

## Roll the cart out

1. Cut both straps and lift the lid off.
2. Fold down the front panel. It becomes the ramp.
3. Press the two red wheel locks and pull the cart towards you by its handle.
4. Remove the foam from below the front scanner. The cart cannot see until you do.

## Check the scanner

Wipe the black window at the front with the cloth from the accessory bag. A scratch longer than a fingernail is a
reason to ask for a new window; see [how to order parts](spare-parts.md).
`;

const CHARGING = `
The dock charges an empty battery in 75 minutes. You may drive the cart earlier, but finish the first charge completely
so that the battery gauge learns its range.

## Place the dock

Put the dock against a wall, with one meter of free floor on each side and two meters in front. Press it down until the
adhesive pads hold, then plug it in. A white light shows that it has power.

## The ring of light

- **Breathing white**: charging.
- **Solid green**: full, ready to drive.
- **Amber**: less than a fifth left; the cart finishes its trip and comes home.
- **Red**: it cannot charge. Clean the contacts, then look up the code in [error codes](error-codes.md).

Never use the charger of another cart. Terns of the first generation had a different voltage.
`;

const FIRST_ROUTE = `
A route is a line that the cart has been shown once. You teach it by hand.

## Teach

1. Hold your key card to the reader and choose **Teach**.
2. Push the cart from the first stop to the last one at walking speed.
3. At each stop, wait for the beep, then press **Stop here**.
4. Choose **Done** and give the route a name that others will understand, such as *Receiving to packing*.

## Try it

Choose the route and press **Go**. Walk behind the cart on its first trip. It should slow down at crossings and come to
rest within a hand's width of each stop. If it hesitates in long aisles without shelves, add
[floor markers](floor-markers.md).

Routes can also be drawn on a screen, for several carts at once. That is done in the fleet controller, which has a guide
of its own.
`;

/** The cart's user guide: the space that commands use by default. */
export const TERN_GUIDE: Book = {
  files: [TERN_AT_DOCK, SAFETY_CARD],
  pages: [
    {
      slug: "overview",
      title: "Overview",
      emoji: "👋",
      description: "What a Tern is and where to begin",
      markdown: OVERVIEW,
    },
    {
      slug: "getting-started",
      title: "Getting started",
      emoji: "🚀",
      markdown: GETTING_STARTED,
      pages: [
        { slug: "unpacking", title: "Unpacking", markdown: UNPACKING },
        { slug: "charging", title: "Charging", description: "The dock and the ring of light", markdown: CHARGING },
        { slug: "first-route", title: "Your first route", markdown: FIRST_ROUTE },
      ],
    },
    ...OPERATION,
  ],
};
