/** Groups whose last version was removed: `extensions` in 1.22. */
const REMOVED: ReadonlySet<string> = new Set(["extensions"]);

/** True if no version of the group is served any more. */
export const isRemovedGroup = (group: string): boolean => REMOVED.has(group);

/** Groups of the configurations of admission. */
export const ADMISSION_GROUPS: ReadonlySet<string> = new Set([
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
]);
