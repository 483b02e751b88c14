/**
 * A page of the sample as it is written: Markdown without its title. Slugs are unique within a book,
 * so that links can name them with `.md`; images name their file.
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
