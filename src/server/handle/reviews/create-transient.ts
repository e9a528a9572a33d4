import { badRequest } from "../../../api/status.ts";
import { aggregate } from "../../../api/validation/field-error.ts";
import { membersOf } from "../../../json/value.ts";
import { runSteps, type Step } from "../../loop/run-steps.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { bind } from "../subresources/binding.ts";
import type { Target } from "../target.ts";
import { arrangedDocument } from "../write/seal.ts";
import { admitValidating } from "../write/steps/admit.ts";
import { wipeSystemFields } from "../write/steps/read.ts";
import { ADMIT_TRANSIENT, READ_TRANSIENT } from "../write/steps/transient.ts";
import { Write } from "../write/steps/write.ts";
import { accessReview, localAccessReview, selfAccessReview } from "./access-review.ts";
import type { Reviewer, Reviews } from "./reviewer.ts";
import { selfSubjectReview, tokenReview } from "./token-review.ts";

/** Answers a SelfSubjectRulesReview: all rights of the user in a namespace. */
const selfRulesReview: Reviewer = async (reviews, { user }, review, admit) => {
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

/** Reviewers by `group/plural`. */
const REVIEWERS: ReadonlyMap<string, Reviewer> = new Map([
  ["authentication.k8s.io/tokenreviews", tokenReview],
  ["authentication.k8s.io/selfsubjectreviews", selfSubjectReview],
  ["authorization.k8s.io/subjectaccessreviews", accessReview],
  ["authorization.k8s.io/localsubjectaccessreviews", localAccessReview],
  ["authorization.k8s.io/selfsubjectaccessreviews", selfAccessReview],
  ["authorization.k8s.io/selfsubjectrulesreviews", selfRulesReview],
]);
const BINDINGS = "/bindings";

/** True if a resource is only a request, which is never stored. */
export const isTransient = ({ resource: { key } }: Pick<Target, "resource">): boolean =>
  key === BINDINGS || REVIEWERS.has(key);

const REVIEW: readonly Step<Write<Reviews>>[] = [...READ_TRANSIENT, wipeSystemFields, ...ADMIT_TRANSIENT];

/** Answers the POST of an object that is never stored: reviews, and bindings by their own collection. */
export async function createTransient(
  reviews: Reviews,
  context: RequestContext,
  target: Target,
): Promise<Answer> {
  const reviewer = REVIEWERS.get(target.resource.key);
  if (reviewer === undefined) return bind(reviews, context, target);
  const write = new Write(reviews, context, target);
  await runSteps(REVIEW, write);
  const { object } = target.kind.arrange(write.object);
  const answered = await reviewer(reviews, context, object, async () => admitValidating(write));
  const document = arrangedDocument(target.kind, answered);
  return { kind: "object", status: 201, shownAs: target.kind, document };
}
