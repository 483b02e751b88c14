/** What was found, without its order, and how many sections are shown of each page. */
export function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(unordered(item))).sort();
  if (typeof value !== "object" || value === null) return value;
  const plain = ([key, inner]: [string, unknown]) => [
    key,
    key === "sections" && Array.isArray(inner) ? inner.length : unordered(inner),
  ];
  return Object.fromEntries(Object.entries(value).map(plain));
}
