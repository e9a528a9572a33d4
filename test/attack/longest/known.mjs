/** Kinds that hold the loop for longer than they should, with the milliseconds that they are allowed (docs/security.md). */
export const KNOWN = new Map([
  ["limit range", 250],
  ["mutating policy, apply", 200],
  ["merge patch, all other keys", 200],
  ["config map, small keys, applied in YAML", 150],
  ["config map, small keys, applied", 150],
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
