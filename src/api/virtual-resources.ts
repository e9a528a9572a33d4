/** Resources that answer a question and are never stored, by group. */
const VIRTUAL: Readonly<Record<string, ReadonlySet<string>>> = {
  "authentication.k8s.io": new Set(["selfsubjectreviews", "tokenreviews"]),
  "authorization.k8s.io": new Set([
    "localsubjectaccessreviews",
    "selfsubjectaccessreviews",
    "selfsubjectrulesreviews",
    "subjectaccessreviews",
  ]),
};

/** Policies are never asked about them, quotas never count them, and webhooks may be kept from them. */
export function isVirtual(group: string, resource: string): boolean {
  return hasVirtual(group) && (VIRTUAL[group]?.has(resource) ?? false);
}

/** Whether a group has such resources. */
export const hasVirtual = (group: string): boolean => Object.hasOwn(VIRTUAL, group);
