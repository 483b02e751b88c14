import { expect, it } from "vitest";
import { withoutKeys } from "../../src/shared/keys.js";

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

it("R79 puts a digest in place of what signs the path of a download, and leaves ids", () => {
  const of = (downloadURL: string) => withoutKeys({ downloadURL }).downloadURL;
  const [one, other] = ["a".repeat(64), "b".repeat(64)];
  const shown = of(`https://docs.example.com/files/${one}/logo.png?x=1`);
  expect(shown).toMatch(/^https:\/\/docs\.example\.com\/files\/~[0-9a-f]{20}\/logo\.png$/);
  expect(of(`https://docs.example.com/files/${other}/logo.png`)).not.toBe(shown);
  // A copy of a copy is the same.
  expect(of(shown)).toBe(shown);
  const plain = "https://files.example.com/spaces/tG4nVx8YqLz2RkWd7JmS/logo.png";
  expect(of(plain)).toBe(plain);
});
