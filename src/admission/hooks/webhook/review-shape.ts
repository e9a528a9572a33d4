import { any, bool, bytes, int32, int64, list, map, struct, text } from "./go-type.ts";

const STATUS_CAUSE = struct("v1.StatusCause", {
  reason: text("v1.CauseType"),
  message: text(),
  field: text(),
});

/** Go type of metav1.Status. */
export const STATUS_SHAPE = struct("v1.Status", {
  kind: text(),
  apiVersion: text(),
  metadata: struct("v1.ListMeta", {
    selfLink: text(),
    resourceVersion: text(),
    continue: text(),
    remainingItemCount: int64,
  }),
  status: text(),
  message: text(),
  reason: text("v1.StatusReason"),
  details: struct("v1.StatusDetails", {
    name: text(),
    group: text(),
    kind: text(),
    uid: text("types.UID"),
    causes: list(STATUS_CAUSE),
    retryAfterSeconds: int32,
  }),
  code: int32,
});

const RAW = any("runtime.RawExtension");

/** Go type of the response of conversion webhooks, which may repeat the request. */
const conversionShape = (version: "v1" | "v1beta1") =>
  struct(`${version}.ConversionReview`, {
    kind: text(),
    apiVersion: text(),
    request: struct(`${version}.ConversionRequest`, {
      uid: text("types.UID"),
      desiredAPIVersion: text(),
      objects: list(RAW),
    }),
    response: struct(`${version}.ConversionResponse`, {
      uid: text("types.UID"),
      convertedObjects: list(RAW),
      result: STATUS_SHAPE,
    }),
  });

export const CONVERSION_SHAPES = { v1: conversionShape("v1"), v1beta1: conversionShape("v1beta1") };

const KIND = struct("v1.GroupVersionKind", { group: text(), version: text(), kind: text() });
const RESOURCE = struct("v1.GroupVersionResource", { group: text(), version: text(), resource: text() });
/** `UserInfo` of a version of authentication.k8s.io. */
export const userShape = (version: string) =>
  struct(`${version}.UserInfo`, {
    username: text(),
    uid: text(),
    groups: list(text()),
    extra: map(list(text(), `${version}.ExtraValue`)),
  });

const requestShape = (version: "v1" | "v1beta1") =>
  struct(`${version}.AdmissionRequest`, {
    uid: text("types.UID"),
    kind: KIND,
    resource: RESOURCE,
    subResource: text(),
    requestKind: KIND,
    requestResource: RESOURCE,
    requestSubResource: text(),
    name: text(),
    namespace: text(),
    operation: text(`${version}.Operation`),
    userInfo: userShape("v1"),
    object: RAW,
    oldObject: RAW,
    dryRun: bool,
    options: RAW,
  });

/** Go type of reviews. Both versions have the same fields; type names contain the version's package. */
const reviewShape = (version: "v1" | "v1beta1") =>
  struct(`${version}.AdmissionReview`, {
    kind: text(),
    apiVersion: text(),
    request: requestShape(version),
    response: struct(`${version}.AdmissionResponse`, {
      uid: text("types.UID"),
      allowed: bool,
      status: STATUS_SHAPE,
      patch: bytes,
      patchType: text(`${version}.PatchType`),
      auditAnnotations: map(text()),
      warnings: list(text()),
    }),
  });

export const REVIEW_SHAPES = { v1: reviewShape("v1"), v1beta1: reviewShape("v1beta1") };
