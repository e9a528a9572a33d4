import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { HookTarget } from "../admission/hook.ts";
import type { TransportResult } from "../admission/ports.ts";
import type { KubeObject } from "../api/meta.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../json/value.ts";
import { messageOf } from "../report/describe-error.ts";
import { Deadline } from "../webhook/deadline.ts";
import { type Mutation, mutating, type Validation, validating, type Webhook } from "../webhook/define.ts";
import type { Failure } from "../webhook/failure.ts";
import { handleReview } from "../webhook/handle.ts";
import type { WebhookRequest } from "../webhook/request.ts";

/** A review that a webhook received, and its response. */
export interface RecordedReview {
  /**
   * `request` of an AdmissionReview. Values that differ in each run (uids, times, managed fields) are not
   * compared.
   */
  readonly request: JsonObject;
  /** `response` of the returned AdmissionReview. */
  readonly response: JsonObject;
}

/** A source of recorded responses; `recording` creates it. */
export interface Recording {
  readonly kind: "recording";
  readonly reviews: readonly RecordedReview[];
}

/**
 * Changes the object in place (mutating), or returns a result of `allow`, `deny` or `patched`. `object` is
 * null on DELETE. A test can declare a more specific type of its objects.
 */
export type WebhookFunction = {
  bivariant(object: KubeObject, request: WebhookRequest): WebhookAnswer | Promise<WebhookAnswer>;
}["bivariant"];
/**
 * The result of such a function: a decision or an object. It is not the HTTP response that
 * `sallyport/webhook` calls `WebhookAnswer`.
 */
export type WebhookAnswer = Mutation | Validation;

/**
 * The source of a webhook's responses: a function, a webhook of the SDK, a recording, or `"network"`: the
 * server of its configuration (in any language, at its `url`).
 */
export type WebhookSource = WebhookFunction | Webhook | Recording | BytesSource | "network";

/** A source that handles reviews as bytes, as sent over the network. */
export interface BytesSource {
  readonly kind: "bytes";
  readonly answer: AnswerReview;
}

/**
 * Returns a source of recorded responses, from a list or from a JSON file with one:
 * `[{ "request": …, "response": … }]`.
 */
export function recording(reviews: string | readonly RecordedReview[]): Recording {
  const list = typeof reviews === "string" ? JSON.parse(readFileSync(reviews, "utf8")) : reviews;
  return { kind: "recording", reviews: list };
}

/** Handles one review, and returns the response. `pass` makes the call over the network instead. */
export type AnswerReview = (
  body: Uint8Array,
  pass: () => Promise<TransportResult>,
) => Promise<TransportResult>;

/**
 * Returns the source as a function of bytes. A function has the phase of its configuration: mutating or
 * validating.
 */
export function answererOf(source: WebhookSource, phase: HookTarget["phase"]): AnswerReview {
  if (source === "network") return (_body, pass) => pass();
  if (typeof source === "function") return fromSdk(fromFunction(source, phase));
  if (source.kind === "bytes") return source.answer;
  return source.kind === "recording" ? fromRecording(source) : fromSdk(source);
}

function fromFunction(source: WebhookFunction, phase: HookTarget["phase"]): Webhook {
  const check = (object: KubeObject | null, request: WebhookRequest) => source(object!, request);
  return phase === "mutating"
    ? mutating("/", check)
    : validating("/", check as Parameters<typeof validating>[1]);
}

const fromSdk =
  (webhook: Webhook): AnswerReview =>
  async (body) => {
    const { status, body: text } = await handleReview(webhook, body, new Deadline(), failureText);
    return { kind: "answer", status, contentType: "application/json", body: Buffer.from(text) };
  };

/** The test receives the error of its webhook, unlike the clients of a real webhook. */
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

/** Returns a response as the result of a call. */
export function answerReview(
  { apiVersion = "", request }: JsonObject,
  response: JsonObject,
): TransportResult {
  const { uid = "" } = record(request);
  const answer = { apiVersion, kind: "AdmissionReview", response: { ...response, uid } };
  const body = Buffer.from(JSON.stringify(answer));
  return { kind: "answer", status: 200, contentType: "application/json", body };
}

/** Returns true if both requests get the same recorded response. */
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
