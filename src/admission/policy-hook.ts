import type { GroupVersionKind } from "../api/group-version.ts";
import type { Composition } from "../cel/composition.ts";
import type { Compiled } from "../cel/program.ts";
import type { CompiledSelector, NamedRule } from "./rule.ts";

/** A policy that has bindings; one without any is never asked. */
export type PolicyHook = ValidatingPolicyHook | MutatingPolicyHook;
export type ValidatingPolicyHook = BoundPolicy<ValidatingPolicy>;
export type MutatingPolicyHook = BoundPolicy<MutatingPolicy>;

export interface BoundPolicy<P extends CompiledPolicy> {
  readonly kind: "policy";
  /** Of a policy that came from a file: which. Absent: it is stored. */
  readonly file?: string;
  readonly policy: P;
  /** By name. */
  readonly bindings: readonly PolicyBinding[];
}

export type CompiledPolicy = ValidatingPolicy | MutatingPolicy;

/** What policies of both kinds have: compiled once, when the policy is written. */
export interface PolicyHead {
  readonly name: string;
  readonly failurePolicy: "Fail" | "Ignore";
  readonly criteria: MatchCriteria;
  readonly paramKind: GroupVersionKind | undefined;
  /** Variables; expressions were compiled within it. */
  readonly composition: Composition;
  readonly conditions: readonly PolicyCondition[];
}

export interface ValidatingPolicy extends PolicyHead {
  readonly phase: "validating";
  readonly validations: readonly Validation[];
  readonly auditAnnotations: readonly AuditAnnotation[];
}

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

export interface PolicyCondition extends CompiledExpression {
  readonly name: string;
}

export interface Validation extends CompiledExpression {
  /** Trimmed; empty when there is none. */
  readonly message: string;
  readonly messageExpression: CompiledExpression | undefined;
  readonly reason: string | undefined;
}

export interface AuditAnnotation extends CompiledExpression {
  readonly key: string;
}

export interface Mutation extends CompiledExpression {
  readonly patchType: "ApplyConfiguration" | "JSONPatch";
}

/** matchConstraints of a policy, matchResources of a binding. */
export interface MatchCriteria {
  /** Empty: every request. */
  readonly rules: readonly NamedRule[];
  readonly excluded: readonly NamedRule[];
  /** False for `Exact` and when absent. */
  readonly equivalent: boolean;
  readonly namespaceSelector: CompiledSelector;
  readonly objectSelector: CompiledSelector;
}

export type ValidationAction = "Deny" | "Warn" | "Audit";

export interface PolicyBinding {
  readonly name: string;
  readonly policyName: string;
  /** Undefined: everything that the policy matches. */
  readonly criteria: MatchCriteria | undefined;
  readonly paramRef: ParamRef | undefined;
  /** Of bindings of validating policies. */
  readonly actions: readonly ValidationAction[];
}

export interface ParamRef {
  /** Empty: by selector. */
  readonly name: string;
  /** Empty: the namespace of the request. */
  readonly namespace: string;
  readonly selector: CompiledSelector | undefined;
  /** Nothing found is an error. */
  readonly denyMissing: boolean;
}
