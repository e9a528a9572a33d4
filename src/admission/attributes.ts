import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { JsonObject } from "../api/json.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import type { Pause } from "../api/steps.ts";

/** What a request does to the object, by the names of AdmissionReview. */
export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** What admission is told about one request; the object itself comes with each phase. */
export interface Attributes {
  readonly operation: Operation;
  /** Kind of the endpoint: `autoscaling/v1 Scale` for `deployments/scale`. */
  readonly kind: GroupVersionKind;
  /** Resource and version as in the URL; the parent resource for subresources. */
  readonly resource: GroupVersionResource;
  /** Empty when there is none. */
  readonly subresource: string;
  /** Empty when the name is still to be generated, and for the items of a deletecollection. */
  readonly name: string;
  /** Empty for cluster-scoped requests; for a Namespace its own name. */
  readonly namespace: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** The operation's options, already stamped `meta.k8s.io/v1`; null for CONNECT. */
  readonly options: JsonObject | null;
  /** The stored object, in the hub version; null for CREATE and CONNECT. */
  readonly oldObject: KubeObject | null;
  /** When the request has to be done, on the clock of `AdmissionPorts.now`. Absent: no limit. */
  readonly deadline?: number;
  /** Told when a webhook has answered and its answer is about to be looked at. */
  resumed?(): void;
  /** Work begins that may take long: where to give others turns. Absent: it is done in one piece. */
  pacer?(): Pause;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  /**
   * The object carries a managedFields time that was stamped in this request with fractions of a second. The reference
   * loses them when it applies the first patch, so that this patch counts as a change whatever it does. Never so of
   * custom resources, whose times are texts.
   */
  readonly freshlyStamped?: boolean;
}
