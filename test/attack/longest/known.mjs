/** Kinds that hold the loop for longer than they should, with the milliseconds that they are allowed (docs/security.md). */
export const KNOWN = new Map([
  ["definition, patterns", 500],
  ["custom, items that break rules", 400],
  ["custom, items with rules", 300],
  ["mutating policy, apply", 400],
  ["webhook, 100,000 operations", 300],
  ["limit range", 300],
  ["config map, small keys, applied in YAML", 250],
  ["definition, rules", 250],
  ["definition, wrong properties", 250],
  ["merge patch, all other keys", 200],
  ["a long Accept header", 200],
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
