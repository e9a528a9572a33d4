import { defineResource } from "../../../define/define-resource.ts";

export const localSubjectAccessReview = defineResource({
  group: "authorization.k8s.io",
  kind: "LocalSubjectAccessReview",
  plural: "localsubjectaccessreviews",
  scope: "Namespaced",
  verbs: ["create"],
  versions: [{ version: "v1", type: "authorization/v1.LocalSubjectAccessReview" }],
  columns: [],
  strategy: { kubeFinalizers: false },
});
