/** Kinds that hold the loop for longer than they should, with the time that they are allowed, and why. */
export const KNOWN = new Map();

/** A short run: the longest of every sort. */
export const QUICK = [];
