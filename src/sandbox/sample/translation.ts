/** A text as the blocks of a document. */
function paragraph(key: string, text: string) {
  return {
    object: "block",
    type: "paragraph",
    key,
    isVoid: false,
    data: { align: "start" },
    nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
  };
}

/** What the translator was told. */
export const INSTRUCTIONS = {
  object: "document",
  data: { schemaVersion: 8 },
  nodes: [
    paragraph("pKx7Rn2v", "Address readers formally. Keep the names Tern and Harbor."),
    paragraph("pQd4Wm9z", "A cart is a Wagen, never a Roboter. The dock is the Ladestation."),
  ],
};
