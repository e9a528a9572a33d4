import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { JsonObject } from "../json/value.ts";
import type { Blame, LostValue } from "./blame/field-writer.ts";
import type { Cause } from "./cause.ts";

export type { Cause, CauseCode, Change } from "./cause.ts";

/**
 * Output of `sallyport explain --output json`. Members may be added; within `v1` none is renamed or removed.
 */
export interface Explanation {
  readonly apiVersion: "explain.sallyport/v1";
  readonly kind: "Explanation";
  readonly request: ExplainedRequest;
  readonly answer: ExplainedAnswer;
  /** Configuration that looks right and is wrong, the most likely cause first; empty if nothing was found. */
  readonly findings: readonly Cause[];
  /**
   * All plugins, webhooks and policies in the order in which they were called, including those that were not
   * called.
   */
  readonly steps: readonly Step[];
  /**
   * False if no webhook was called: the results are recorded or assumed ones, and their durations have no
   * meaning.
   */
  readonly webhooksCalled: boolean;
  /** Assumptions: a namespace that no manifest declares, webhooks that were not really called. */
  readonly notes: readonly string[];
  /** The stage at which the request ended, and a summary in one line. */
  readonly end: ExplainedEnd;
  /** Results for each object of a deletecollection. Absent for all other requests. */
  readonly objects?: readonly ExplainedObject[];
  /**
   * Results for a pod that the object's controller creates then. Absent if no controller does, for an object that was
   * refused, and where the controller itself runs.
   */
  readonly pods?: ExplainedPods;
  /** The writers of all fields; absent if the request writes no object of its resource. */
  readonly blame?: Blame;
}

interface ExplainedEnd {
  readonly stage: Stage;
  /**
   * Summary in one line: `refused (403) by webhook owners.example.com of
   * ValidatingWebhookConfiguration/owners`.
   */
  readonly message: string;
}

/** The stage that a request reached; `done` if it was carried out. */
export type Stage =
  | "authentication"
  | "authorization"
  | "routing"
  | "reading"
  | "before admission"
  | "mutating"
  | "validation"
  | "validating"
  | "storing"
  | "time"
  | "done";

/** Result for one object of a deleted collection. */
export interface ExplainedObject {
  readonly namespace: string;
  readonly name: string;
  readonly allowed: boolean;
  readonly message: string;
  readonly findings: readonly Cause[];
  readonly steps: readonly Step[];
}

/** Result for the request that creates a pod of a workload. */
export interface ExplainedPods extends ExplainedObject {
  /** The objects that the controller creates: `pods`, or those before them: `ReplicaSet`, `Jobs`, `claims`. */
  readonly what: string;
  /** Name of the controller's user. */
  readonly user: string;
}

/** The request, without its object. */
export interface ExplainedRequest {
  readonly operation: string;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly kind: GroupVersionKind;
  /** Empty if the resource is cluster-scoped. */
  readonly namespace: string;
  readonly name: string;
  /** Begin of the name of an object that was refused before it had one. */
  readonly generateName?: string;
  readonly user: string;
  readonly groups: readonly string[];
  readonly dryRun: boolean;
}

/** The response to the client. */
export interface ExplainedAnswer {
  /** HTTP status of the response to the client. */
  readonly code: number;
  readonly allowed: boolean;
  readonly reason: string;
  readonly message: string;
  readonly warnings: readonly string[];
}

/** One part of the evaluation, whether it ran or not. */
export type Step = PluginStep | WebhookStep | PolicyStep;

type StepPhase = "mutating" | "validating";

/** A built-in plugin that ran. */
export interface PluginStep {
  readonly kind: "plugin";
  readonly name: string;
  readonly phase: StepPhase;
  readonly round: 0 | 1;
  readonly milliseconds: number;
  /** Response to the client if the plugin refused the request; absent if it let the request pass. */
  readonly refusal?: { readonly code: number; readonly message: string };
  /** Changes of the object as a JSON patch; absent if there were none. */
  readonly patch?: readonly JsonObject[];
}

/** A webhook that was called, or that was not called for a reason. */
export interface WebhookStep {
  readonly kind: "webhook";
  readonly name: string;
  readonly configuration: string;
  /** File from which the configuration was read; absent if it did not come from a file. */
  readonly file?: string;
  readonly phase: StepPhase;
  /**
   * 0 for the first call; 1 for the call of the reinvocation round, after a later plugin, policy or webhook
   * changed the object.
   */
  readonly round: 0 | 1;
  readonly called: boolean;
  /** Reason that it was not called, or error that failed the request before the call. */
  readonly why?: Cause;
  readonly call?: ExplainedCall;
  /** Values that it wrote and that the object does not have at the end; absent if there are none. */
  readonly lost?: readonly LostValue[];
}

/** A call of a webhook. */
export interface ExplainedCall {
  /**
   * `failed`: the call failed, and failurePolicy decided. `error`: the request was refused whatever the
   * failurePolicy.
   */
  readonly outcome: "allowed" | "denied" | "failed" | "error";
  /** True if the webhook was not called and no answer is recorded: it is assumed to allow the request. Absent if it answered. */
  readonly assumed?: true;
  readonly code: number;
  readonly message: string;
  readonly failurePolicy: "Fail" | "Ignore";
  /** True if the call failed and failurePolicy Ignore let the request pass. */
  readonly ignored: boolean;
  /** Duration of the call. */
  readonly milliseconds: number;
  /** Timeout of the call, and the rest of the request's own timeout when the call began (null: no limit). */
  readonly budgetMilliseconds: number;
  readonly remainingMilliseconds: number | null;
  /** Number of POSTs sent. */
  readonly attempts: number;
  readonly uid: string;
  /** The JSON patch that was applied; empty if there was none. */
  readonly patch: readonly JsonObject[];
  /** True if the patch changed the object. */
  readonly changed: boolean;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** A policy with one binding and one parameter. */
export interface PolicyStep {
  readonly kind: "policy";
  readonly name: string;
  /** File from which the policy was read; absent if it did not come from a file. */
  readonly file?: string;
  /** Name of the binding; empty if the evaluation ended before the bindings. */
  readonly binding: string;
  /** `namespace/name` of the parameter; empty if there is none. */
  readonly param: string;
  readonly phase: StepPhase;
  readonly round: 0 | 1;
  readonly called: boolean;
  readonly why?: Cause;
  readonly checks: readonly ExplainedCheck[];
  /** Values that it wrote and that the object does not have at the end; absent if there are none. */
  readonly lost?: readonly LostValue[];
}

/** An expression of a policy that was evaluated. */
export interface ExplainedCheck {
  /** The expression as written in the policy. */
  readonly expression: string;
  /** `deny`, `warn`, `audit`; empty if the expression is true. */
  readonly actions: readonly string[];
  readonly message: string;
  readonly changed: boolean;
  readonly at: string;
  /** Values that a validation read, by their names: `{"object.spec.replicas": 3}`. */
  readonly saw?: JsonObject;
  /** Variables of the policy that a validation read, with their values. */
  readonly variables?: JsonObject;
  /** Error of the messageExpression, for which the server sends the default message. */
  readonly messageProblem?: string;
  /** Changes of a mutation as a JSON patch; absent for validations. */
  readonly patch?: readonly JsonObject[];
}
