/** Groups whose last version is gone: `extensions` since 1.22. */
const REMOVED: ReadonlySet<string> = new Set(["extensions"]);

export const isRemovedGroup = (group: string): boolean => REMOVED.has(group);
