import { defineResource } from "../../../define/define-resource.ts";

export const subjectAccessReview = defineResource({
  group: "authorization.k8s.io",
  kind: "SubjectAccessReview",
  plural: "subjectaccessreviews",
  scope: "Cluster",
  verbs: ["create"],
  versions: [{ version: "v1", type: "authorization/v1.SubjectAccessReview" }],
  columns: [],
  strategy: { kubeFinalizers: false },
});
