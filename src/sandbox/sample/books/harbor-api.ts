import type { Book } from "./page.js";

const INTRODUCTION = `
The Harbor API lets your own programs see where carts are and send them somewhere. It speaks JSON over HTTPS, on the same
address as Harbor itself.

\`\`\`bash
curl https://harbor.local/api/v2/carts -H "Authorization: Bearer $HARBOR_TOKEN"
\`\`\`

Read [authentication](authentication.md) first, then try [your first order](first-order.md).
`;

const AUTHENTICATION = `
Every request carries a token. An administrator makes one under **Settings**, **API tokens**, and chooses what it may do:

- \`read\`: carts, routes, zones and orders
- \`order\`: everything in \`read\`, and placing orders
- \`admin\`: everything

A token is shown once. If it is lost, delete it and make another. Requests without a valid token get the status 401;
requests that the token does not allow get 403.
`;

const FIRST_ORDER = `
An order sends a cart to a stop. Harbor chooses the cart.

\`\`\`json
{
  "stop": "packing-3",
  "load": { "kg": 14 },
  "priority": "normal"
}
\`\`\`

Send it with \`POST /api/v2/orders\`. The answer has the id of the order and the cart that was chosen. Follow the order with
\`GET /api/v2/orders/{id}\`, or better with [events](events.md).
`;

const EVENTS = `
Harbor can call your program whenever something happens: an order was accepted, a cart arrived, a cart needs help.

Give the address under **Settings**, **Events**. Harbor tries for an hour to deliver each event, waiting longer each time,
and sends them in order. Answer with any 2xx status within five seconds; do the work afterwards.

Each event carries a signature, made with the secret shown next to the address. How to check it is described under
[authentication](authentication.md).
`;

const REFERENCE = `
All paths, fields and errors of the current version. The reference is made from the specification that Harbor itself
serves under \`/api/v2/openapi.json\`.
`;

/** The guide for developers, with a reference generated from an OpenAPI specification. */
export const HARBOR_API: Book = {
  files: [],
  pages: [
    { slug: "introduction", title: "Introduction", markdown: INTRODUCTION },
    { slug: "authentication", title: "Authentication", emoji: "🔑", markdown: AUTHENTICATION },
    {
      slug: "guides",
      title: "Guides",
      markdown: "Short walks through the API: [your first order](first-order.md) and [events](events.md).",
      pages: [
        { slug: "first-order", title: "Your first order", markdown: FIRST_ORDER },
        { slug: "events", title: "Events", markdown: EVENTS },
      ],
    },
    { slug: "reference", title: "Reference", markdown: REFERENCE },
  ],
};
