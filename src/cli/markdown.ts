import type { Paint } from "./output/color.js";
import { sanitize } from "./sanitize.js";

export interface MarkdownOptions {
  width: number;
  paint: Paint;
  hyperlinks: boolean;
}

export async function renderMarkdown(source: string, _options: MarkdownOptions): Promise<string> {
  return `${sanitize(source).trimEnd()}\n`;
}
