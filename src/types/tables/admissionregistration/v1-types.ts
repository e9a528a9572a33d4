// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Condition, LabelSelector } from "../meta/v1-types.ts";

export type ApplyConfiguration = {
  expression?: string | undefined;
};

export type AuditAnnotation = {
  key?: string | undefined;
  valueExpression?: string | undefined;
};

export type ExpressionWarning = {
  fieldRef?: string | undefined;
  warning?: string | undefined;
};

export type JSONPatch = {
  expression?: string | undefined;
};

export type MatchCondition = {
  name?: string | undefined;
  expression?: string | undefined;
};

export type MatchResources = {
  namespaceSelector?: LabelSelector | undefined;
  objectSelector?: LabelSelector | undefined;
  resourceRules?: NamedRuleWithOperations[] | undefined;
  excludeResourceRules?: NamedRuleWithOperations[] | undefined;
  matchPolicy?: string | undefined;
};

export type MutatingAdmissionPolicySpec = {
  paramKind?: ParamKind | undefined;
  matchConstraints?: MatchResources | undefined;
  variables?: Variable[] | undefined;
  mutations?: Mutation[] | undefined;
  failurePolicy?: string | undefined;
  matchConditions?: MatchCondition[] | undefined;
  reinvocationPolicy?: string | undefined;
};

export type MutatingWebhook = {
  name?: string | undefined;
  clientConfig?: WebhookClientConfig | undefined;
  rules?: RuleWithOperations[] | undefined;
  failurePolicy?: string | undefined;
  matchPolicy?: string | undefined;
  namespaceSelector?: LabelSelector | undefined;
  objectSelector?: LabelSelector | undefined;
  sideEffects?: string | null | undefined;
  timeoutSeconds?: number | undefined;
  admissionReviewVersions?: string[] | null | undefined;
  reinvocationPolicy?: string | undefined;
  matchConditions?: MatchCondition[] | undefined;
};

export type MutatingWebhookConfiguration = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  webhooks?: MutatingWebhook[] | undefined;
};

export type Mutation = {
  patchType?: string | undefined;
  applyConfiguration?: ApplyConfiguration | undefined;
  jsonPatch?: JSONPatch | undefined;
};

export type NamedRuleWithOperations = {
  resourceNames?: string[] | undefined;
  operations?: string[] | undefined;
  apiGroups?: string[] | undefined;
  apiVersions?: string[] | undefined;
  resources?: string[] | undefined;
  scope?: string | undefined;
};

export type ParamKind = {
  apiVersion?: string | undefined;
  kind?: string | undefined;
};

export type ParamRef = {
  name?: string | undefined;
  namespace?: string | undefined;
  selector?: LabelSelector | undefined;
  parameterNotFoundAction?: string | undefined;
};

export type Rule = {
  apiGroups?: string[] | undefined;
  apiVersions?: string[] | undefined;
  resources?: string[] | undefined;
  scope?: string | undefined;
};

export type RuleWithOperations = {
  operations?: string[] | undefined;
  apiGroups?: string[] | undefined;
  apiVersions?: string[] | undefined;
  resources?: string[] | undefined;
  scope?: string | undefined;
};

export type ServiceReference = {
  namespace?: string | undefined;
  name?: string | undefined;
  path?: string | undefined;
  port?: number | undefined;
};

export type TypeChecking = {
  expressionWarnings?: ExpressionWarning[] | undefined;
};

export type ValidatingAdmissionPolicyBindingSpec = {
  policyName?: string | undefined;
  paramRef?: ParamRef | undefined;
  matchResources?: MatchResources | undefined;
  validationActions?: string[] | undefined;
};

export type ValidatingAdmissionPolicySpec = {
  paramKind?: ParamKind | undefined;
  matchConstraints?: MatchResources | undefined;
  validations?: Validation[] | undefined;
  failurePolicy?: string | undefined;
  auditAnnotations?: AuditAnnotation[] | undefined;
  matchConditions?: MatchCondition[] | undefined;
  variables?: Variable[] | undefined;
};

export type ValidatingAdmissionPolicyStatus = {
  observedGeneration?: number | undefined;
  typeChecking?: TypeChecking | undefined;
  conditions?: Condition[] | undefined;
};

export type Validation = {
  expression?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  messageExpression?: string | undefined;
};

export type Variable = {
  name?: string | undefined;
  expression?: string | undefined;
};

export type WebhookClientConfig = {
  url?: string | undefined;
  service?: ServiceReference | undefined;
  caBundle?: string | undefined;
};
