export {
  type AdmissionInput,
  type AuthorizeUser,
  admissionActivation,
  type RequestFacts,
} from "./admission-variables.ts";
export { ComposedEvaluation, type Evaluated, POLICY_BUDGET } from "./composed-evaluation.ts";
export { type Composition, compose, type NamedExpression, type Use } from "./composition.ts";
export {
  createEnvironment,
  type Environment,
  type EnvironmentOptions,
  type ObjectFields,
} from "./environment.ts";
export { type Activation, CelLazyMap } from "./frame.ts";
export { type Cost, global, type Implementation, type Library, member, type Overload } from "./functions.ts";
export { type AdmissionVariables, admissionEnvironment } from "./kubernetes.ts";
export {
  type AuthorizationAnswer,
  type AuthorizationAttributes,
  type Authorize,
  type AuthorizedUser,
  authorizerValue,
  resourceCheckValue,
} from "./libraries/authorizer.ts";
export { LIBRARIES } from "./libraries/index.ts";
export { JSON_PATCH } from "./libraries/json-patch.ts";
export {
  CONDITIONS_BUDGET,
  type Condition,
  type ConditionEvaluatorOptions,
  type ConditionsResult,
  compileCondition,
  createConditionEvaluator,
  type EvaluateConditions,
} from "./match-conditions.ts";
export { type Compiled, compile, type Evaluation, PER_CALL_LIMIT, type Program } from "./program.ts";
export { compiledProblem, type ExpressionRules, expressionProblem } from "./registration.ts";
export { CelStruct } from "./struct.ts";
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
