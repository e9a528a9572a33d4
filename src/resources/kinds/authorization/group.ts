import type { ResourceGroup } from "../../define/resource-group.ts";
import { localSubjectAccessReview } from "./local-subject-access-review/definition.ts";
import { selfSubjectAccessReview } from "./self-subject-access-review/definition.ts";
import { selfSubjectRulesReview } from "./self-subject-rules-review/definition.ts";
import { subjectAccessReview } from "./subject-access-review/definition.ts";

export const authorization: ResourceGroup = {
  name: "authorization.k8s.io",
  priority: 17_600,
  resources: [localSubjectAccessReview, selfSubjectAccessReview, selfSubjectRulesReview, subjectAccessReview],
};
