import { LIBRARIES } from "../libraries/index.ts";
import {
  createEnvironment,
  type Environment,
  type ObjectFamily,
  type ObjectFields,
} from "../types/environment.ts";
import type { Library } from "../types/functions.ts";
import {
  BOOL,
  type CelType,
  DYN,
  INT,
  listOf,
  mapOf,
  objectType,
  STRING,
  TIMESTAMP,
} from "../types/types.ts";

/** Variables of an admission expression besides object, oldObject, request and namespaceObject. */
export interface AdmissionVariables {
  /** Declares `params`. Default: false. */
  readonly params?: boolean;
  /** Declares `authorizer`. Default: true. */
  readonly authorizer?: boolean;
  /** Declares `authorizer.requestResource` besides `authorizer`. Default: true. */
  readonly requestResource?: boolean;
  /** Further libraries, such as `jsonpatch`. */
  readonly libraries?: readonly Library[];
  readonly family?: ObjectFamily;
}

const STRINGS_MAP = mapOf(STRING, STRING);
const kind = objectType("kubernetes.GroupVersionKind");
const resource = objectType("kubernetes.GroupVersionResource");

/**
 * The types of `request` and `namespaceObject` (apiserver/pkg/admission/plugin/cel/compile.go, BuildRequestType and
 * BuildNamespaceType).
 */
const OBJECTS: Readonly<Record<string, ObjectFields>> = {
  "kubernetes.GroupVersionKind": { group: STRING, version: STRING, kind: STRING },
  "kubernetes.GroupVersionResource": { group: STRING, version: STRING, resource: STRING },
  "kubernetes.UserInfo": {
    username: STRING,
    uid: STRING,
    groups: listOf(STRING),
    extra: mapOf(STRING, listOf(STRING)),
  },
  "kubernetes.AdmissionRequest": {
    kind,
    resource,
    subResource: STRING,
    requestKind: kind,
    requestResource: resource,
    requestSubResource: STRING,
    name: STRING,
    namespace: STRING,
    operation: STRING,
    userInfo: objectType("kubernetes.UserInfo"),
    dryRun: BOOL,
    options: DYN,
  },
  "kubernetes.NamespaceSpec": { finalizers: listOf(STRING) },
  "kubernetes.NamespaceCondition": {
    status: STRING,
    type: STRING,
    lastTransitionTime: TIMESTAMP,
    message: STRING,
    reason: STRING,
  },
  "kubernetes.NamespaceStatus": {
    conditions: listOf(objectType("kubernetes.NamespaceCondition")),
    phase: STRING,
  },
  "kubernetes.NamespaceMetadata": {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: STRINGS_MAP,
    annotations: STRINGS_MAP,
    UID: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: listOf(STRING),
  },
  "kubernetes.Namespace": {
    metadata: objectType("kubernetes.NamespaceMetadata"),
    spec: objectType("kubernetes.NamespaceSpec"),
    status: objectType("kubernetes.NamespaceStatus"),
  },
};

/**
 * Returns the environment of admission's expressions: `object`, `oldObject`, `request`, `namespaceObject`, `authorizer`, and
 * `params` if the options have it. Create each kind of it once.
 *
 * @example
 * ```ts
 * import { admissionEnvironment, compile } from "sallyport/cel";
 * const condition = compile("request.operation == 'DELETE' || has(object.metadata.labels)", admissionEnvironment());
 * if (condition.kind === "issues") throw new Error(condition.text);
 * condition.run({ request: { operation: "CREATE" }, object: { metadata: { name: "a" } } }).value; // false
 * ```
 */
export function admissionEnvironment(options: AdmissionVariables = {}): Environment {
  const { params = false, authorizer = true, requestResource = true, libraries = [], family } = options;
  const variables: Record<string, CelType> = {
    object: DYN,
    oldObject: DYN,
    request: objectType("kubernetes.AdmissionRequest"),
    namespaceObject: objectType("kubernetes.Namespace"),
  };
  if (params) variables.params = DYN;
  if (authorizer) {
    variables.authorizer = objectType("kubernetes.authorization.Authorizer");
    if (requestResource)
      variables["authorizer.requestResource"] = objectType("kubernetes.authorization.ResourceCheck");
  }
  return createEnvironment({
    variables,
    objects: OBJECTS,
    libraries: [...LIBRARIES, ...libraries],
    ...(family && { family }),
  });
}
