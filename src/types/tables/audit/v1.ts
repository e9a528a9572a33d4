/** The types of audit.k8s.io/v1; the notation is explained in `notation.ts`. */
export const auditV1 = `
GroupResources group=0:s resources=0:*s resourceNames=0:*s
Policy ^TypeMeta=0:meta/v1.TypeMeta metadata=0:meta/v1.ObjectMeta rules=0:*PolicyRule omitStages=0:*s:Stage
  omitManagedFields=0:b
PolicyRule level=0:s:Level users=0:*s userGroups=0:*s verbs=0:*s resources=0:*GroupResources namespaces=0:*s
  nonResourceURLs=0:*s omitStages=0:*s:Stage omitManagedFields=0:b?
`;
