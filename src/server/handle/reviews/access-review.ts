import { type FieldError, invalid, invalidObject, required } from "../../../api/field-error.ts";
import { isJsonObject, type JsonObject } from "../../../api/json.ts";
import type { KubeObject, UserInfo } from "../../../api/meta.ts";
import { badRequest } from "../../../api/status.ts";
import type { AuthorizationAttributes } from "../../authorize/attributes.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";

/** SubjectAccessReview: may that user do this? */
export function accessReview(house: House, _context: RequestContext, review: KubeObject): KubeObject {
  const spec = specOf(review);
  const errors = [...attributeErrors(spec), ...subjectErrors(spec)];
  if (errors.length > 0) throw refuse(review, errors);
  return decide(house, review, subjectOf(spec), spec);
}

/** LocalSubjectAccessReview: the same, in one namespace. */
export function localAccessReview(house: House, context: RequestContext, review: KubeObject): KubeObject {
  const asked = (specOf(review).resourceAttributes ?? {}) as { namespace?: string };
  const { namespace = "" } = review.metadata;
  if ((asked.namespace ?? "") !== namespace)
    throw badRequest(
      `spec.resourceAttributes.namespace must match namespace: ${JSON.stringify(namespace)}, got: ${JSON.stringify(asked.namespace ?? "")}`,
    );
  return accessReview(house, context, review);
}

/** SelfSubjectAccessReview: may I? */
export function selfAccessReview(house: House, context: RequestContext, review: KubeObject): KubeObject {
  const spec = specOf(review);
  const errors = attributeErrors(spec);
  if (errors.length > 0) throw refuse(review, errors);
  return decide(house, review, context.user, spec);
}

const specOf = (review: KubeObject): JsonObject => (isJsonObject(review.spec) ? review.spec : {});

const refuse = (review: KubeObject, errors: readonly FieldError[]): Error =>
  invalidObject(
    { group: "authorization.k8s.io", kind: review.kind ?? "" },
    review.metadata.name ?? "",
    errors,
  );

function attributeErrors({ resourceAttributes, nonResourceAttributes }: JsonObject): FieldError[] {
  if (isJsonObject(resourceAttributes) && isJsonObject(nonResourceAttributes))
    return [
      invalid(
        "spec.nonResourceAttributes",
        nonResourceAttributes,
        "cannot be specified in combination with resourceAttributes",
      ),
    ];
  if (!isJsonObject(resourceAttributes) && !isJsonObject(nonResourceAttributes))
    return [
      invalid(
        "spec.resourceAttributes",
        null,
        "exactly one of nonResourceAttributes or resourceAttributes must be specified",
      ),
    ];
  return [];
}

function subjectErrors({ user, groups }: JsonObject): FieldError[] {
  const nobody = (user ?? "") === "" && (!Array.isArray(groups) || groups.length === 0);
  return nobody ? [required("spec.user", "at least one of user or group must be specified")] : [];
}

function subjectOf({ user, uid, groups, extra }: JsonObject): UserInfo {
  return {
    username: typeof user === "string" ? user : "",
    ...(typeof uid === "string" && uid !== "" ? { uid } : {}),
    groups: Array.isArray(groups) ? groups.map(String) : [],
    ...(isJsonObject(extra) ? { extra: extra as unknown as Record<string, string[]> } : {}),
  };
}

function decide(house: House, review: KubeObject, user: UserInfo, spec: JsonObject): KubeObject {
  const { decision, reason } = house.authorize(attributesOf(user, spec));
  const status: JsonObject = {
    allowed: decision === "allow",
    ...(decision === "deny" ? { denied: true } : {}),
    ...(reason === "" ? {} : { reason }),
  };
  return { ...review, status };
}

function attributesOf(user: UserInfo, spec: JsonObject): AuthorizationAttributes {
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  const none = {
    user,
    group: "",
    version: "",
    resource: "",
    subresource: "",
    namespace: "",
    name: "",
    path: "",
  };
  if (isJsonObject(path)) return { ...none, isResource: false, verb: text(path.verb), path: text(path.path) };
  const asked = isJsonObject(resource) ? resource : {};
  return {
    ...none,
    isResource: true,
    verb: text(asked.verb),
    group: text(asked.group),
    version: text(asked.version),
    resource: text(asked.resource),
    subresource: text(asked.subresource),
    namespace: text(asked.namespace),
    name: text(asked.name),
  };
}
