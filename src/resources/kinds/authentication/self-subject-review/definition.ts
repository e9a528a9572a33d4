import { defineResource } from "../../../define/define-resource.ts";

export const selfSubjectReview = defineResource({
  group: "authentication.k8s.io",
  kind: "SelfSubjectReview",
  plural: "selfsubjectreviews",
  scope: "Cluster",
  verbs: ["create"],
  versions: [{ version: "v1", type: "authentication/v1.SelfSubjectReview" }],
  columns: [],
  strategy: { kubeFinalizers: false },
});
