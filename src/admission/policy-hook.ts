import type { GroupVersionKind } from "../api/group-version.ts";
import type { Composition } from "../cel/kubernetes/composition.ts";
import type { Compiled } from "../cel/program.ts";
import type { CompiledSelector, NamedRule } from "./rule.ts";

/** A policy with bindings; a policy without bindings is never evaluated. */
export type PolicyHook = ValidatingPolicyHook | MutatingPolicyHook;
/** A ValidatingAdmissionPolicy in a plan. */
export type ValidatingPolicyHook = BoundPolicy<ValidatingPolicy>;
/** A MutatingAdmissionPolicy in a plan. */
export type MutatingPolicyHook = BoundPolicy<MutatingPolicy>;

/** A policy with its bindings: without a binding it decides nothing. */
export interface BoundPolicy<P extends CompiledPolicy> {
  readonly kind: "policy";
  /** Manifest file of the policy. Absent: the policy is stored. */
  readonly file?: string;
  readonly policy: P;
  /** Bindings in order of their names. */
  readonly bindings: readonly PolicyBinding[];
}

/** A policy of either kind, compiled. */
export type CompiledPolicy = ValidatingPolicy | MutatingPolicy;

/** Common parts of policies of both kinds, compiled once when the policy is written. */
export interface PolicyHead {
  readonly name: string;
  readonly failurePolicy: "Fail" | "Ignore";
  readonly criteria: MatchCriteria;
  readonly paramKind: GroupVersionKind | undefined;
  /** Variables of the policy; its expressions were compiled with them. */
  readonly composition: Composition;
  readonly conditions: readonly PolicyCondition[];
}

/** A ValidatingAdmissionPolicy, compiled. */
export interface ValidatingPolicy extends PolicyHead {
  readonly phase: "validating";
  readonly validations: readonly Validation[];
  readonly auditAnnotations: readonly AuditAnnotation[];
}

/** A MutatingAdmissionPolicy, compiled. */
export interface MutatingPolicy extends PolicyHead {
  readonly phase: "mutating";
  readonly mutations: readonly Mutation[];
  readonly reinvocationPolicy: "Never" | "IfNeeded";
}

/** An expression with its text as registered, which errors quote. */
export interface CompiledExpression {
  readonly expression: string;
  readonly program: Compiled;
}

/** A match condition of a policy, compiled. */
export interface PolicyCondition extends CompiledExpression {
  readonly name: string;
}

/** An entry of `validations` of a ValidatingAdmissionPolicy, compiled. */
export interface Validation extends CompiledExpression {
  /** Trimmed message; empty if there is none. */
  readonly message: string;
  readonly messageExpression: CompiledExpression | undefined;
  readonly reason: string | undefined;
}

/** An entry of `auditAnnotations` of a ValidatingAdmissionPolicy, compiled. */
export interface AuditAnnotation extends CompiledExpression {
  readonly key: string;
}

/** An entry of `mutations` of a MutatingAdmissionPolicy, compiled. */
export interface Mutation extends CompiledExpression {
  readonly patchType: "ApplyConfiguration" | "JSONPatch";
}

/** matchConstraints of a policy, matchResources of a binding. */
export interface MatchCriteria {
  /** Rules of the requests that match. Empty: every request. */
  readonly rules: readonly NamedRule[];
  readonly excluded: readonly NamedRule[];
  /** False for `Exact` and if absent. */
  readonly equivalent: boolean;
  readonly namespaceSelector: CompiledSelector;
  readonly objectSelector: CompiledSelector;
}

/** Action after a failed validation: an entry of `validationActions` of a binding. */
export type ValidationAction = "Deny" | "Warn" | "Audit";

/** A binding of a policy, compiled. */
export interface PolicyBinding {
  readonly name: string;
  readonly policyName: string;
  /** Undefined: all requests that the policy matches. */
  readonly criteria: MatchCriteria | undefined;
  readonly paramRef: ParamRef | undefined;
  /** Actions of bindings of validating policies. */
  readonly actions: readonly ValidationAction[];
}

/** `paramRef` of a binding: it selects the objects that are parameters. */
export interface ParamRef {
  /** Empty: parameters are found by selector. */
  readonly name: string;
  /** Empty: the namespace of the request. */
  readonly namespace: string;
  readonly selector: CompiledSelector | undefined;
  /** True: it is an error if no parameter is found. */
  readonly denyMissing: boolean;
}
