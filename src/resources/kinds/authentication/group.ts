import type { ResourceGroup } from "../../define/resource-group.ts";
import { selfSubjectReview } from "./self-subject-review/definition.ts";
import { tokenReview } from "./token-review/definition.ts";

export const authentication: ResourceGroup = {
  name: "authentication.k8s.io",
  priority: 17_700,
  resources: [selfSubjectReview, tokenReview],
};
