import { createOnly } from "../../define/define-resource.ts";
import type { ResourceGroup } from "../../define/resource-group.ts";

const name = "authorization.k8s.io";

export const authorization: ResourceGroup = {
  name,
  priority: 17_600,
  resources: [
    createOnly(name, "LocalSubjectAccessReview", "Namespaced"),
    createOnly(name, "SelfSubjectAccessReview"),
    createOnly(name, "SelfSubjectRulesReview"),
    createOnly(name, "SubjectAccessReview"),
  ],
};
