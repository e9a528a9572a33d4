import type { GroupVersionResource } from "../api/group-version.ts";
import type { Json, JsonObject } from "../api/json.ts";

/** Written into the first line. Within `v1` members are added, none is renamed or removed. */
export const RECORDING_VERSION = "recording.sallyport/v1";

/** The first line of a recording. */
export interface RecordingHeader {
  readonly apiVersion: typeof RECORDING_VERSION;
  readonly kind: "Recording";
  /** RFC 3339. */
  readonly createdAt: string;
  readonly source: RecordingSource;
  /** False: values of Secrets, tokens and configured fields are as they were. */
  readonly masked: boolean;
}

export type RecordingSource = "audit-log" | "server" | "webhook";

/** Every further line: one request that admission was, or would have been, asked about. */
export interface RecordedRequest {
  /** The audit id, or the uid of the review: what the request is called in reports. */
  readonly id: string;
  /** When it came, RFC 3339; empty: nobody knows. */
  readonly time: string;
  readonly user: RecordedUser;
  readonly operation: RecordedOperation;
  /** As in the URL. */
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  /** Empty: the request has none. */
  readonly namespace: string;
  /** Empty: it is to be generated. */
  readonly name: string;
  /** As the client sent it, defaults applied; null where there is none, or `patch` says what is to become of it. */
  readonly object: JsonObject | null;
  /** As it was stored before the request. */
  readonly oldObject: JsonObject | null;
  /** What was stored, where admission is not shown it: what is evicted, bound, scaled, or in the way of a new object. */
  readonly stored: JsonObject | null;
  /** What the client sent to change the object, where that is known and the object is not. */
  readonly patch: RecordedPatch | null;
  /** CreateOptions, UpdateOptions, DeleteOptions, as in an AdmissionReview. */
  readonly options: JsonObject | null;
  /** Parameters of a CONNECT. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly dryRun: boolean;
  /** It was one deletion of a collection. */
  readonly ofCollection: boolean;
  /** Of the namespace as it was then; null: not known. */
  readonly namespaceState: RecordedNamespace | null;
  readonly decision: RecordedDecision;
  /** Which webhooks were called, as far as that is known, in that order. */
  readonly calls: readonly RecordedCall[];
  /** What the source does not say and was taken for granted. */
  readonly lacks: readonly Lack[];
  /** From the first byte to the answer; null: not known. */
  readonly milliseconds: number | null;
}

export type RecordedOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** `oldObject`: nothing is known of what was stored; the request is taken to change nothing of it. */
export type Lack = "oldObject" | "result";

export interface RecordedUser {
  readonly username: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface RecordedPatch {
  /** `merge-or-strategic`: the source does not say which; by the kind then, as kubectl chooses. */
  readonly type: "json" | "merge" | "strategic" | "apply" | "merge-or-strategic";
  readonly body: Json;
}

export interface RecordedNamespace {
  readonly labels: Readonly<Record<string, string>>;
  readonly terminating: boolean;
}

export interface RecordedDecision {
  readonly allowed: boolean;
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly warnings: readonly string[];
  readonly by: readonly Decider[];
  /** The object in the answer; null: there was none, or it is not known. */
  readonly result: JsonObject | null;
}

/** Who refused a request, or changed it. */
export interface Decider {
  readonly kind: "webhook" | "policy" | "plugin" | "server";
  /** `ValidatingWebhookConfiguration/name`, `MutatingAdmissionPolicy/name`; empty where nothing is registered. */
  readonly of: string;
  /** The webhook, the binding or the plugin; of the server the reason of its answer. */
  readonly name: string;
}

export interface RecordedCall {
  readonly configuration: string;
  readonly webhook: string;
  readonly phase: "mutating" | "validating";
  readonly round: number;
  readonly outcome: "allowed" | "denied" | "failed";
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  /** The JSON patch that it answered; empty: none. */
  readonly patch: readonly JsonObject[];
  readonly warnings: readonly string[];
  /** Null: not known. */
  readonly milliseconds: number | null;
}
