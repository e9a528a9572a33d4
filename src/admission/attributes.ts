import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import type { Cancellation } from "../async/cancellation.ts";
import type { Pause } from "../async/steps.ts";
import type { JsonObject } from "../json/value.ts";

/** Operation of a request on the object, with the names of AdmissionReview. */
export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** Attributes of one request. The object itself is an argument of each phase. */
export interface Attributes {
  readonly operation: Operation;
  /** Kind of the endpoint: `autoscaling/v1 Scale` for `deployments/scale`. */
  readonly kind: GroupVersionKind;
  /** Resource and version as in the URL; the parent resource for subresources. */
  readonly resource: GroupVersionResource;
  /** Empty if there is none. */
  readonly subresource: string;
  /** Empty if the name is not generated yet, and for the items of a deletecollection. */
  readonly name: string;
  /** Empty for cluster-scoped requests; for a Namespace its own name. */
  readonly namespace: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** The operation's options, already stamped `meta.k8s.io/v1`; null for CONNECT. */
  readonly options: JsonObject | null;
  /** The stored object, in the hub version; null for CREATE and CONNECT. */
  readonly oldObject: KubeObject | null;
  /** Time at which the request has to be done, on the clock of `AdmissionPorts.now`. Absent: no limit. */
  readonly deadline?: number;
  /** Called when a webhook has answered and its response is about to be processed. */
  resumed?(): void;
  /**
   * Called when long work begins. Returns the function that lets other requests run in between. Absent: the
   * work is done without pauses.
   */
  pacer?(): Pause;
  /** Aborted when the response is not needed any more. */
  readonly signal?: Cancellation;
  /**
   * True if the object has a managedFields time that was set in this request with fractions of a second.
   * kube-apiserver loses the fractions when it applies the first patch, so that this patch counts as a change
   * in any case. Always false for custom resources, whose times are texts.
   */
  readonly freshlyStamped?: boolean;
}
