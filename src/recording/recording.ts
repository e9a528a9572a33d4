import type { GroupVersionResource } from "../api/group-version.ts";
import type { Json, JsonObject } from "../json/value.ts";

/** Version in the first line. Members may be added; within `v1` none is renamed or removed. */
export const RECORDING_VERSION = "recording.sallyport/v1";

/** The first line of a recording. */
export interface RecordingHeader {
  readonly apiVersion: typeof RECORDING_VERSION;
  readonly kind: "Recording";
  /** Time of creation, in RFC 3339. */
  readonly createdAt: string;
  readonly source: RecordingSource;
  /** False if values of Secrets, tokens and configured fields are unchanged. */
  readonly masked: boolean;
}

/** Origin of a recorded request. */
export type RecordingSource = "audit-log" | "server" | "webhook";

/** Every further line: one request for which admission was, or would have been, run. */
export interface RecordedRequest {
  /** The audit id, or the uid of the review: the id of the request in reports. */
  readonly id: string;
  /** Time of arrival, in RFC 3339; empty if it is not known. */
  readonly time: string;
  readonly user: RecordedUser;
  /** The User-Agent of the client; absent if it is not known. */
  readonly userAgent?: string;
  readonly operation: RecordedOperation;
  /** The resource in the URL. */
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  /** Namespace; empty if the request has none. */
  readonly namespace: string;
  /** Name; empty if it is to be generated. */
  readonly name: string;
  /** The object as the client sent it, with defaults; null if there is none, or the change is in `patch`. */
  readonly object: JsonObject | null;
  /** The stored object before the request. */
  readonly oldObject: JsonObject | null;
  /**
   * The stored object in cases in which admission does not see it: the evicted, bound or scaled object, or
   * the one that exists already under the name of a new object.
   */
  readonly stored: JsonObject | null;
  /** The patch of the client, if it is known and the new object is not. */
  readonly patch: RecordedPatch | null;
  /** CreateOptions, UpdateOptions, DeleteOptions, as in an AdmissionReview. */
  readonly options: JsonObject | null;
  /** Parameters of a CONNECT. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly dryRun: boolean;
  /** True if the request was one deletion of a collection. */
  readonly ofCollection: boolean;
  /** State of the namespace at that time; null if it is not known. */
  readonly namespaceState: RecordedNamespace | null;
  readonly decision: RecordedDecision;
  /** The webhooks that were called, in that order, as far as they are known. */
  readonly calls: readonly RecordedCall[];
  /** Facts that the source does not have and that were assumed. */
  readonly lacks: readonly Lack[];
  /** Time from the first byte to the response, in milliseconds; null if it is not known. */
  readonly milliseconds: number | null;
}

/** Operations of admission. */
export type RecordedOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/**
 * `oldObject`: the stored object is not known, and the request is assumed to change nothing in it. `result`:
 * the object in the response is not known.
 */
export type Lack = "oldObject" | "result";

/** The user of a request. */
export interface RecordedUser {
  readonly username: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The body of a PATCH request. */
export interface RecordedPatch {
  /**
   * Type of the patch. `merge-or-strategic`: the source does not have the type; then the kind decides, as in
   * kubectl.
   */
  readonly type: "json" | "merge" | "strategic" | "apply" | "merge-or-strategic";
  readonly body: Json;
}

/** The namespace of a request at that time. */
export interface RecordedNamespace {
  readonly labels: Readonly<Record<string, string>>;
  readonly terminating: boolean;
}

/** The response to the client. */
export interface RecordedDecision {
  readonly allowed: boolean;
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly warnings: readonly string[];
  readonly by: readonly Decider[];
  /** The object in the response; null if there was none, or it is not known. */
  readonly result: JsonObject | null;
}

/** The hook that refused a request or changed its object. */
export interface Decider {
  readonly kind: "webhook" | "policy" | "plugin" | "server";
  /**
   * `ValidatingWebhookConfiguration/name`, `MutatingAdmissionPolicy/name`; empty if the hook has no
   * configuration.
   */
  readonly of: string;
  /** Name of the webhook, the binding or the plugin; for the server the reason of its response. */
  readonly name: string;
}

/** A call of a webhook for the request. */
export interface RecordedCall {
  readonly configuration: string;
  readonly webhook: string;
  readonly phase: "mutating" | "validating";
  /** 0 for the first call, 1 for the call of the reinvocation round. */
  readonly round: number;
  readonly outcome: "allowed" | "denied" | "failed";
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  /** The JSON patch in the response; empty if there was none. */
  readonly patch: readonly JsonObject[];
  readonly warnings: readonly string[];
  /** Duration of the call; null if it is not known. */
  readonly milliseconds: number | null;
}
