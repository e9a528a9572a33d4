import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { HookTarget } from "../admission/hook.ts";
import type { TransportResult } from "../admission/ports.ts";
import { messageOf } from "../api/describe-error.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { Deadline } from "../webhook/deadline.ts";
import { type Mutation, mutating, type Validation, validating, type Webhook } from "../webhook/define.ts";
import type { Failure } from "../webhook/failure.ts";
import { handleReview } from "../webhook/handle.ts";
import type { WebhookRequest } from "../webhook/request.ts";

/** A review as a webhook got it, and what it said. */
export interface RecordedReview {
  /** `request` of an AdmissionReview. What differs from run to run (uids, times, managed fields) does not count. */
  readonly request: JsonObject;
  /** `response` of the AdmissionReview that came back. */
  readonly response: JsonObject;
}

/** Answers from a recording; made with `recording`. */
export interface Recording {
  readonly kind: "recording";
  readonly reviews: readonly RecordedReview[];
}

/**
 * Changes the object in place (mutating), or gives back what `allow`, `deny` or `patched` make. `object` is null on DELETE;
 * a test may say more precisely what its objects are.
 */
export type WebhookFunction = {
  bivariant(object: KubeObject, request: WebhookRequest): WebhookAnswer | Promise<WebhookAnswer>;
}["bivariant"];
/** What such a function may give back: a decision or an object, not the HTTP answer that `sallyport/webhook` calls `WebhookAnswer`. */
export type WebhookAnswer = Mutation | Validation;

/**
 * Who answers for a webhook: a function, a webhook of the SDK, a recording, or `"network"`: the server that its configuration
 * says (a server in any language, at its `url`).
 */
export type WebhookSource = WebhookFunction | Webhook | Recording | BytesSource | "network";

/** Answers reviews as they come over the wire. */
export interface BytesSource {
  readonly kind: "bytes";
  readonly answer: AnswerReview;
}

/** Answers reviews from a list, or from a JSON file with one: `[{ "request": …, "response": … }]`. */
export function recording(reviews: string | readonly RecordedReview[]): Recording {
  const list = typeof reviews === "string" ? JSON.parse(readFileSync(reviews, "utf8")) : reviews;
  return { kind: "recording", reviews: list };
}

/** One review in, one answer out. */
export type AnswerReview = (
  body: Uint8Array,
  pass: () => Promise<TransportResult>,
) => Promise<TransportResult>;

/** The source as a function of bytes. A function alone is what the configuration takes it for: mutating or validating. */
export function answererOf(source: WebhookSource, phase: HookTarget["phase"]): AnswerReview {
  if (source === "network") return (_body, pass) => pass();
  if (typeof source === "function") return fromSdk(fromFunction(source, phase));
  if (source.kind === "bytes") return source.answer;
  return source.kind === "recording" ? fromRecording(source) : fromSdk(source);
}

function fromFunction(source: WebhookFunction, phase: HookTarget["phase"]): Webhook {
  const check = (object: KubeObject | null, request: WebhookRequest) => source(object!, request);
  return phase === "mutating"
    ? mutating("/", check as Parameters<typeof mutating>[1])
    : validating("/", check as Parameters<typeof validating>[1]);
}

const fromSdk =
  (webhook: Webhook): AnswerReview =>
  async (body) => {
    const { status, body: text } = await handleReview(webhook, body, new Deadline(), failureText);
    return { kind: "answer", status, contentType: "application/json", body: Buffer.from(text) };
  };

/** A test is told what its webhook threw. */
const failureText = ({ error }: Failure): string => `the webhook failed: ${messageOf(error)}`;

function fromRecording({ reviews }: Recording): AnswerReview {
  return async (body) => {
    const review: JsonObject = JSON.parse(Buffer.from(body).toString());
    const asked = comparable(record(review.request));
    const found = reviews.find(({ request }) => isDeepStrictEqual(comparable(request), asked));
    return answerReview(
      review,
      found?.response ?? {
        allowed: false,
        status: { code: 500, message: "the recording has no answer to this request" },
      },
    );
  };
}

/** A response as the answer to a review. */
export function answerReview(
  { apiVersion = "", request }: JsonObject,
  response: JsonObject,
): TransportResult {
  const { uid = "" } = record(request);
  const answer = { apiVersion, kind: "AdmissionReview", response: { ...response, uid } };
  const body = Buffer.from(JSON.stringify(answer));
  return { kind: "answer", status: 200, contentType: "application/json", body };
}

/** Whether a recording has one answer to both. */
export const sameRequest = (a: JsonObject, b: JsonObject): boolean =>
  isDeepStrictEqual(comparable(a), comparable(b));

const VOLATILE = ["uid", "resourceVersion", "generation", "creationTimestamp", "managedFields"];

function comparable({ uid: _uid, object, oldObject, ...rest }: JsonObject): JsonObject {
  return { ...rest, object: withoutVolatile(object ?? null), oldObject: withoutVolatile(oldObject ?? null) };
}

function withoutVolatile(object: Json): Json {
  if (!isJsonObject(object) || !isJsonObject(object.metadata)) return object;
  const kept = Object.entries(object.metadata).filter(([field]) => !VOLATILE.includes(field));
  return { ...object, metadata: Object.fromEntries(kept) };
}
