/** Kinds that hold the loop for longer than they should, with the milliseconds that they are allowed (docs/security.md). */
export const KNOWN = new Map([
  ["config map, small keys, replaced", 200],
  ["config map, small keys, applied", 400],
  ["resource quota", 300],
  ["merge patch, all other keys", 800],
]);

/** A short run: the longest of every sort. */
export const QUICK = [
  "config map, small keys",
  "config map, wrong annotations",
  "config map, managed fields",
  "config map, owners",
  "config map, small keys, in YAML",
  "config map, small keys, replaced",
  "config map, small keys, applied",
  "deployment, environment",
  "resource quota",
  "merge patch, all other keys",
  "YAML, flow collections",
];
