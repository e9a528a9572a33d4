/** Borders that are not linear yet, `name: shape`, each with the reason. A run says when one of them has become so. */
export const KNOWN = new Map();
