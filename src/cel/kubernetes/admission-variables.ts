import type { GroupVersionKind, GroupVersionResource } from "../../api/group-version.ts";
import type { KubeObject, UserInfo } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";
import {
  type AuthorizationAnswer,
  type AuthorizationAttributes,
  type Authorize,
  authorizerValue,
  resourceCheckValue,
} from "../libraries/authorizer.ts";
import type { Activation } from "../plan/frame.ts";
import type { Value } from "../values/values.ts";
import { withFloats } from "../values/with-floats.ts";

/** The known facts of a request. The engine's `Attributes` are compatible. */
export interface RequestFacts {
  readonly operation: string;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  readonly options: JsonObject | null;
}

/** Input of one evaluation. */
export interface AdmissionInput {
  readonly attributes: RequestFacts;
  /** The matched kind, in which the objects are. */
  readonly kind: GroupVersionKind;
  /** Value of `request.resource`; if absent, the request's own resource. */
  readonly resource?: GroupVersionResource;
  readonly object: KubeObject | null;
  readonly oldObject: KubeObject | null;
  readonly name: string;
}

/** Attributes of an authorization check without the user. */
export type WithoutUser<T> = T extends unknown ? Omit<T, "user"> : never;

/** Authorizes a user synchronously, from rules in memory. */
export type AuthorizeUser = (
  user: UserInfo,
  attributes: WithoutUser<AuthorizationAttributes>,
) => AuthorizationAnswer;

/** Returns the values of object, oldObject, request, authorizer and namespaceObject (null unless given). */
export function admissionActivation(
  input: AdmissionInput,
  authorize: AuthorizeUser | undefined,
  more: Activation = {},
): Activation {
  return {
    object: input.object && withFloats(input.object),
    // It comes from the store, which has no such floats.
    oldObject: input.oldObject,
    request: requestValue(input),
    namespaceObject: null,
    ...(authorize !== undefined && authorizers(input, authorize)),
    ...more,
  };
}

/**
 * Encodes the request as the reference does. Empty fields are left out, except those without a type that
 * expressions see (uid, object and oldObject, which only dyn(request) shows; CreateAdmissionRequest).
 */
function requestValue({ attributes, kind, resource, name }: AdmissionInput): Value {
  const { subresource, namespace, operation, dryRun, options } = attributes;
  const request: Record<string, Value> = {
    uid: "",
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    resource: resourceValue(resource ?? attributes.resource),
    requestKind: {
      group: attributes.kind.group,
      version: attributes.kind.version,
      kind: attributes.kind.kind,
    },
    requestResource: resourceValue(attributes.resource),
    operation,
    userInfo: userValue(attributes.user),
    object: null,
    oldObject: null,
    dryRun,
    options,
  };
  if (subresource !== "")
    Object.assign(request, { subResource: subresource, requestSubResource: subresource });
  if (name !== "") request.name = name;
  if (namespace !== "") request.namespace = namespace;
  return request;
}

const resourceValue = ({ group, version, resource }: GroupVersionResource): Value => ({
  group,
  version,
  resource,
});

function userValue({ username, uid, groups, extra }: UserInfo): Value {
  const user: Record<string, Value> = {};
  if (username !== undefined && username !== "") user.username = username;
  if (uid !== undefined && uid !== "") user.uid = uid;
  if (groups !== undefined && groups.length > 0) user.groups = groups;
  if (extra !== undefined && Object.keys(extra).length > 0) user.extra = extra;
  return user;
}

function authorizers({ attributes, name }: AdmissionInput, authorizeUser: AuthorizeUser): Activation {
  const authorize: Authorize = ({ user, ...question }) =>
    authorizeUser(
      user.kind === "requester" ? attributes.user : serviceAccountUser(user.namespace, user.name),
      question,
    );
  const { resource, subresource, namespace } = attributes;
  const authorizer = authorizerValue(authorize);
  return {
    authorizer,
    "authorizer.requestResource": resourceCheckValue(authorizer.authorize, {
      group: resource.group,
      resource: resource.resource,
      subresource,
      namespace,
      name,
    }),
  };
}

function serviceAccountUser(namespace: string, name: string): UserInfo {
  return {
    username: `system:serviceaccount:${namespace}:${name}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
  };
}
