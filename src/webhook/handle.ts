import { isJsonObject, type Json, type JsonObject } from "../api/json.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import { diffJson } from "../json/patch/diff.ts";
import type { Decision } from "./decision.ts";
import type { Webhook } from "./define.ts";
import type { WebhookRequest } from "./request.ts";

/** Answer of a webhook over HTTP. */
export interface WebhookAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * One AdmissionReview in, one out; v1 and v1beta1. A pure function of bytes: any HTTP server can mount it. What is no
 * review is answered with 400, what the webhook throws with a denial (500) that tells the message.
 */
export async function handleReview(webhook: Webhook, body: Uint8Array | string): Promise<WebhookAnswer> {
  const review = parseReview(body);
  if (typeof review === "string") return { status: 400, body: review };
  const request = readRequest(review.request);
  const response = await respond(webhook, request);
  return {
    status: 200,
    body: JSON.stringify({
      kind: "AdmissionReview",
      apiVersion: review.apiVersion,
      response: { uid: request.uid, ...response },
    }),
  };
}

async function respond(webhook: Webhook, request: WebhookRequest): Promise<JsonObject> {
  try {
    return responseOf(webhook, request, await webhook.decide(request));
  } catch (error) {
    const message = `the webhook failed: ${error instanceof Error ? error.message : String(error)}`;
    return { allowed: false, status: { code: 500, reason: "InternalError", message } };
  }
}

interface Review {
  readonly apiVersion: string;
  readonly request: JsonObject;
}

function parseReview(body: Uint8Array | string): Review | string {
  const value = parseJson(typeof body === "string" ? body : Buffer.from(body).toString());
  if (!isJsonObject(value)) return "the body is no JSON object";
  const { apiVersion, kind, request } = value;
  if (kind !== "AdmissionReview") return `the body is no AdmissionReview but ${JSON.stringify(kind)}`;
  if (apiVersion !== "admission.k8s.io/v1" && apiVersion !== "admission.k8s.io/v1beta1")
    return `AdmissionReview ${JSON.stringify(apiVersion)} is unknown: admission.k8s.io/v1 and v1beta1 are read`;
  return isJsonObject(request) ? { apiVersion, request } : "the AdmissionReview has no request";
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const objectOrNull = (value: Json | undefined): KubeObject | null =>
  isJsonObject(value) ? (value as KubeObject) : null;

function readRequest(request: JsonObject): WebhookRequest {
  return {
    uid: text(request.uid),
    operation: text(request.operation) as WebhookRequest["operation"],
    kind: request.kind as unknown as WebhookRequest["kind"],
    resource: request.resource as unknown as WebhookRequest["resource"],
    subresource: text(request.subResource),
    name: text(request.name),
    namespace: text(request.namespace),
    user: { groups: [], username: "", ...(request.userInfo as Partial<UserInfo> | undefined) },
    dryRun: request.dryRun === true,
    object: objectOrNull(request.object),
    oldObject: objectOrNull(request.oldObject),
    options: objectOrNull(request.options),
  };
}

function responseOf(webhook: Webhook, request: WebhookRequest, decision: Decision): JsonObject {
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
  return { allowed: true, ...patchOf(webhook, request, decision.object), ...extras };
}

function patchOf(webhook: Webhook, request: WebhookRequest, object: JsonObject | undefined): JsonObject {
  if (webhook.kind === "validating" || object === undefined || request.object === null) return {};
  const operations = diffJson(request.object, object);
  if (operations.length === 0) return {};
  return { patch: Buffer.from(JSON.stringify(operations)).toString("base64"), patchType: "JSONPatch" };
}
