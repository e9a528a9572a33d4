import type { KubeObject } from "../api/meta.ts";
import type { StatusError } from "../api/status.ts";
import type { ConditionResult } from "../cel/match-conditions.ts";
import type { JsonPatch } from "../json/patch/operation.ts";
import type { Attributes } from "./attributes.ts";
import type { Hook, WebhookHook } from "./hook.ts";
import type { Filter } from "./match/should-call.ts";
import type { PhaseName, Plan } from "./plan.ts";
import type { CompiledPolicy, PolicyBinding } from "./policy-hook.ts";
import type { CertificateFinding } from "./ports.ts";

export type { PhaseName } from "./plan.ts";

/** Everything that one admission remembers. It grows while the request is admitted; readers come afterwards. */
export interface Verdict {
  readonly attributes: Attributes;
  /** Whom it could have asked. */
  readonly plan: Plan;
  /** What the mutating phase began with; undefined: it did not come so far. */
  readonly received: KubeObject | null | undefined;
  /** What the validating phase looked at; undefined: it did not come so far. */
  readonly validated: KubeObject | null | undefined;
  /** Each run of a whole phase. */
  readonly phases: readonly PhaseLine[];
  /** Each run of a plugin of the chain, the webhook plugins included. */
  readonly plugins: readonly PluginLine[];
  /** Each time a hook with a rule for the request was considered, in that order. */
  readonly hooks: readonly HookLine[];
  /** `hooks` without those that selectors left out together, for readers who look at every request. */
  readonly asked: readonly HookLine[];
  /** Each time a policy with a rule for the request, or a binding of it, was considered, in that order. */
  readonly policies: readonly PolicyLine[];
  /** `policies` without those that selectors left out together. */
  readonly askedPolicies: readonly PolicyLine[];
  /** Texts for Warning headers, in the order in which they came. */
  readonly warnings: readonly string[];
  /** Audit annotations that hooks and plugins asked for and that are well formed; the first value of a key has won. */
  readonly annotations: ReadonlyMap<string, string>;
}

/** One phase of an admission: all plugins, policies and webhooks of it together. */
export interface PhaseLine {
  readonly phase: PhaseName;
  readonly startedAt: number;
  readonly milliseconds: number;
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
  /** Mutating: position among all hooks. Validating: position among those that were called; -1 when it was not. */
  readonly index: number;
  /** The first filter that said no. Absent: it was called, or `error` says why matching failed. */
  readonly filter?: Filter;
  /** Of the mutating phase: the object as it was then. */
  readonly object?: KubeObject | null;
  readonly conditions?: ConditionResult;
  /** What made matching itself fail, and the request with it. */
  readonly error?: StatusError;
  readonly call?: CallLine;
}

/** One policy, or one binding of it with one parameter, in one round. */
export interface PolicyLine {
  readonly policy: CompiledPolicy;
  /** Undefined: the policy itself did not match, or cannot be asked. */
  readonly binding: PolicyBinding | undefined;
  /** `namespace/name`, or the name alone; undefined: without a parameter. */
  readonly param: string | undefined;
  readonly phase: PhaseName;
  readonly round: 0 | 1;
  /** The first filter that said no. Undefined: it was asked, or `problem` says why it could not be. */
  readonly filter: Filter | undefined;
  readonly conditions: ConditionResult | undefined;
  /** Why it could not be asked: failurePolicy decided. */
  readonly problem: string | undefined;
  /** What its expressions said. */
  readonly checks: readonly PolicyCheck[];
}

/** One expression of a policy that was evaluated: a validation, an audit annotation that failed, a mutation. */
export interface PolicyCheck {
  /** Among the validations or mutations; -1 for an audit annotation. */
  readonly index: number;
  /** What came of it, each counted on its own. Empty: nothing to count, as with a validation that holds. */
  readonly actions: readonly ("allow" | "deny" | "audit" | "warn")[];
  readonly errorType: "no_error" | "compile_error" | "out_of_budget" | "invalid_error";
  /** Absent: nothing went wrong. */
  readonly message?: string;
  readonly seconds: number;
  /** Mutations: the object is another one now. */
  readonly changed?: boolean;
  /** Mutations that changed it: what it was, and what it is. */
  readonly objects?: { readonly before: KubeObject; readonly after: KubeObject };
}

/** What went wrong with a call. */
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
  /** The call itself broke, inside the server. */
  | "panic";

/** What came of the call of a webhook. */
export type CallOutcome =
  | { readonly kind: "allowed" }
  | { readonly kind: "rejected"; readonly error: StatusError }
  /** The webhook did not do its part: failurePolicy decides. */
  | {
      readonly kind: "failed";
      readonly failure: FailureClass;
      /** The reference's text, without the hook's name. */
      readonly reason: string;
      readonly code: number;
      readonly canceled: boolean;
      /** How it answered, where it did and the answer was no review. */
      readonly answered?: Answered;
      /** True: failurePolicy Ignore let the request pass. */
      readonly ignored: boolean;
    }
  /** Fails the request whatever the failurePolicy. */
  | { readonly kind: "error"; readonly error: StatusError };

/** The head of an answer that is no AdmissionReview. */
export interface Answered {
  readonly status: number;
  /** Empty when the header is missing. */
  readonly contentType: string;
}

/** The call of a webhook. */
export interface CallLine {
  /** uid of the review; empty when none was built. */
  readonly uid: string;
  readonly startedAt: number;
  readonly milliseconds: number;
  /** Milliseconds that the call might have taken. */
  readonly budget: number;
  /** Milliseconds that were left of the request's own time when the call began; undefined: no limit. */
  readonly remaining: number | undefined;
  /** POSTs sent; 0 when nothing was sent. */
  readonly attempts: number;
  readonly outcome: CallOutcome;
  /** A patch that was applied. */
  readonly patch: JsonPatch | undefined;
  /** The patch made a difference. */
  readonly changed: boolean;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly certificates: readonly CertificateFinding[];
}
