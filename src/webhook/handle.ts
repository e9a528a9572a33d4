import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { diffJson } from "../patch/diff.ts";
import type { JsonPatchOperation } from "../patch/operation.ts";
import { Deadline } from "./deadline.ts";
import { type Decision, deny } from "./decision.ts";
import type { Webhook } from "./define.ts";
import { type Failure, safeText } from "./failure.ts";
import { readRequest, type WebhookRequest } from "./request.ts";

/** HTTP response of a webhook. */
export interface WebhookAnswer {
  readonly status: number;
  readonly body: string;
  /** Content of the review, for logs and metrics; absent if the body was not a review. */
  readonly told?: Told;
}

/** The request and the decision, for logs and metrics. Responses of converters do not have it. */
export interface Told {
  readonly request: WebhookRequest;
  readonly decision: Decision;
  /** Number of operations of the patch; 0: no change. */
  readonly operations: number;
  /** The error of the handler, if it did not decide. */
  readonly failure?: Failure;
}

/**
 * Handles one AdmissionReview, v1 or v1beta1. It works on bytes and has no side effects of its own, so any
 * HTTP server can use it. The response to a body that is not a review is 400; an error of the webhook, or a result
 * that JSON cannot express, becomes a denial (500). `deadline`: time until the API server stops waiting; default
 * without limit. `textOfFailure`: message for the client after an error of the handler; default: only the uid of the
 * request.
 */
export async function handleReview(
  webhook: Webhook,
  body: Uint8Array | string,
  deadline = new Deadline(),
  textOfFailure: (failure: Failure) => string = safeText,
): Promise<WebhookAnswer> {
  const review = parseReview(body);
  if (typeof review === "string") return { status: 400, body: review };
  const request = readRequest(review.request, deadline);
  const { apiVersion } = review;
  try {
    const decision = await webhook.decide(request);
    // A result that JSON cannot express is a failure of the handler too.
    return answerWith(decision, { request, apiVersion, patch: patchOf(webhook, request, decision) });
  } catch (error) {
    const failure = { path: webhook.path, request, error };
    return answerWith(denialOf(textOfFailure(failure)), { request, apiVersion, patch: NO_PATCH, failure });
  } finally {
    deadline.end();
  }
}

interface Answering {
  readonly request: WebhookRequest;
  readonly apiVersion: string;
  readonly patch: readonly JsonPatchOperation[];
  readonly failure?: Failure;
}

function answerWith(
  decision: Decision,
  { request, apiVersion, patch, ...failure }: Answering,
): WebhookAnswer {
  const response = { uid: request.uid, ...responseOf(decision, patch) };
  return {
    status: 200,
    body: JSON.stringify({ kind: "AdmissionReview", apiVersion, response }),
    told: { request, decision, operations: patch.length, ...failure },
  };
}

const denialOf = (message: string): Decision => deny(message, { code: 500, reason: "InternalError" });

interface Review {
  readonly apiVersion: string;
  readonly request: JsonObject;
}

function parseReview(body: Uint8Array | string): Review | string {
  const value = parseJson(textOf(body));
  if (!isJsonObject(value)) return "the body is no JSON object";
  const { apiVersion, kind, request } = value;
  if (kind !== "AdmissionReview") return `the body is no AdmissionReview but ${JSON.stringify(kind)}`;
  if (apiVersion !== "admission.k8s.io/v1" && apiVersion !== "admission.k8s.io/v1beta1")
    return `AdmissionReview ${JSON.stringify(apiVersion)} is unknown: admission.k8s.io/v1 and v1beta1 are read`;
  return isJsonObject(request) ? { apiVersion, request } : "the AdmissionReview has no request";
}

/** Decodes UTF-8 without a copy of the bytes. */
export const textOf = (body: Uint8Array | string): string =>
  typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();

/** `JSON.parse`, but undefined for a text that is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function responseOf(decision: Decision, patch: readonly JsonPatchOperation[]): JsonObject {
  const extras: JsonObject = {
    ...(decision.warnings.length === 0 ? {} : { warnings: [...decision.warnings] }),
    ...(Object.keys(decision.auditAnnotations).length === 0
      ? {}
      : { auditAnnotations: { ...decision.auditAnnotations } }),
  };
  if (decision.kind === "denied") {
    const { code, reason, message } = decision;
    return { allowed: false, status: { code, reason, message }, ...extras };
  }
  if (patch.length === 0) return { allowed: true, ...extras };
  const encoded = Buffer.from(JSON.stringify(patch)).toString("base64");
  return { allowed: true, patch: encoded, patchType: "JSONPatch", ...extras };
}

const NO_PATCH: readonly JsonPatchOperation[] = [];

function patchOf(
  webhook: Webhook,
  request: WebhookRequest,
  decision: Decision,
): readonly JsonPatchOperation[] {
  if (webhook.kind === "validating" || decision.kind === "denied") return NO_PATCH;
  if (decision.object === undefined || request.object === null) return NO_PATCH;
  return diffJson(request.object, decision.object);
}
