import type { StoredPage } from "../content/types.js";

/** The page that a comment is about, in the form that the comment contains. */
export type TargetPage = Pick<StoredPage, "id" | "title" | "emoji" | "icon" | "createdAt" | "updatedAt" | "path"> & {
  outdated: boolean;
};

export function presentTarget({ id, title, emoji, icon, createdAt, updatedAt, path }: StoredPage): TargetPage {
  return {
    id,
    title,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    createdAt,
    updatedAt,
    path,
    outdated: false,
  };
}
