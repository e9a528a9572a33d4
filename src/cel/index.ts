/**
 * Kubernetes' CEL: expressions are parsed, checked and planned once, and then run as often as there are values. Costs are
 * counted as kube-apiserver 1.36 counts them, errors are values with its texts.
 */

export type { AdmissionInput, AuthorizeUser, RequestFacts } from "./admission-variables.ts";
export { declareVariables } from "./declare.ts";
export type { Environment } from "./environment.ts";
export { createEnvironment, type EnvironmentOptions, type ObjectFields } from "./environment.ts";
export type { Activation } from "./frame.ts";
export { type Cost, global, type Implementation, type Library, member, type Overload } from "./functions.ts";
export { type AdmissionVariables, admissionEnvironment } from "./kubernetes.ts";
// What follows may change.
export {
  type AuthorizationAnswer,
  type AuthorizationAttributes,
  type Authorize,
  type AuthorizedUser,
  authorizerValue,
  resourceCheckValue,
} from "./libraries/authorizer.ts";
export { LIBRARIES } from "./libraries/index.ts";
export {
  CONDITIONS_BUDGET,
  type Condition,
  type ConditionEvaluatorOptions,
  type ConditionResult,
  createConditionEvaluator,
  type EvaluateConditions,
} from "./match-conditions.ts";
export {
  type Compiled,
  compile,
  type Evaluation,
  PER_CALL_LIMIT,
  type Program,
  type RunOptions,
} from "./program.ts";
export { type LargeIntegers, NoJsonError, toJson } from "./to-json.ts";
export { type CelType, parseType, sameType, typeName } from "./types.ts";
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
  type Value,
} from "./values.ts";
