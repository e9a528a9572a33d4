import type { LabelSelectorLike } from "../../../../api/validate-label-selector.ts";
import type { Condition } from "../../shared/values/conditions.ts";
import type { PolicyVariable } from "./match-conditions.ts";
import type { MatchCondition, RuleWithOperations } from "./webhook-types.ts";

/** What validation reads of the policies and their bindings. */
export interface PolicySpec {
  readonly failurePolicy?: string;
  readonly paramKind?: { readonly apiVersion?: string; readonly kind?: string };
  readonly matchConstraints?: MatchResources;
  readonly matchConditions?: readonly MatchCondition[];
  readonly variables?: readonly PolicyVariable[];
}

export interface ValidatingPolicySpec extends PolicySpec {
  readonly validations?: readonly Validation[];
  readonly auditAnnotations?: readonly AuditAnnotation[];
}

export interface Validation {
  readonly expression?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

export interface AuditAnnotation {
  readonly key?: string;
  readonly valueExpression?: string;
}

export interface MutatingPolicySpec extends PolicySpec {
  readonly mutations?: readonly Mutation[];
  readonly reinvocationPolicy?: string;
}

export interface Mutation {
  readonly patchType?: string;
  readonly applyConfiguration?: { readonly expression?: string };
  readonly jsonPatch?: { readonly expression?: string };
}

export interface MatchResources {
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorLike;
  readonly objectSelector?: LabelSelectorLike;
  readonly resourceRules?: readonly RuleWithOperations[];
  readonly excludeResourceRules?: readonly RuleWithOperations[];
}

export interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  /** Bindings of validating policies only. */
  readonly validationActions?: readonly string[];
}

export interface ParamRef {
  readonly name?: string;
  readonly selector?: LabelSelectorLike;
  readonly parameterNotFoundAction?: string;
}

export interface PolicyStatus {
  readonly typeChecking?: {
    readonly expressionWarnings?: readonly { readonly fieldRef?: string; readonly warning?: string }[];
  };
  readonly conditions?: readonly Condition[];
}
