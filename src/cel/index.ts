/**
 * Kubernetes' CEL: expressions are parsed, checked and planned once, and can then be run any number of times.
 * Costs are counted as kube-apiserver 1.37 counts them, errors are values with its texts.
 */

export type {
  GroupVersion,
  GroupVersionKind,
  GroupVersionResource,
} from "../api/group-version.ts";
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference, UserInfo } from "../api/meta.ts";
export type { Json, JsonObject } from "../json/value.ts";
export type {
  AdmissionInput,
  AuthorizeUser,
  RequestFacts,
  WithoutUser,
} from "./kubernetes/admission-variables.ts";
export { declareVariables } from "./kubernetes/declare.ts";
export { type AdmissionVariables, admissionEnvironment } from "./kubernetes/environment.ts";
export {
  CONDITIONS_BUDGET,
  type Condition,
  type ConditionEvaluatorOptions,
  type ConditionResult,
  createConditionEvaluator,
  type EvaluateConditions,
} from "./kubernetes/match-conditions.ts";
export {
  type AuthorizationAnswer,
  type AuthorizationAttributes,
  type Authorize,
  type AuthorizedUser,
  authorizerValue,
  type ResourceFields,
  resourceCheckValue,
} from "./libraries/authorizer.ts";
export { LIBRARIES } from "./libraries/index.ts";
export { type Activation, CelLazyMap } from "./plan/frame.ts";
export {
  type Compiled,
  compile,
  type Evaluation,
  PER_CALL_LIMIT,
  type Program,
  type RunOptions,
} from "./program.ts";
export type { Environment } from "./types/environment.ts";
export {
  createEnvironment,
  type EnvironmentOptions,
  type FieldTypes,
  type ObjectFamily,
  type ObjectFields,
} from "./types/environment.ts";
export {
  type ArgumentsOf,
  type Cost,
  type CountingImplementation,
  global,
  type Implementation,
  type ImplementationOf,
  type Library,
  member,
  type ObjectValues,
  type Overload,
  type PlainValues,
  type ValueOf,
  type ValuesOf,
} from "./types/functions.ts";
export { type CelType, parseType, type SimpleKind, sameType, typeName } from "./types/types.ts";
export { equalValues } from "./values/equal.ts";
export { type LargeIntegers, NoJsonError, toJson } from "./values/to-json.ts";
export {
  CelBytes,
  CelDouble,
  CelDuration,
  CelError,
  CelMap,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  type MapKey,
  type Value,
} from "./values/values.ts";
export type { Work } from "./values/work.ts";
