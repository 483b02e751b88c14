import type { PageSource } from "./page.js";

const EVERY_DAY = `
A Tern needs two minutes of attention a day and an hour every three months. Whoever starts the first shift does the
[daily check](daily-check.md); the shift lead decides on [loading](loading.md).
`;

const DAILY_CHECK = `
Do this once a day, before the first trip.

1. Walk around the cart. Nothing may hang over its sides.
2. Wipe the scanner window.
3. Press the red button on the handle, then turn it to release it. The cart must say "stopped" and then "ready".
4. Look at the ring of light. It should be green.

If the button does not stop the cart, take it out of service at once and tell your shift lead. The cart keeps a record of
each check, which you find under *History* on its screen.
`;

const LOADING = `
Put heavy things low and in the middle. The cart weighs its load when it sets off and refuses to drive when it is too
heavy or too far to one side.

## Limits

| | Flat floor | Ramp up to 4 % |
| --- | --- | --- |
| Weight | 120 kg | 80 kg |
| Height | 1.4 m | 1.1 m |

Liquids count twice, because they move. Fill open containers to two thirds at most.

> Never let anyone ride on the cart. It is the most common cause of accidents.
`;

const FLOOR_MARKERS = `
Floor markers are stickers that the cart sees from above. It needs them where there is nothing else to look at: in long
aisles without shelves, and in halls that change every day.

Stick one marker every four meters along the route, with the arrow in the direction of travel. Clean the floor first. A
marker that has come loose is worse than none, so check them when you [clean the wheels](wheels.md).

Markers can be printed in any size. The template is described under [print your own markers](print-markers.md).
`;

const MAINTENANCE = `
Clean parts every week, look at the wheels every month, and have the cart serviced once a year.

- [Wheels](wheels.md)
- [Battery](battery.md)
- [Spare parts](spare-parts.md)

Everything else is done by the field service team. Opening the cart below the yellow line ends its warranty.
`;

const WHEELS = `
Lay the cart on its left side, on a blanket, with the main switch off.

1. Pull threads and tape out of the axles. A hooked needle works well.
2. Wash the tread with warm water. No solvents: they make the rubber hard.
3. Turn each wheel by hand. It should run freely and without noise.

Replace a wheel when the groove in the middle is gone. This is usually after 4,000 km.
`;

const BATTERY = `
The battery lasts for about 1,500 full charges, four years in most warehouses.

## Storage

A cart that stays off for more than a month should be half full. Check it every eight weeks and charge it for twenty
minutes when the ring is amber.

## Replacing it

Only trained staff may replace the battery. Order it as described under [spare parts](spare-parts.md); the old one goes
back in the same box. Do not throw it away, and do not post it in any other packaging.
`;

const SPARE_PARTS = `
Tell us the serial number, which is on the plate below the handle, and the part number.

| Part | Number |
| --- | --- |
| Wheel, pair | HR-20418 |
| Scanner window | HR-20455 |
| Battery | HR-20790 |
| Key card | HR-20031 |

Orders placed before noon leave on the same day. A window is fitted in five minutes; the
[field service manual](https://docs.halden-robotics.example/field-service) shows how.
`;

const ERROR_CODES = `
The code is shown on the screen next to the red light.

| Code | Meaning | What to do |
| --- | --- | --- |
| E11 | The way is blocked | Clear it, then press **Go** |
| E14 | Lost its position | Push the cart to its dock |
| E23 | Too heavy, or too far to one side | See [loading](loading.md) |
| E31 | Does not charge | Clean the contacts of the dock, see [charging](charging.md) |
| E40 | Stop button does not answer | Take the cart out of service |

A code that starts with **F** comes from the [fleet controller](harbor-codes.md). If a code comes back three times in a
day, write down the time of each and call us.
`;

const SAFETY = `
A Tern stops for anything taller than 10 cm that it sees in front of it. It does not look behind itself.

- Keep marked crossings free.
- Do not step in front of a moving cart from between shelves.
- Wear shoes that cover your toes.
- Switch the cart off before you reach below it.

These rules hold for visitors too. Hang the summary from the accessory bag next to every door of the hall.
`;

const RELEASE_NOTES = `
## 4.2

- Carts wait for each other at crossings instead of stopping both.
- The battery gauge shows minutes next to percent.
- E14 tells how far the cart is from the place where it lost its position.

## 4.1

- Routes may be named in any language.
- Fixed: after a [daily check](daily-check.md) the screen stayed on until the next trip.

## 4.0

- New: [floor markers](floor-markers.md).
`;

/** The second half of the user guide: daily work, care, errors, safety. */
export const OPERATION: PageSource[] = [
  {
    slug: "every-day",
    title: "Every day",
    emoji: "📦",
    markdown: EVERY_DAY,
    pages: [
      {
        slug: "daily-check",
        title: "Daily check",
        description: "Two minutes before the first trip",
        markdown: DAILY_CHECK,
      },
      { slug: "loading", title: "Loading", description: "Weights and heights", markdown: LOADING },
      { slug: "floor-markers", title: "Floor markers", markdown: FLOOR_MARKERS },
    ],
  },
  {
    slug: "maintenance",
    title: "Maintenance",
    emoji: "🔧",
    markdown: MAINTENANCE,
    pages: [
      { slug: "wheels", title: "Wheels", markdown: WHEELS },
      { slug: "battery", title: "Battery", markdown: BATTERY },
      { slug: "spare-parts", title: "Spare parts", markdown: SPARE_PARTS },
    ],
  },
  { slug: "error-codes", title: "Error codes", emoji: "🚨", markdown: ERROR_CODES },
  { slug: "safety", title: "Safety", emoji: "⚠️", markdown: SAFETY },
  { slug: "release-notes", title: "Release notes", markdown: RELEASE_NOTES },
];
