/**
 * Orders keys by their UTF-8 bytes. JavaScript's `<` compares UTF-16 units, which differs only where both
 * units are 0xD800 or above: surrogates represent code points beyond all other units, yet sort before
 * U+E000..U+FFFF.
 */
export function compareBytewise(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = byteRank(a.charCodeAt(i)) - byteRank(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The same order for keys without units of 0xD800 and above, at the speed of the engine's own comparison. */
export function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1;
}

/** True if a key needs `compareBytewise`. */
export function needsBytewise(key: string): boolean {
  return HIGH_UNIT.test(key);
}

const HIGH_UNIT = /[\ud800-\uffff]/;

function byteRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
