/** Resources that return a result and are never stored, by group. */
const VIRTUAL: Readonly<Record<string, ReadonlySet<string>>> = {
  "authentication.k8s.io": new Set(["selfsubjectreviews", "tokenreviews"]),
  "authorization.k8s.io": new Set([
    "localsubjectaccessreviews",
    "selfsubjectaccessreviews",
    "selfsubjectrulesreviews",
    "subjectaccessreviews",
  ]),
};

/**
 * True for a resource that is never stored. Policies are not evaluated for it, quotas do not count it, and webhooks
 * can be kept from it.
 */
export function isVirtual(group: string, resource: string): boolean {
  return hasVirtual(group) && (VIRTUAL[group]?.has(resource) ?? false);
}

/** True if a group has resources that are never stored. */
export const hasVirtual = (group: string): boolean => Object.hasOwn(VIRTUAL, group);
