/** The types of the configuration of ResourceQuota; the notation is explained in `notation.ts`. */
export const resourcequotaV1 = `
Configuration ^TypeMeta=0:meta/v1.TypeMeta limitedResources=0:*LimitedResource
LimitedResource apiGroup=0:s resource=0:s matchContains=0:*s
  matchScopes=0:*core/v1.ScopedResourceSelectorRequirement
`;
