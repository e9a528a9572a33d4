import { createOnly } from "../../define/define-resource.ts";
import type { ResourceGroup } from "../../define/resource-group.ts";

const name = "authentication.k8s.io";

export const authentication: ResourceGroup = {
  name,
  priority: 17_700,
  resources: [createOnly(name, "SelfSubjectReview"), createOnly(name, "TokenReview")],
};
