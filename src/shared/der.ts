/** The part of DER, the binary form of certificates and keys, that tells its values apart. */

/** Finds where the content of the value at an offset begins and ends (exclusive); beyond the bytes where they were cut. */
export function contentAt(der: Buffer, at: number): { from: number; to: number } {
  const first = der[at + 1] ?? 0;
  const more = first < 0x80 ? 0 : Math.min(first & 0x7f, 6);
  const from = at + 2 + more;
  if (more > 0 && from > der.length) return { from, to: from };
  return { from, to: from + (more === 0 ? first : der.readUIntBE(at + 2, more)) };
}
