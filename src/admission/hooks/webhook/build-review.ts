import type { GroupVersionKind, GroupVersionResource } from "../../../api/group-version.ts";
import type { UserInfo } from "../../../api/meta.ts";
import { withSortedKeys } from "../../../api/object/key-order.ts";
import { stringify } from "../../../json/stringify.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Attributes } from "../../attributes.ts";
import type { Invocation } from "../../hook.ts";
import { packTransient, type Versioned } from "../../versioned.ts";
import type { ReviewVersion } from "./review-body.ts";

/** Parts of a review that are the same for all hooks of one phase, as JSON text. */
export interface ReviewFrame {
  /** From `"requestKind":…,` to `"userInfo":…,` */
  readonly request: string;
  /** From `,"dryRun":…,"options":…}}` to the line break. */
  readonly tail: string;
  readonly ownKind: string;
  readonly subresource: string;
}

/**
 * The JSON of a review that is the same for all webhooks of a request: everything but the uid, the kind that the
 * webhook sees, and the objects.
 */
export function reviewFrame(attributes: Attributes, name: string): ReviewFrame {
  const { kind, resource, subresource, namespace, operation, user, dryRun, options } = attributes;
  const sub = subresource === "" ? "" : stringify(subresource);
  const ownKind = kindText(kind);
  const ownResource = resourceText(resource);
  const request =
    `"requestKind":${ownKind},"requestResource":${ownResource},` +
    (sub === "" ? "" : `"requestSubResource":${sub},`) +
    (name === "" ? "" : `"name":${stringify(name)},`) +
    (namespace === "" ? "" : `"namespace":${stringify(namespace)},`) +
    `"operation":"${operation}","userInfo":${userText(user)},`;
  return {
    request,
    tail: `,"dryRun":${dryRun},"options":${options === null ? "null" : stringify(options)}}}\n`,
    ownKind: `"kind":${ownKind},"resource":${ownResource},`,
    subresource: sub === "" ? "" : `"subResource":${sub},`,
  };
}

/**
 * Builds the body of one call (apiserver/pkg/admission/plugin/webhook/request/admissionreview.go,
 * CreateAdmissionObjects) from its parts, so that no object is serialized twice.
 */
export function buildReview(
  frame: ReviewFrame,
  version: ReviewVersion,
  uid: string,
  invocation: Invocation,
  object: Versioned | null,
  oldObject: Versioned | null,
): Uint8Array {
  const matched = invocation.converted
    ? `"kind":${kindText(invocation.kind)},"resource":${resourceText(invocation.resource)},`
    : frame.ownKind;
  const head =
    `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/${version}","request":{"uid":"${uid}",` +
    `${matched}${frame.subresource}${frame.request}"object":`;
  return packTransient([head, bytesOf(object), ',"oldObject":', bytesOf(oldObject), frame.tail]);
}

const bytesOf = (object: Versioned | null): Uint8Array | string => (object === null ? "null" : object.bytes);

const kindText = ({ group, version, kind }: GroupVersionKind): string =>
  `{"group":${stringify(group)},"version":${stringify(version)},"kind":${stringify(kind)}}`;

const resourceText = ({ group, version, resource }: GroupVersionResource): string =>
  `{"group":${stringify(group)},"version":${stringify(version)},"resource":${stringify(resource)}}`;

function userText({ username, uid, groups, extra }: UserInfo): string {
  const info: JsonObject = {};
  if (username !== "") info.username = username;
  if (uid) info.uid = uid;
  if (groups.length > 0) info.groups = [...groups];
  if (extra && Object.keys(extra).length > 0) info.extra = withSortedKeys(extra as unknown as JsonObject);
  return stringify(info);
}
