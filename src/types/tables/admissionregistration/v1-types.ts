// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
import type { Condition, LabelSelector } from "../meta/v1-types.ts";

export type ApplyConfiguration = Optional<{ expression: string }>;
export type AuditAnnotation = Optional<{ key: string; valueExpression: string }>;
export type ExpressionWarning = Optional<{ fieldRef: string; warning: string }>;
export type JSONPatch = Optional<{ expression: string }>;
export type MatchCondition = Optional<{ name: string; expression: string }>;

export type MatchResources = Optional<{
  namespaceSelector: LabelSelector;
  objectSelector: LabelSelector;
  resourceRules: NamedRuleWithOperations[];
  excludeResourceRules: NamedRuleWithOperations[];
  matchPolicy: string;
}>;

export type MutatingAdmissionPolicySpec = Optional<{
  paramKind: ParamKind;
  matchConstraints: MatchResources;
  variables: Variable[];
  mutations: Mutation[];
  failurePolicy: string;
  matchConditions: MatchCondition[];
  reinvocationPolicy: string;
}>;

export type MutatingWebhook = Optional<{
  name: string;
  clientConfig: WebhookClientConfig;
  rules: RuleWithOperations[];
  failurePolicy: string;
  matchPolicy: string;
  namespaceSelector: LabelSelector;
  objectSelector: LabelSelector;
  sideEffects: string | null;
  timeoutSeconds: number;
  admissionReviewVersions: string[] | null;
  reinvocationPolicy: string;
  matchConditions: MatchCondition[];
}>;

export type MutatingWebhookConfiguration = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  webhooks?: MutatingWebhook[] | undefined;
};

export type Mutation = Optional<{
  patchType: string;
  applyConfiguration: ApplyConfiguration;
  jsonPatch: JSONPatch;
}>;

export type NamedRuleWithOperations = Optional<{
  resourceNames: string[];
  operations: string[];
  apiGroups: string[];
  apiVersions: string[];
  resources: string[];
  scope: string;
}>;

export type ParamKind = Optional<{ apiVersion: string; kind: string }>;

export type ParamRef = Optional<{
  name: string;
  namespace: string;
  selector: LabelSelector;
  parameterNotFoundAction: string;
}>;

export type Rule = Optional<{
  apiGroups: string[];
  apiVersions: string[];
  resources: string[];
  scope: string;
}>;

export type RuleWithOperations = Optional<{
  operations: string[];
  apiGroups: string[];
  apiVersions: string[];
  resources: string[];
  scope: string;
}>;

export type ServiceReference = Optional<{ namespace: string; name: string; path: string; port: number }>;
export type TypeChecking = Optional<{ expressionWarnings: ExpressionWarning[] }>;

export type ValidatingAdmissionPolicyBindingSpec = Optional<{
  policyName: string;
  paramRef: ParamRef;
  matchResources: MatchResources;
  validationActions: string[];
}>;

export type ValidatingAdmissionPolicySpec = Optional<{
  paramKind: ParamKind;
  matchConstraints: MatchResources;
  validations: Validation[];
  failurePolicy: string;
  auditAnnotations: AuditAnnotation[];
  matchConditions: MatchCondition[];
  variables: Variable[];
}>;

export type ValidatingAdmissionPolicyStatus = Optional<{
  observedGeneration: number;
  typeChecking: TypeChecking;
  conditions: Condition[];
}>;

export type Validation = Optional<{
  expression: string;
  message: string;
  reason: string;
  messageExpression: string;
}>;

export type Variable = Optional<{ name: string; expression: string }>;
export type WebhookClientConfig = Optional<{ url: string; service: ServiceReference; caBundle: string }>;
