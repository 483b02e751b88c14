/** Tokens of a sandbox: its own acts as the calling member of the settings, others as the member they were made for. */
import { Failure } from "../../errors.js";
import type { Database } from "../../system/sqlite.js";
import type { Sources } from "../types.js";

/** Keeps a token from starting with `-`, like an option, and distinguishes it from other services' tokens. */
const PREFIX = "docs_";
const TOKEN_BYTES = 32;
const ID_BYTES = 6;

export interface TokenInfo {
  id: string;
  /** Id of the member that the token acts as. */
  user: string;
  /** ISO 8601. */
  createdAt: string;
}

/** 256 random bits. */
export function newToken(bytes: Sources["bytes"]): string {
  return `${PREFIX}${Buffer.from(bytes(TOKEN_BYTES)).toString("base64url")}`;
}

/** Only a hash is stored, so a token can be shown just once. It needs no salt because the token is random. */
const hashOf = (token: string) =>
  process.getBuiltinModule("node:crypto").createHash("sha256").update(token).digest("hex");

/** Creates a token that acts as a member, named by id or email. @throws Failure not-found */
export function addToken(db: Database, who: string, { bytes, now }: Sources): TokenInfo & { token: string } {
  const user = findMemberByName(db, who);
  if (user === undefined) {
    throw new Failure("not-found", `no member of the sandbox has the id or email "${who}"`, {
      hint: "docs --sandbox members list shows them",
    });
  }
  const token = newToken(bytes);
  const id = Buffer.from(bytes(ID_BYTES)).toString("hex");
  const createdAt = new Date(now()).toISOString();
  db.run("INSERT INTO tokens (id, hash, user, created_at) VALUES (?, ?, ?, ?)", id, hashOf(token), user, createdAt);
  return { id, user, createdAt, token };
}

/** A member of any organization. */
export function findMemberByName(db: Database, who: string): string | undefined {
  const id = db.get(
    `SELECT json_extract(json, '$.id') AS id FROM objects
     WHERE kind = 'member' AND (json_extract(json, '$.id') = ?1 OR lower(json_extract(json, '$.user.email')) = lower(?1))`,
    who,
  )?.id;
  return id === undefined ? undefined : String(id);
}

/** Oldest first. */
export function listTokens(db: Database): TokenInfo[] {
  return db
    .all("SELECT id, user, created_at FROM tokens ORDER BY created_at, rowid")
    .map((row) => ({ id: String(row.id), user: String(row.user), createdAt: String(row.created_at) }));
}

/** True if there was one. */
export function removeToken(db: Database, id: string): boolean {
  return db.run("DELETE FROM tokens WHERE id = ?", id) > 0;
}

/** Takes the same time for every text of the token's length, which is not a secret. */
export function sameToken(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && process.getBuiltinModule("node:crypto").timingSafeEqual(one, other);
}

/** The member that a token acts as; undefined if it was never made or is revoked. */
export function userOf(db: Database, token: string): string | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const user = db.get("SELECT user FROM tokens WHERE hash = ?", hashOf(token))?.user;
  return user === undefined ? undefined : String(user);
}
