import { type KubeObject, specOf, type UserInfo } from "../../../api/meta.ts";
import { badRequest } from "../../../api/status.ts";
import type { FieldError } from "../../../api/validation/field-error.ts";
import { goTexts, isJsonObject, type JsonObject, text } from "../../../json/value.ts";
import { type AuthorizationAttributes, askedOfPath, askedOfResource } from "../../authorize/attributes.ts";
import { askedFields, askedLabels, evaluationError } from "./asked-selectors.ts";
import {
  attributeErrors,
  metadataErrors,
  placeErrors,
  refuseInvalid,
  selectorErrors,
  subjectErrors,
} from "./check-review.ts";
import type { Reviewer, Reviews } from "./reviewer.ts";

/** Answers a SubjectAccessReview: the decision for the named user. */
export const accessReview: Reviewer = async (reviews, _context, review, admit) => {
  const spec = specOf(review);
  refuseInvalid([...specErrors(spec), ...metadataErrors(review)]);
  await admit();
  return decide(reviews, review, subjectOf(spec), spec);
};

const specErrors = (spec: JsonObject): FieldError[] => [
  ...attributeErrors(spec),
  ...subjectErrors(spec),
  ...selectorErrors(spec),
];

/** Answers a LocalSubjectAccessReview: the same, in one namespace. */
export const localAccessReview: Reviewer = async (reviews, context, review, admit) => {
  const spec = specOf(review);
  const { namespace = "" } = review.metadata;
  refuseInvalid([
    ...specErrors(spec),
    ...metadataErrors(review, ["namespace"], "must be empty except for namespace"),
    ...placeErrors(spec, namespace),
  ]);
  const { namespace: served } = context.info;
  if (served !== namespace)
    throw badRequest(`spec.resourceAttributes.namespace must match namespace: ${served}`);
  await admit();
  return decide(reviews, review, subjectOf(spec), spec);
};

/** Answers a SelfSubjectAccessReview: the decision for the user of the request. */
export const selfAccessReview: Reviewer = async (reviews, context, review, admit) => {
  const spec = specOf(review);
  refuseInvalid([...attributeErrors(spec), ...selectorErrors(spec), ...metadataErrors(review)]);
  await admit();
  return decide(reviews, review, context.user, spec);
};

function subjectOf({ user, uid, groups, extra }: JsonObject): UserInfo {
  return {
    username: typeof user === "string" ? user : "",
    ...(typeof uid === "string" && uid !== "" ? { uid } : {}),
    groups: goTexts(groups),
    ...(isJsonObject(extra) ? { extra: extra as unknown as Record<string, string[]> } : {}),
  };
}

async function decide(
  reviews: Reviews,
  review: KubeObject,
  user: UserInfo,
  spec: JsonObject,
): Promise<KubeObject> {
  const { decision, reason, error } = await reviews.authorize(attributesOf(user, spec));
  const problems = [error, evaluationError(spec)].filter((text) => text !== undefined);
  const problem = problems.length === 0 ? undefined : problems.join("; ");
  const status: JsonObject = {
    allowed: decision === "allow",
    ...(decision === "deny" ? { denied: true } : {}),
    ...(reason === "" ? {} : { reason }),
    ...(problem === undefined ? {} : { evaluationError: problem }),
  };
  return { ...review, status };
}

function attributesOf(user: UserInfo, spec: JsonObject): AuthorizationAttributes {
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  if (isJsonObject(path)) return askedOfPath(user, text(path.verb), text(path.path));
  const asked = isJsonObject(resource) ? resource : {};
  return askedOfResource(user, text(asked.verb), {
    group: text(asked.group),
    version: text(asked.version) || "*",
    resource: text(asked.resource),
    subresource: text(asked.subresource),
    namespace: text(asked.namespace),
    name: text(asked.name),
    fieldSelector: askedFields(asked.fieldSelector),
    labelSelector: askedLabels(asked.labelSelector),
  });
}
