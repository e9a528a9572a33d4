import { defineResource } from "../../../define/define-resource.ts";

export const selfSubjectAccessReview = defineResource({
  group: "authorization.k8s.io",
  kind: "SelfSubjectAccessReview",
  plural: "selfsubjectaccessreviews",
  scope: "Cluster",
  verbs: ["create"],
  versions: [{ version: "v1", type: "authorization/v1.SelfSubjectAccessReview" }],
  columns: [],
  strategy: { kubeFinalizers: false },
});
