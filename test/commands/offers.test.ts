import { expect, test } from "vitest";
import { asDocument, asText } from "../../src/cli/argv/instruction-document.js";

test("instructions go to text and back; what is more than paragraphs stays a document", () => {
  for (const text of ["One.", "One.\n\nTwo, *starred*.", "Lines\nof one"]) expect(asText(asDocument(text))).toBe(text);
  const heading = { object: "document", data: { schemaVersion: 2 }, nodes: [{ object: "block", type: "heading-1" }] };
  expect(JSON.parse(asText(heading))).toEqual(heading);
  expect(asDocument(asText(heading))).toEqual(heading);
});
