import { expect, it } from "vitest";
import { withoutKeys } from "../../src/facts/keys.js";

it("leaves of addresses what stands before their keys, and all else as it is", () => {
  const answer = {
    url: "https://docs.example.com/specs/pets?key=s3cret",
    files: [{ downloadURL: "https://me:s3cret@files.example.com/a.png?token=s3cret#s3cret", name: "a?b" }],
    urls: { app: "https://docs.example.com/o/x?share=s3cret", published: "https://docs.example.com/x" },
    body: { markdown: "see https://example.com/?q=1" },
    filesystem: { "pets.yaml": { servers: [{ url: "https://example.com/?v=2" }] } },
  };
  expect(withoutKeys(answer)).toEqual({
    url: "https://docs.example.com/specs/pets",
    files: [{ downloadURL: "https://files.example.com/a.png", name: "a?b" }],
    urls: { app: "https://docs.example.com/o/x", published: "https://docs.example.com/x" },
    body: { markdown: "see https://example.com/?q=1" },
    filesystem: { "pets.yaml": { servers: [{ url: "https://example.com/?v=2" }] } },
  });
});

it("leaves out where people with a link alone find it", () => {
  const urls = { app: "https://a.example", published: "https://b.example/s3cret", public: "https://c.example/s3cret" };
  expect(withoutKeys({ visibility: "share-link", urls }).urls).toEqual({ app: "https://a.example" });
  expect(withoutKeys({ visibility: "public", urls }).urls).toEqual(urls);
});
