import type { Database } from "./sqlite.js";

interface Switchable extends Database {
  /** Goes on with another connection, in a transaction as before. */
  goOnWith(next: Database): void;
}

/** A connection that may be replaced while others hold on to it. */
export function createSwitchable(first: Database): Switchable {
  let now = first;
  return {
    exec: (sql) => now.exec(sql),
    get: (sql, ...values) => now.get(sql, ...values),
    all: (sql, ...values) => now.all(sql, ...values),
    run: (sql, ...values) => now.run(sql, ...values),
    close: () => now.close(),
    goOnWith(next) {
      now.exec("COMMIT");
      now.close();
      now = next;
      now.exec("BEGIN");
    },
  };
}
