import { readFileSync, writeFileSync } from "node:fs";

const MAGIC = Buffer.from("d9d505f920a163d7", "hex");
const SECTOR = 512;

/** A journal as a crash leaves it, which names another one: SQLite rolls it back, then deletes the file of that name. */
export function writeHotJournal(database: string, named: string): void {
  const bytes = readFileSync(database);
  const pageSize = bytes.readUInt16BE(16);
  const header = Buffer.alloc(SECTOR);
  MAGIC.copy(header);
  for (const [at, value] of [0, 1234, bytes.length / pageSize, SECTOR, pageSize].entries())
    header.writeUInt32BE(value, MAGIC.length + 4 * at);
  const name = Buffer.from(named);
  const end = Buffer.alloc(8);
  end.writeUInt32BE(name.length, 0);
  end.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    4,
  );
  // The page that SQLite locks.
  const lockPage = Buffer.alloc(4);
  lockPage.writeUInt32BE(0x40000000 / pageSize + 1);
  writeFileSync(`${database}-journal`, Buffer.concat([header, lockPage, name, end, MAGIC]), { mode: 0o600 });
}
