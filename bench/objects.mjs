// Objects like those of a real organization, about 450 bytes each.

export const ORG = "hR7kQ2mXv9TzLb4WcN8p";

const id = (index) => `sp${String(index).padStart(8, "0")}QmXv9TzLbW`;

export function spaceAt(index) {
  return {
    object: "space",
    id: id(index),
    title: `Handbook of team ${index}, volume ${index % 17}`,
    emoji: "1f4d8",
    visibility: index % 3 === 0 ? "public" : "private",
    createdAt: "2024-03-05T10:15:30.000Z",
    updatedAt: "2025-01-17T08:00:00.000Z",
    editMode: "live",
    organization: ORG,
    language: "en",
    revision: `rev${index}`,
    comments: index % 29,
    changeRequests: index % 11,
    urls: {
      location: `https://docs.example/v1/spaces/${id(index)}`,
      app: `https://docs.example/o/${ORG}/s/${id(index)}`,
    },
  };
}
