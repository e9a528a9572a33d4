import { defineResource } from "../../../define/define-resource.ts";

export const tokenReview = defineResource({
  group: "authentication.k8s.io",
  kind: "TokenReview",
  plural: "tokenreviews",
  scope: "Cluster",
  verbs: ["create"],
  versions: [{ version: "v1", type: "authentication/v1.TokenReview" }],
  columns: [],
  strategy: { kubeFinalizers: false },
});
