import { defineResource } from "../../../define/define-resource.ts";

export const selfSubjectRulesReview = defineResource({
  group: "authorization.k8s.io",
  kind: "SelfSubjectRulesReview",
  plural: "selfsubjectrulesreviews",
  scope: "Cluster",
  verbs: ["create"],
  versions: [{ version: "v1", type: "authorization/v1.SelfSubjectRulesReview" }],
  columns: [],
  strategy: { kubeFinalizers: false },
});
