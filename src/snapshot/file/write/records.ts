/**
 * The records of scopes: those of this run, and those that an interrupted run left. The latter count only once the walk has
 * found that nothing changed since.
 */

import { listSources, putSource, type Source, type SourceState } from "../../../sandbox/store/sources.js";
import type { Store } from "../../../sandbox/store/store.js";
import { isTextMissing } from "../../../shared/snapshots/page-texts.js";

export interface Records {
  stateOf(scope: string): SourceState | undefined;
  put(source: Source): void;
  /** The record of a scope by an interrupted run. */
  left(scope: string): Source | undefined;
  /** Makes the record of an interrupted run one of this run. */
  confirm(scope: string): void;
  /** Removes the records of a scope and of all below it. */
  forget(scope: string): void;
  /** Removes the records of an interrupted run that nothing confirmed. */
  removeLeft(): void;
}

export function createRecords(store: Store): Records {
  const left = new Map(listSources(store).map((source) => [source.scope, source]));
  const states = new Map<string, SourceState>();
  const remove = (scope: string) => {
    store.sql.run("DELETE FROM sources WHERE scope = ?", scope);
    left.delete(scope);
    states.delete(scope);
  };
  return {
    stateOf: (scope) => states.get(scope),
    put: (source) => {
      putSource(store, source);
      left.delete(source.scope);
      states.set(source.scope, source.state);
    },
    left: (scope) => left.get(scope),
    confirm: (scope) => {
      const source = left.get(scope);
      if (!source) return;
      left.delete(scope);
      states.set(scope, source.state);
    },
    forget: (scope) => {
      for (const name of [...states.keys(), ...left.keys()]) {
        if (name === scope || name.startsWith(`${scope}/`)) remove(name);
      }
    },
    removeLeft: () => {
      for (const scope of [...left.keys()]) remove(scope);
    },
  };
}

interface Page {
  type?: unknown;
  document?: string;
  pages: Page[];
}

/** True if a content is here with all of its texts. */
export function hasContent(store: Store, space: string, revision: string): boolean {
  const content = store.get<{ pages: Page[] }>("revision", revision);
  const isWhole = (pages: readonly Page[]): boolean =>
    pages.every(
      (page) =>
        !isTextMissing(page) &&
        (page.document === undefined || store.scopeOf("document", page.document) !== undefined) &&
        isWhole(page.pages),
    );
  return content !== undefined && store.scopeOf("revision", revision) === space && isWhole(content.pages);
}
