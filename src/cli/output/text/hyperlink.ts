/** A terminal link (OSC 8) around text that is already safe; plain text if the URL is not http or https. */
export function hyperlink(url: string, text: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") return text;
  return `\u001b]8;;${parsed.href}\u001b\\${text}\u001b]8;;\u001b\\`;
}
