/** The editor, browser and pager that a profile names. */
import type { ResolvedSettings } from "../../config/resolve.js";

/**
 * Puts them where libraries and children look: the environment of this process. What the environment itself says for this
 * program comes first; what it says for all programs comes last.
 */
export function usePrograms({ programs }: Pick<ResolvedSettings, "programs">, env: NodeJS.ProcessEnv): void {
  const editor = env.DOCS_EDITOR || programs.editor;
  if (editor) env.VISUAL = editor;
  if (programs.browser) env.DOCS_BROWSER ||= programs.browser;
  // An empty DOCS_PAGER means none.
  if (programs.pager !== undefined) env.DOCS_PAGER ??= programs.pager;
}
