import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { Json, JsonObject } from "../api/json.ts";

/** What `sallyport explain --output json` prints. Members are added, none is renamed or removed within `v1`. */
export interface Explanation {
  readonly apiVersion: "explain.sallyport/v1";
  readonly kind: "Explanation";
  readonly request: ExplainedRequest;
  readonly answer: ExplainedAnswer;
  /** Everything that looks right and is wrong, the most likely cause first; empty: nothing was found. */
  readonly findings: readonly Cause[];
  /** Everybody who had a part in it, in the order in which they were asked, those that were not called among them. */
  readonly steps: readonly Step[];
  /** False: nobody was asked, webhooks answered as recorded or as assumed, and their times mean nothing. */
  readonly webhooksCalled: boolean;
  /** What was taken for granted: a namespace that no manifest declares, webhooks that were not really called. */
  readonly notes: readonly string[];
  /** Where it ended, and the one line that answers. */
  readonly end: ExplainedEnd;
  /** Of a deletecollection: what became of each object. Absent for all others. */
  readonly objects?: readonly ExplainedObject[];
}

export interface ExplainedEnd {
  readonly stage: Stage;
  /** `denied by webhook owners.example.com of ValidatingWebhookConfiguration/owners`. */
  readonly message: string;
}

/** How far a request came; `done`: it was carried out. */
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

/** One object of a collection. */
export interface ExplainedObject {
  readonly namespace: string;
  readonly name: string;
  readonly allowed: boolean;
  readonly message: string;
  readonly findings: readonly Cause[];
  readonly steps: readonly Step[];
}

export interface ExplainedRequest {
  readonly operation: string;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly kind: GroupVersionKind;
  /** Empty where there is none. */
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
  readonly groups: readonly string[];
  readonly dryRun: boolean;
}

export interface ExplainedAnswer {
  /** The HTTP status that the client gets. */
  readonly code: number;
  readonly allowed: boolean;
  readonly reason: string;
  readonly message: string;
  readonly warnings: readonly string[];
}

export type Step = PluginStep | WebhookStep | PolicyStep;

export type StepPhase = "mutating" | "validating";

export interface PluginStep {
  readonly kind: "plugin";
  readonly name: string;
  readonly phase: StepPhase;
  readonly round: 0 | 1;
  readonly milliseconds: number;
  /** Absent: it let the request pass. */
  readonly refusal?: { readonly code: number; readonly message: string };
}

export interface WebhookStep {
  readonly kind: "webhook";
  readonly name: string;
  readonly configuration: string;
  /** Of a configuration that came from a file: which. */
  readonly file?: string;
  readonly phase: StepPhase;
  /** 1: called again, because something changed after its first call. */
  readonly round: 0 | 1;
  readonly called: boolean;
  /** Why it was not called, or what made the request fail before the call. */
  readonly why?: Cause;
  readonly call?: ExplainedCall;
}

export interface ExplainedCall {
  /** `failed`: the webhook did not do its part, failurePolicy decided; `error`: refused whatever the failurePolicy. */
  readonly outcome: "allowed" | "denied" | "failed" | "error";
  readonly code: number;
  readonly message: string;
  readonly failurePolicy: "Fail" | "Ignore";
  /** A failure that failurePolicy Ignore let pass. */
  readonly ignored: boolean;
  readonly milliseconds: number;
  /** What the call might have taken, and what was left of the request's own time when it began; null: no limit. */
  readonly budgetMilliseconds: number;
  readonly remainingMilliseconds: number | null;
  readonly attempts: number;
  readonly uid: string;
  /** The JSON patch that was applied; empty: none. */
  readonly patch: readonly JsonObject[];
  /** The patch made a difference. */
  readonly changed: boolean;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

export interface PolicyStep {
  readonly kind: "policy";
  readonly name: string;
  /** Of a policy that came from a file: which. */
  readonly file?: string;
  /** Empty: it did not come to its bindings. */
  readonly binding: string;
  /** `namespace/name` of the parameter; empty: without. */
  readonly param: string;
  readonly phase: StepPhase;
  readonly round: 0 | 1;
  readonly called: boolean;
  readonly why?: Cause;
  readonly checks: readonly ExplainedCheck[];
}

export interface ExplainedCheck {
  /** As it stands in the policy. */
  readonly expression: string;
  /** `deny`, `warn`, `audit`; empty: it holds. */
  readonly actions: readonly string[];
  readonly message: string;
  readonly changed: boolean;
  readonly at: string;
  /** What a mutation did, as a JSON patch; absent for validations. */
  readonly patch?: readonly JsonObject[];
}

/** Why a hook was not called, or what is wrong with it. */
export interface Cause {
  readonly code: CauseCode;
  /** `ValidatingWebhookConfiguration/name`, `ValidatingAdmissionPolicy/name`, `Namespace/name` …; empty: the request. */
  readonly of: string;
  /** The webhook in the configuration; empty for all others. */
  readonly webhook: string;
  readonly message: string;
  /** What the filter looked at. */
  readonly saw: Json;
  /** Where to change it: `file.yaml:12`, or a JSON pointer into the object; empty: nowhere in particular. */
  readonly at: string;
  /** What to write there; empty: that is for the reader to say. */
  readonly fix: string;
  /** What would let the request pass this filter, each tried in memory; the most likely one first. */
  readonly changes?: readonly Change[];
  /** Further filters that leave the request out, in the order in which the server asks them. */
  readonly also?: readonly Cause[];
  /** With the first change of this cause and of each further one it is called. */
  readonly together?: boolean;
}

/** One change of one line. */
export interface Change {
  readonly op: "add" | "replace" | "remove";
  /** What is changed, as in `Cause`: a configuration, a Namespace, or the object of the request (empty). */
  readonly of: string;
  readonly at: string;
  /** Absent: what is there goes. */
  readonly value?: Json;
  /** `add CREATE`, `replace pod with pods`. */
  readonly says: string;
  /** With this change alone it is called. */
  readonly called: boolean;
}

export type CauseCode =
  /** No rule is about the request: several parts differ. */
  | "rules"
  | "operation"
  | "group"
  | "version"
  | "resource"
  | "scope"
  /** The rule names the resource in the singular, by its kind or by a short name. */
  | "resource-name"
  /** The rule does not cover this subresource, or only a subresource. */
  | "subresource"
  /** The rule has the group of the Scale, not that of what is scaled. */
  | "scale-group"
  /** The rule has another served version, and matchPolicy is Exact. */
  | "exact-version"
  /** No served resource fits the rule. */
  | "never-matches"
  | "namespace-selector"
  | "object-selector"
  | "condition"
  | "condition-error"
  /** A condition needs the name of an object whose name is still to be generated. */
  | "generate-name"
  | "exempt"
  | "reinvocation"
  | "params"
  | "no-binding"
  | "policy-problem"
  | "dry-run"
  | "denied"
  | "call-failed"
  | "refused"
  /** The configuration itself is refused by the server. */
  | "invalid-configuration"
  /** The request arrived before the configuration was there. */
  | "newer-configuration"
  /** resourceNames of a policy or a binding have other names; excludeResourceRules leave it out. */
  | "name"
  | "excluded"
  /** Somebody refused the request before. */
  | "not-reached"
  /** The plugin that asks it is off. */
  | "plugin-off"
  /** A validation is false, and the binding's validationActions only warn or audit. */
  | "actions"
  /** An expression of a policy failed. */
  | "validation-error"
  /** A field that the server does not know, and dropped or refused. */
  | "unknown-field"
  /** Where a request ended outside admission. */
  | "authentication"
  | "authorization"
  | "routing"
  | "decoding"
  | "not-found"
  | "already-exists"
  | "conflict"
  | "precondition"
  | "throttled"
  | "timeout"
  | "server"
  | "read"
  /** Nobody has a webhook or a policy of that name. */
  | "unknown-name";
