/** The order of keys by their UTF-8 bytes, for keys without units of 0xD800 and above: as fast as the engine compares. */
export const compareUnits = (a: string, b: string): number => (a < b ? -1 : a === b ? 0 : 1);

/** True if a key needs `compareKeyBytes` of api/object/key-order.ts. */
export const needsBytewise = (key: string): boolean => HIGH_UNIT.test(key);

const HIGH_UNIT = /[\ud800-\uffff]/;
