import type { FileSource } from "./page.js";

/** Drawings are SVG, so the sample contains real images as text. */
function drawing(id: string, name: string, width: number, height: number, shapes: string): FileSource {
  return {
    id,
    name,
    contentType: "image/svg+xml",
    dimensions: { width, height },
    text: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${shapes}</svg>\n`,
  };
}

export const TERN_AT_DOCK = drawing(
  "fT6kXw2NbRz9QmVd4LhG",
  "tern-at-dock.svg",
  640,
  420,
  '<rect width="640" height="420" fill="#f4f1ea"/><path d="M0 360h640" stroke="#8a8577" stroke-width="4"/>' +
    '<rect x="70" y="250" width="60" height="110" rx="8" fill="#4a5568"/>' +
    '<rect x="150" y="180" width="340" height="150" rx="24" fill="#2f855a"/>' +
    '<rect x="470" y="210" width="20" height="40" rx="6" fill="#1a202c"/>' +
    '<circle cx="220" cy="340" r="22" fill="#1a202c"/><circle cx="420" cy="340" r="22" fill="#1a202c"/>' +
    '<path d="M160 180V90h30" fill="none" stroke="#1a202c" stroke-width="10"/>',
);

export const MAP_VIEW = drawing(
  "fM8vYt4JqWd2HxRk6PzC",
  "map-view.svg",
  800,
  500,
  '<rect width="800" height="500" fill="#edf2f7"/><g fill="#cbd5e0"><rect x="80" y="60" width="260" height="60"/>' +
    '<rect x="80" y="180" width="260" height="60"/><rect x="80" y="300" width="260" height="60"/></g>' +
    '<path d="M60 150h560v240" fill="none" stroke="#3182ce" stroke-width="6" stroke-dasharray="14 10"/>' +
    '<circle cx="200" cy="150" r="12" fill="#2f855a"/><circle cx="480" cy="150" r="12" fill="#2f855a"/>' +
    '<circle cx="620" cy="330" r="12" fill="#dd6b20"/>',
);

export const WINDOW_SCREWS = drawing(
  "fW5gKc7ZpVx3TnBq9RyJ",
  "window-screws.svg",
  480,
  240,
  '<rect x="40" y="40" width="400" height="160" rx="12" fill="#1a202c"/><g fill="#e2e8f0">' +
    '<circle cx="60" cy="60" r="8"/><circle cx="420" cy="60" r="8"/>' +
    '<circle cx="60" cy="180" r="8"/><circle cx="420" cy="180" r="8"/></g>',
);

/** A text to print and hang up. No page links to it: files without backlinks exist too. */
export const SAFETY_CARD: FileSource = {
  id: "fB3pZq8YcJx5KtWn7RmD",
  name: "safety-card.txt",
  contentType: "text/plain",
  text: `A Tern sees what is in front of it. It does not look behind itself.

Keep crossings free. Do not step out from between shelves.
Nobody rides on the cart. The red button stops it.
`,
};
