import type { Json } from "../json/value.ts";

/** The reason that a webhook or policy was not called, or an error in its configuration. */
export interface Cause {
  readonly code: CauseCode;
  /**
   * `ValidatingWebhookConfiguration/name`, `ValidatingAdmissionPolicy/name`, `Namespace/name` …; empty if it
   * is the request.
   */
  readonly of: string;
  /** The webhook in the configuration; empty for all others. */
  readonly webhook: string;
  readonly message: string;
  /** The value that the filter read. */
  readonly saw: Json;
  /**
   * Place of the change: `file.yaml:12`, or a JSON pointer into the object; empty if there is no particular
   * place.
   */
  readonly at: string;
  /** The value to write there; empty if the reader has to decide. */
  readonly fix: string;
  /** Cure in a sentence; absent if none is known. */
  readonly advice?: string;
  /** Changes that let the request pass this filter, each tried in memory; the most likely one first. */
  readonly changes?: readonly Change[];
  /** Further filters that leave the request out, in the order in which the server evaluates them. */
  readonly also?: readonly Cause[];
  /** True if the hook is called after the first change of this cause and of each further cause. */
  readonly together?: boolean;
}

/** One change of one line. */
export interface Change {
  readonly op: "add" | "replace" | "remove";
  /**
   * The changed object, as in `Cause`: a configuration, a Namespace, or the object of the request (empty).
   */
  readonly of: string;
  readonly at: string;
  /** The new value; absent if the old value is removed. */
  readonly value?: Json;
  /** The change in words: `add CREATE`, `replace pod with pods`. */
  readonly says: string;
  /** True if this change alone is enough for the hook to be called. */
  readonly called: boolean;
}

/** Code of a cause, which does not change when its text does. */
export type CauseCode =
  /** No rule matches the request: several parts differ. */
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
  /** The rule has the API group of the Scale, not that of the scaled resource. */
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
  /** The request arrived before the configuration was active. */
  | "newer-configuration"
  /** resourceNames of a policy or a binding have other names; excludeResourceRules leave it out. */
  | "name"
  | "excluded"
  /** An earlier plugin, webhook or policy refused the request. */
  | "not-reached"
  /** The admission plugin that calls it is disabled. */
  | "plugin-off"
  /** A validation is false, and the binding's validationActions only warn or audit. */
  | "actions"
  /** An expression of a policy failed. */
  | "validation-error"
  /** It refuses an update without which an object that is being deleted stays. */
  | "deletion"
  /** Its answer has a member that the API server does not read. */
  | "unusable-answer"
  /** It changed a field that the server does not store, or not in this request. */
  | "not-stored"
  /** A controller compares what the hook changed, and does it again. */
  | "undone"
  /** The owner of the object does not count, so that the garbage collector deletes the object, or never does. */
  | "owner"
  /** The server does not know a field, and dropped it or refused the request. */
  | "unknown-field"
  /** Causes outside admission, from here to `read`. */
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
  /** No webhook or policy has this name. */
  | "unknown-name";
