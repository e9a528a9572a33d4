import { any, bool, bytes, int32, int64, list, map, struct, text } from "./go-type.ts";

const STATUS_CAUSE = struct("v1.StatusCause", {
  reason: text("v1.CauseType"),
  message: text(),
  field: text(),
});

/** Of metav1.Status. */
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

/** Answers of webhooks that convert. */
const conversionShape = (version: "v1" | "v1beta1") =>
  struct(`${version}.ConversionReview`, {
    kind: text(),
    apiVersion: text(),
    response: struct(`${version}.ConversionResponse`, {
      uid: text("types.UID"),
      convertedObjects: list(any("runtime.RawExtension")),
      result: STATUS_SHAPE,
    }),
  });

export const CONVERSION_SHAPES = { v1: conversionShape("v1"), v1beta1: conversionShape("v1beta1") };

/** Both versions have the same fields; type names carry the version's package. */
const reviewShape = (version: "v1" | "v1beta1") =>
  struct(`${version}.AdmissionReview`, {
    kind: text(),
    apiVersion: text(),
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
