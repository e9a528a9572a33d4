import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import { isJsonObject, type Json, type JsonObject, membersOf, record, text } from "../json/value.ts";
import { Deadline } from "./deadline.ts";

/** The effect of the request on the object. */
export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** An admission request, from any version of AdmissionReview. The objects are copies: a webhook may change them. */
export interface WebhookRequest<T extends object = KubeObject> {
  /** Id of this call; another call for the same request has another one. */
  readonly uid: string;
  readonly operation: Operation;
  /** Kind of `object` and `oldObject`; for a subresource such as `scale` its own kind. */
  readonly kind: GroupVersionKind;
  /** Resource in the version of `kind`. */
  readonly resource: GroupVersionResource;
  /** "" if the request is for the object itself. */
  readonly subresource: string;
  /** "" if the name is not generated yet. */
  readonly name: string;
  /** "" for cluster-scoped objects. For a namespace its own name. */
  readonly namespace: string;
  readonly user: UserInfo;
  /** True if the object will not be stored. A webhook must then have no side effects. */
  readonly dryRun: boolean;
  /** null on DELETE. */
  readonly object: T | null;
  /** null on CREATE and CONNECT. */
  readonly oldObject: T | null;
  /** CreateOptions and so on; for CONNECT the options of the subresource (PodExecOptions). */
  readonly options: JsonObject | null;
  /** The kind of the original request, if the API server converted the object for this webhook; otherwise the same as `kind`. */
  readonly requestKind: GroupVersionKind;
  /** The resource of the original request, as `requestKind`. */
  readonly requestResource: GroupVersionResource;
  /** Aborted when the API server stops waiting: its timeout has passed, or it closed the connection. */
  readonly signal: AbortSignal;
  /** Milliseconds until the timeout of the API server; Infinity if it sent none. */
  readonly remainingMs: number;
}

const NO_KIND: GroupVersionKind = { group: "", version: "", kind: "" };
const NO_RESOURCE: GroupVersionResource = { group: "", version: "", resource: "" };

/** The API server sends objects that it has decoded, so only the JSON type is checked. */
export const isReviewed = (value: Json | undefined): value is KubeObject => isJsonObject(value);

const objectOrNull = (value: Json | undefined): KubeObject | null => (isReviewed(value) ? value : null);

/** Returns the `request` of a review. Missing fields are empty, never undefined. */
export const readRequest = (request: JsonObject, deadline: Deadline): WebhookRequest =>
  new ReviewRequest(request, deadline);

/**
 * A class because of its getters: a signal is created only at the first access, and most webhooks decide
 * without it.
 */
class ReviewRequest implements WebhookRequest {
  readonly uid: string;
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly name: string;
  readonly namespace: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  readonly object: KubeObject | null;
  readonly oldObject: KubeObject | null;
  readonly options: JsonObject | null;
  readonly requestKind: GroupVersionKind;
  readonly requestResource: GroupVersionResource;
  readonly #deadline: Deadline;

  constructor(request: JsonObject, deadline: Deadline) {
    this.uid = text(request.uid);
    this.operation = text(request.operation) as Operation;
    this.kind = { ...NO_KIND, ...membersOf<GroupVersionKind>(request.kind) };
    this.resource = { ...NO_RESOURCE, ...membersOf<GroupVersionResource>(request.resource) };
    this.subresource = text(request.subResource);
    this.name = text(request.name);
    this.namespace = text(request.namespace);
    this.user = { groups: [], username: "", ...membersOf<UserInfo>(request.userInfo) };
    this.dryRun = request.dryRun === true;
    this.object = objectOrNull(request.object);
    this.oldObject = objectOrNull(request.oldObject);
    this.options = objectOrNull(request.options);
    this.requestKind = { ...this.kind, ...membersOf<GroupVersionKind>(request.requestKind) };
    this.requestResource = { ...this.resource, ...membersOf<GroupVersionResource>(request.requestResource) };
    this.#deadline = deadline;
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }

  get remainingMs(): number {
    return this.#deadline.remainingMs;
  }
}

/** Optional parts of the request of `requestOf`. */
export type RequestDetails = Partial<
  Pick<WebhookRequest, "operation" | "name" | "namespace" | "subresource" | "user" | "dryRun">
> & { readonly oldObject?: AnyObject | null };

/**
 * Returns a request as an API server would send it, for tests of a webhook. By default, it is a CREATE of the
 * object by `admin`. Without an object, it is a DELETE of `oldObject`.
 *
 * @example
 * ```ts
 * import { deny, requestOf, validating } from "sallyport/webhook";
 * const owned = validating("/owned", (pod) => (pod?.metadata.labels?.owner ? true : deny("whose is it?")));
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web" } };
 * (await owned.decide(requestOf(pod))).kind; // "denied"
 * ```
 */
export function requestOf(object: AnyObject | null, details: RequestDetails = {}): WebhookRequest {
  const { apiVersion = "v1", kind = "", metadata = {} } = object ?? details.oldObject ?? {};
  const slash = apiVersion.indexOf("/");
  const [group, version] = [slash < 0 ? "" : apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
  const review = {
    uid: "00000000-0000-4000-8000-000000000000",
    kind: { group, version, kind },
    resource: { group, version, resource: `${kind.toLowerCase()}s` },
    operation: object === null ? "DELETE" : "CREATE",
    name: metadata.name ?? "",
    namespace: metadata.namespace ?? "default",
    userInfo: details.user ?? { username: "admin", groups: ["system:masters", "system:authenticated"] },
    object,
    oldObject: null,
    options: null,
    ...details,
    subResource: details.subresource ?? "",
  };
  return readRequest(record(review), new Deadline());
}

/** An object of any type, for example of `sallyport/kinds`. */
export interface AnyObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
}
