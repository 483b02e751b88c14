/**
 * A page of the sample as written: Markdown without its title. Slugs are unique within a book,
 * so that links can use them with `.md`; images use the name of their file.
 */
export interface PageSource {
  slug: string;
  title: string;
  emoji?: string;
  description?: string;
  markdown: string;
  pages?: PageSource[];
}

export interface FileSource {
  id: string;
  name: string;
  contentType: string;
  text: string;
  dimensions?: { width: number; height: number };
}

export interface Book {
  pages: PageSource[];
  files: FileSource[];
}
