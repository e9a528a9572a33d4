import { parseMediaType } from "../../../api/exchange/media-type.ts";
import type { Json, JsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { TransportResult } from "../../ports.ts";
import { type ReviewVersion, readReviewBody } from "./review-body.ts";

/** A review, or the error with the text and the code of the reference. */
export type Decoded =
  /** Decoded `review`; it has only known fields, with the right types. */
  | { readonly kind: "review"; readonly review: JsonObject }
  | { readonly kind: "error"; readonly message: string; readonly code: number };

type Answer = TransportResult & { kind: "answer" };

const TYPES = { v1: "admission/v1.AdmissionReview", v1beta1: "admission/v1beta1.AdmissionReview" };

const DECODE_ERROR = 503;
const EMPTY: JsonObject = Object.freeze({});

/**
 * Decodes a webhook's response as an AdmissionReview of the version that was sent
 * (apiserver/pkg/admission/plugin/webhook/request/admissionreview.go, VerifyAdmissionResponse).
 */
export function decodeReview(
  answer: Answer,
  version: ReviewVersion,
  parseYaml: ((text: string) => Json) | undefined,
): Decoded {
  const contentType = answer.contentType === "" ? "application/json" : answer.contentType;
  const mediaType = parseMediaType(contentType);
  if (mediaType.kind === "error") return failed(`Internal error occurred: ${mediaType.message}`, 500);
  if (answer.body.byteLength === 0) {
    return failed(`0-length response with status code: ${answer.status} and content type: ${contentType}`);
  }
  try {
    const review = readReviewBody(
      answer.body,
      { group: "admission.k8s.io", kind: "AdmissionReview", version, types: TYPES },
      parseYaml,
    );
    return { kind: "review", review: review ?? EMPTY };
  } catch (error) {
    return failed(messageOf(error));
  }
}

const failed = (message: string, code = DECODE_ERROR): Decoded => ({ kind: "error", message, code });
