import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { JsonObject } from "../api/json.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";

/** One request for admission, whichever version of AdmissionReview brought it. Its objects are the webhook's own copies. */
export interface WebhookRequest {
  readonly uid: string;
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** "" when the request is about the object itself. */
  readonly subresource: string;
  /** "" while a name is still to be generated. */
  readonly name: string;
  readonly namespace: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** null on DELETE. */
  readonly object: KubeObject | null;
  /** null on CREATE and CONNECT. */
  readonly oldObject: KubeObject | null;
  readonly options: JsonObject | null;
}
