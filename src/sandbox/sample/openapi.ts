/*
 * The specification of the Harbor API in its two versions; the second one added events.
 */

const ORDER = {
  type: "object",
  required: ["stop"],
  properties: {
    stop: { type: "string", description: "Name of the stop the cart is sent to", example: "packing-3" },
    load: { type: "object", properties: { kg: { type: "number", minimum: 0, maximum: 120 } } },
    priority: { type: "string", enum: ["low", "normal", "high"], default: "normal" },
  },
};

const PATHS = {
  "/carts": {
    get: { summary: "List carts", responses: { "200": { description: "All carts of the fleet" } } },
  },
  "/orders": {
    post: {
      summary: "Place an order",
      requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } },
      responses: { "201": { description: "The order and the cart that was chosen" } },
    },
  },
  "/orders/{id}": {
    get: {
      summary: "Get an order",
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      responses: { "200": { description: "The order" }, "404": { description: "No such order" } },
    },
  },
};

function specification(version: string, paths: object): string {
  const document = {
    openapi: "3.1.0",
    info: { title: "Harbor API", version, description: "Where carts are, and sending them somewhere" },
    servers: [{ url: "https://harbor.local/api/v2" }],
    paths,
    components: {
      schemas: { Order: ORDER },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
    security: [{ token: [] }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

export const HARBOR_API_2_0 = specification("2.0.0", PATHS);

export const HARBOR_API_2_1 = specification("2.1.0", {
  ...PATHS,
  "/events": {
    get: { summary: "List recent events", responses: { "200": { description: "Events of the last hour" } } },
  },
});
