import { MAP_VIEW } from "./drawings.js";
import type { Book } from "./page.js";

const OVERVIEW = `
Harbor is the program that tells a fleet of Terns who goes where. It runs on one small computer in your building and
keeps working when the internet does not.

![The map view of Harbor with eight carts](map-view.svg)

- [Install it](install.md) on the computer that came with your carts.
- [Add your carts](add-carts.md), one by one.
- Draw [routes and zones](zones.md) on the map.
`;

const INSTALL = `
## What you need

A computer with 8 GB of memory, a wired network, and an address that does not change. Carts talk to it on port 8443.

## Steps

1. Plug in the Harbor box and connect it to the network.
2. Open \`https://harbor.local\` in a browser on the same network.
3. Choose a language and create the first administrator.
4. Enter the license key from the delivery slip.

The first start takes five minutes, because Harbor writes its database. To move an existing installation to a new box,
see [backup and restore](backup.md).
`;

const ADD_CARTS = `
Each cart is added once.

1. On the cart, choose **Settings**, then **Fleet**, then **Join**.
2. In Harbor, choose **Carts**, then **Add**. The cart appears within ten seconds.
3. Compare the four digits on both screens and confirm.

A cart keeps its own routes when it joins. Routes with the same name are kept apart by the name of the cart, and you can
merge them later under [routes and zones](zones.md).
`;

const ZONES = `
A zone is an area with a rule.

| Rule | Effect |
| --- | --- |
| Slow | Carts drive at walking speed |
| One at a time | A second cart waits outside |
| Keep out | Carts plan around it |
| Quiet | No sounds, lights only |

Draw the zone on the map, choose a rule, and choose hours if it should only hold for part of the day. Carts learn of a
change within a second; a cart that is inside a new *keep out* zone leaves it by the shortest way.
`;

const USERS = `
Harbor knows three kinds of user. Operators start and stop carts. Planners also draw routes and zones. Administrators do
everything, including [backups](backup.md).

To let people sign in with their company account, an administrator enters the address of your identity provider under
**Settings**, **Sign-in**. Accounts made before that keep working until you switch them off.
`;

const BACKUP = `
Harbor writes a backup every night and keeps the last fourteen. Each is one file with routes, zones, users and history.

## Restore

1. Install Harbor on the new box up to the license key.
2. Choose **Restore from backup** and pick the file.
3. Wait for the restart. Carts reconnect by themselves.

Backups contain names of users. Treat them as personal data; our advice is under [retention](retention-policy.md).
`;

const RELEASE_NOTES = `
## 7.3

- Zones may have hours.
- The map loads twice as fast with more than fifty carts.
- Sign-in with a company account no longer asks twice.

## 7.2

- Nightly [backups](backup.md) can be written to a network share.
`;

/** The guide of the fleet controller. */
export const HARBOR: Book = {
  files: [MAP_VIEW],
  pages: [
    { slug: "overview", title: "Overview", emoji: "🗺️", markdown: OVERVIEW },
    {
      slug: "set-up",
      title: "Set up",
      markdown: "Three steps, in this order: [install](install.md), [add carts](add-carts.md), [draw zones](zones.md).",
      pages: [
        { slug: "install", title: "Install", markdown: INSTALL },
        { slug: "add-carts", title: "Add carts", markdown: ADD_CARTS },
        { slug: "zones", title: "Routes and zones", description: "Rules for areas of the map", markdown: ZONES },
      ],
    },
    {
      slug: "administration",
      title: "Administration",
      markdown: "For administrators: [users](users.md), and [backup and restore](backup.md).",
      pages: [
        { slug: "users", title: "Users", markdown: USERS },
        { slug: "backup", title: "Backup and restore", markdown: BACKUP },
      ],
    },
    { slug: "release-notes", title: "Release notes", markdown: RELEASE_NOTES },
  ],
};
