import type { KubeObject } from "../api/meta.ts";
import type { StatusError } from "../api/status.ts";
import type { ConditionResult } from "../cel/kubernetes/match-conditions.ts";
import type { Activation } from "../cel/plan/frame.ts";
import type { Value } from "../cel/values/values.ts";
import type { JsonObject } from "../json/value.ts";
import type { JsonPatch } from "../patch/operation.ts";
import type { Attributes } from "./attributes.ts";
import type { Hook, WebhookHook } from "./hook.ts";
import type { Filter } from "./match/should-call.ts";
import type { PhaseName, Plan, Stage } from "./plan.ts";
import type { CompiledPolicy, MutatingPolicy, PolicyBinding } from "./policy-hook.ts";
import type { CertificateFinding } from "./ports.ts";

export type { PhaseName } from "./plan.ts";

/** A line while it is written. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Record of one admission. It grows during the request and is read afterwards. */
export interface Verdict {
  readonly attributes: Attributes;
  /** Plan whose plugins, policies and webhooks the admission could call. */
  readonly plan: Plan;
  /** Object at the beginning of the mutating phase; undefined: the phase was not reached. */
  readonly received: KubeObject | null | undefined;
  /** Object of the validating phase; undefined: the phase was not reached. */
  readonly validated: KubeObject | null | undefined;
  /** One line for each run of a whole phase. */
  readonly phases: readonly PhaseLine[];
  /** One line for each phase and round. */
  readonly chains: readonly ChainLine[];
  /** One line for each run of a plugin of the chain, the webhook plugins included; made from `chains` at each access. */
  readonly plugins: readonly PluginLine[];
  /** One line for each time that a hook with a rule for the request was considered, in that order. */
  readonly hooks: readonly HookLine[];
  /** `hooks` without those that selectors excluded together, for readers of every request. */
  readonly asked: readonly HookLine[];
  /**
   * One line for each time that a policy with a rule for the request, or a binding of it, was considered, in
   * that order.
   */
  readonly policies: readonly PolicyLine[];
  /** `policies` without those that selectors excluded together. */
  readonly askedPolicies: readonly PolicyLine[];
  /** Changes of the object in the mutating phase, in order. */
  readonly changes: readonly ObjectChange[];
  /** Texts for Warning headers, in the order in which they came. */
  readonly warnings: readonly string[];
  /** Valid audit annotations of hooks and plugins; the first value of a key is kept. */
  readonly annotations: ReadonlyMap<string, string>;
}

/** A change of the object in the mutating phase. The objects may share parts. */
export type ObjectChange = {
  readonly round: 0 | 1;
  readonly before: KubeObject | null;
  readonly after: KubeObject;
} & (
  | { readonly kind: "plugin"; readonly name: string }
  | { readonly kind: "policy"; readonly policy: MutatingPolicy; readonly written: WrittenChange }
  | { readonly kind: "webhook"; readonly hook: WebhookHook; readonly written: WrittenChange }
);

/** The change as a policy or a webhook wrote it; the object after the change has defaults, too. */
export type WrittenChange =
  | { readonly kind: "patch"; readonly patch: JsonPatch }
  | { readonly kind: "apply"; readonly configuration: JsonObject };

/** One phase of an admission with all its plugins, policies and webhooks. */
export interface PhaseLine {
  readonly phase: PhaseName;
  /** Milliseconds of `AdmissionPorts.now`, as everywhere in a verdict. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly error: StatusError | undefined;
}

/** The stages of one phase in one round, as far as they have run. */
export interface ChainLine {
  readonly phase: PhaseName;
  readonly round: 0 | 1;
  /** All stages, also those that have not run. */
  readonly stages: readonly Stage[];
  readonly startedAt: number;
  /** Times at which the stages that have run ended, in their order. */
  readonly endedAt: readonly number[];
  /** Refusal of the last stage that has run. */
  readonly error: StatusError | undefined;
}

/** One step of a phase. */
export interface PluginLine {
  readonly plugin: string;
  readonly kind: Hook["kind"];
  readonly phase: PhaseName;
  readonly round: 0 | 1;
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly error: StatusError | undefined;
}

/** One hook in one round. */
export interface HookLine {
  readonly hook: WebhookHook;
  readonly phase: PhaseName;
  readonly round: 0 | 1;
  /**
   * Mutating: position among all hooks. Validating: position among the hooks that were called; -1 if it was
   * not called.
   */
  readonly index: number;
  /** First filter that excluded the hook. Absent: it was called, or `error` has the reason why matching failed. */
  readonly filter?: Filter;
  /** Mutating phase only: the object at that time, before the hook changed it. */
  readonly object?: KubeObject | null;
  readonly conditions?: ConditionResult;
  /** Error of matching itself, which fails the request. */
  readonly error?: StatusError;
  readonly call?: CallLine;
}

/** One policy, or one binding of it with one parameter, in one round. */
export interface PolicyLine {
  readonly policy: CompiledPolicy;
  /** Undefined: the policy itself did not match, or cannot be evaluated. */
  readonly binding: PolicyBinding | undefined;
  /** `namespace/name`, or only the name; undefined: without a parameter. */
  readonly param: string | undefined;
  readonly phase: PhaseName;
  readonly round: 0 | 1;
  /**
   * First filter that excluded the policy. Undefined: it was evaluated, or `problem` has the reason why it
   * could not be.
   */
  readonly filter: Filter | undefined;
  readonly conditions: ConditionResult | undefined;
  /** Reason why it could not be evaluated; failurePolicy decided. */
  readonly problem: string | undefined;
  /** Results of its expressions. */
  readonly checks: readonly PolicyCheck[];
  /** Evaluation of the validations, with the values that they read; undefined: none, or mutations. */
  readonly evaluation: SeenValues | undefined;
}

/** Values that the validations of a policy read. */
export interface SeenValues {
  /** Values of the variables of admission. */
  readonly activation: Activation;
  /** Returns the value of a variable of the policy; undefined if no expression read it. */
  known(name: string): Value | undefined;
}

/** One evaluated expression of a policy: a validation, an audit annotation that failed, or a mutation. */
export interface PolicyCheck {
  /** Position among the validations or mutations; -1 for an audit annotation. */
  readonly index: number;
  /**
   * Actions of the result, each counted separately. Empty: there is nothing to count, as for a validation
   * that passes.
   */
  readonly actions: readonly ("allow" | "deny" | "audit" | "warn")[];
  readonly errorType: "no_error" | "compile_error" | "out_of_budget" | "invalid_error";
  /** Absent: there was no error. */
  readonly message?: string;
  /** Error of the messageExpression; the message is the default one then. */
  readonly messageProblem?: string;
  readonly seconds: number;
  /** Mutations only: true if the object was changed. */
  readonly changed?: boolean;
  /** Mutations that changed the object only: the object before and after. */
  readonly objects?: { readonly before: KubeObject; readonly after: KubeObject };
}

/** Type of the failure of a call. */
export type FailureClass =
  | "side-effects"
  | "review-version"
  | "client"
  | "transport"
  | "timeout"
  | "answer"
  | "verification"
  | "patch"
  | "patch-type"
  /** Exception inside the server during the call. */
  | "panic";

/** Result of a call to a webhook. */
export type CallOutcome =
  | { readonly kind: "allowed" }
  | { readonly kind: "rejected"; readonly error: StatusError }
  /** The call failed; failurePolicy decides. */
  | {
      readonly kind: "failed";
      readonly failure: FailureClass;
      /** kube-apiserver's text, without the hook's name. */
      readonly reason: string;
      readonly code: number;
      readonly canceled: boolean;
      /** Status and content type of a response that was not a review. */
      readonly answered?: Answered;
      /** True: failurePolicy Ignore admitted the request. */
      readonly ignored: boolean;
    }
  /** Fails the request with any failurePolicy. */
  | { readonly kind: "error"; readonly error: StatusError };

/** Status and content type of a response that is not an AdmissionReview. */
export interface Answered {
  readonly status: number;
  /** Empty if the header is missing. */
  readonly contentType: string;
  /** True for an AdmissionReview with a status that is an error. */
  readonly isReview?: true;
}

/** One call to a webhook. */
export interface CallLine {
  /** UID of the review; empty if none was built. */
  readonly uid: string;
  readonly startedAt: number;
  readonly milliseconds: number;
  /** Timeout of the call, in milliseconds. */
  readonly budget: number;
  /** Time until the deadline of the request when the call began, in milliseconds; undefined: no limit. */
  readonly remaining: number | undefined;
  /** Number of POSTs sent; 0 if none was sent. */
  readonly attempts: number;
  readonly outcome: CallOutcome;
  /** Response as it came, if it is short; absent if there was none. */
  readonly answer?: Uint8Array;
  /** Patch that was applied. */
  readonly patch: JsonPatch | undefined;
  /** True if the patch changed the object. */
  readonly changed: boolean;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly certificates: readonly CertificateFinding[];
}
