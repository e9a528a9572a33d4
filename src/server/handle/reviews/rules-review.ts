import { badRequest } from "../../../api/status.ts";
import { aggregate } from "../../../api/validation/field-error.ts";
import { membersOf } from "../../../json/value.ts";
import type { Reviewer } from "./reviewer.ts";

/** Answers a SelfSubjectRulesReview: all rights of the user in a namespace. */
export const selfRulesReview: Reviewer = async (reviews, { user }, review, admit) => {
  const { namespace } = membersOf<{ namespace: string }>(review.spec);
  if (!namespace) throw badRequest("no namespace on request");
  await admit();
  const { resourceRules, nonResourceRules, incomplete, errors } = reviews.rulesFor(user, namespace);
  // The reference answers with a new object, without the spec of the request.
  return {
    ...review,
    metadata: {},
    spec: {},
    status: {
      resourceRules: [...resourceRules],
      nonResourceRules: [...nonResourceRules],
      incomplete,
      ...(errors.length === 0 ? {} : { evaluationError: aggregate(errors) }),
    },
  };
};
