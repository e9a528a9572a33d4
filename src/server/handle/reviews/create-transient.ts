import { dedupOwnerReferences } from "../../../resources/machine/object-meta/owner-references.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { bind } from "../subresources/binding.ts";
import { readTransient } from "../subresources/read-transient.ts";
import { resourceKey, type Target } from "../target.ts";
import { admitted, beginAdmission } from "../write/admission.ts";
import { admitMutating } from "../write/admit-mutating.ts";
import { readOptions } from "../write/body/read-options.ts";
import { stampOptions } from "../write/body/write-options.ts";
import { ensureNamespace, wipeSystemMetadata } from "../write/identity.ts";
import { stampTransient } from "../write/managed-fields.ts";
import { arrangedDocument } from "../write/seal.ts";
import { accessReview, localAccessReview, selfAccessReview } from "./access-review.ts";
import type { Reviewer, Reviews } from "./reviewer.ts";
import { selfRulesReview } from "./rules-review.ts";
import { selfSubjectReview, tokenReview } from "./token-review.ts";

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
export function isTransient(target: Pick<Target, "resource">): boolean {
  const key = resourceKey(target);
  return key === BINDINGS || REVIEWERS.has(key);
}

/** Answers the POST of an object that is never stored: reviews, and bindings by their own collection. */
export async function createTransient(
  reviews: Reviews,
  context: RequestContext,
  target: Target,
): Promise<Answer> {
  const reviewer = REVIEWERS.get(resourceKey(target));
  if (reviewer === undefined) return bind(reviews, context, target);
  const options = await readOptions(context, "CreateOptions");
  const review = await readTransient(reviews, context, target.kind, options);
  wipeSystemMetadata(review);
  ensureNamespace(review, target);
  dedupOwnerReferences(review, context.warnings.add);
  stampTransient(reviews, context, target, target.kind, review, options);
  const admission = beginAdmission(reviews, context, target, {
    operation: "CREATE",
    name: review.metadata.name ?? "",
    dryRun: options.dryRun,
    options: stampOptions("CreateOptions", options.given),
    oldObject: null,
  });
  const mutated = await admitMutating(context, admission, review);
  const admit = async (): Promise<void> => {
    admitted(context, admission, await admission.validate(mutated));
  };
  const { object } = target.kind.arrange(mutated);
  const answered = await reviewer(reviews, context, object, admit);
  return {
    kind: "object",
    status: 201,
    shownAs: target.kind,
    document: arrangedDocument(target.kind, answered),
  };
}
