/**
 * Objects as JSON text, kept in the order of `position` within a scope. All methods are synchronous (SQLite is) and run
 * inside the request's transaction.
 */
export interface Store {
  get<T extends object>(kind: string, id: string): T | undefined;
  /** Insert or replace. A new object goes to the end of its scope. */
  put(kind: string, id: string, scope: string, value: object): void;
  /** Read, change, write; undefined when absent. Keeps scope and position. */
  update<T extends object>(kind: string, id: string, change: (value: T) => T | undefined): T | undefined;
  /** True when it existed. */
  remove(kind: string, id: string): boolean;
  scopeOf(kind: string, id: string): string | undefined;
  /** All of a scope, in order. */
  all<T extends object>(kind: string, scope: string): T[];
  /** JSON texts of a slice of a scope, in order. */
  texts(kind: string, scope: string, offset: number, limit: number): string[];
  count(kind: string, scope: string): number;
  /** Put `id` into `scope`, before or after a sibling, or at its end. */
  place(kind: string, id: string, scope: string, position?: { before?: string; after?: string }): void;
  /** Next value of a counter, starting with 1 (change request numbers). */
  next(counter: string): number;
}
