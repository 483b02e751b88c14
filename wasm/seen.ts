/* Which fingerprints came before: a table with open addressing, 8 bytes a place; 0 is a free one, and no fingerprint. */

/** Adds `count` fingerprints from `from` on, without those that are 0; answers how many were there already. */
export function addAll(from: i32, count: i32, table: i32, places: i32): i32 {
  const mask = places - 1;
  let repeated = 0;
  for (let at = from; at < from + count * 8; at += 8) {
    const fingerprint = load<u64>(at);
    if (fingerprint === 0) continue;
    let place = (fingerprint as i32) & mask;
    let there = load<u64>(table + place * 8);
    while (there !== 0 && there !== fingerprint) {
      place = (place + 1) & mask;
      there = load<u64>(table + place * 8);
    }
    if (there === 0) store<u64>(table + place * 8, fingerprint);
    else repeated += 1;
  }
  return repeated;
}
