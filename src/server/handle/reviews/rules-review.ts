import { aggregate } from "../../../api/field-error.ts";
import { type JsonObject, membersOf } from "../../../api/json.ts";
import { badRequest } from "../../../api/status.ts";
import type { PolicyRule } from "../../../resources/kinds/rbac/fields/v1-types.ts";
import { rulesFor } from "../../authorize/rbac.ts";
import type { Reviewer } from "./reviewer.ts";

/** SelfSubjectRulesReview: everything that the user may do in a namespace. */
export const selfRulesReview: Reviewer = async (reviews, { user }, review, admit) => {
  const { namespace } = membersOf<{ namespace: string }>(review.spec);
  if (!namespace) throw badRequest("no namespace on request");
  await admit();
  const { rules, errors } = rulesFor(reviews.rbac, user, namespace);
  const resourceRules = rules.filter((rule) => (rule.resources ?? []).length > 0).map(resourceRule);
  const nonResourceRules = rules.filter((rule) => (rule.nonResourceURLs ?? []).length > 0).map(pathRule);
  // The reference answers with a new object, which has nothing of the question.
  return {
    ...review,
    metadata: {},
    spec: {},
    status: {
      resourceRules,
      nonResourceRules,
      incomplete: false,
      ...(errors.length === 0 ? {} : { evaluationError: aggregate(errors) }),
    },
  };
};

function resourceRule({
  verbs = [],
  apiGroups = [],
  resources = [],
  resourceNames = [],
}: PolicyRule): JsonObject {
  return { verbs, apiGroups, resources, ...(resourceNames.length === 0 ? {} : { resourceNames }) };
}

const pathRule = ({ verbs = [], nonResourceURLs = [] }: PolicyRule): JsonObject => ({
  verbs,
  nonResourceURLs,
});
