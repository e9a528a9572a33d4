import type { HookTarget } from "../../admission/hook.ts";
import type { CallOptions, TransportResult } from "../../admission/ports.ts";
import { calledAt } from "../../api/webhook-client-config.ts";
import { answeredStatus, responseError } from "../../http/webhook-client/response-error.ts";
import { isJsonObject, type JsonObject, text } from "../../json/value.ts";

/**
 * Recorded responses of webhooks, by webhook name: the `response` of an AdmissionReview, in which a patch may
 * be written as a list; another HTTP response; or a connection failure.
 */
export type RecordedAnswers = Readonly<Record<string, JsonObject>>;

/**
 * Answers reviews from a recording, without network calls. Webhooks that are not in the recording allow the
 * request. `skip` lets the milliseconds pass in which a recorded call had no answer; default: they take no time.
 */
export function answerReviews(recorded: RecordedAnswers, skip?: (milliseconds: number) => Promise<void>) {
  return async (
    target: HookTarget,
    body: Uint8Array,
    options?: Pick<CallOptions, "timeoutMs">,
  ): Promise<TransportResult> => {
    const given = recorded[target.hook];
    if (given?.transport === "timeout" && options !== undefined) await skip?.(options.timeoutMs);
    const review: JsonObject = JSON.parse(Buffer.from(body).toString());
    const request = isJsonObject(review.request) ? review.request : {};
    const raw = given === undefined ? undefined : rawAnswer(given, target, text(request.uid));
    if (raw !== undefined) return raw;
    const response = { uid: request.uid ?? "", ...responseOf(given) };
    const head = isJsonObject(given?.review) ? given.review : {};
    const answer = { apiVersion: review.apiVersion ?? "", kind: "AdmissionReview", ...head, response };
    return {
      kind: "answer",
      status: 200,
      contentType: "application/json",
      body: Buffer.from(JSON.stringify(answer)),
    };
  };
}

/**
 * Returns a result that is not a review: a whole HTTP response (`status` as a number, `contentType`, `body`),
 * or a connection failure (`transport`).
 */
function rawAnswer(given: JsonObject, target: HookTarget, uid: string): TransportResult | undefined {
  const { transport, status, contentType = "", body = "" } = given;
  if (typeof transport === "string") return failedTransport(transport, target);
  if (typeof status !== "number") return undefined;
  const type = String(contentType);
  // The uid of the recorded request is not that of this one.
  const bytes = Buffer.from(String(body).replace(UID, `$1${uid}"`));
  if (status >= 200 && status <= 206) return { kind: "answer", status, contentType: type, body: bytes };
  const { message, code } = responseError(status, type, bytes);
  const answered = answeredStatus(status, type, bytes);
  return { kind: "error", message, code, canceled: false, timedOut: false, answered };
}

/** The zero uid is what a program writes that sets none. */
const UID = /("uid"\s{0,9}:\s{0,9}")(?!0{8}-)[\da-f-]{36}"/g;

const TRANSPORT: Readonly<Record<string, string>> = {
  refused: "connect: connection refused",
  timeout: "context deadline exceeded",
  "unknown-authority": "tls: failed to verify certificate: x509: certificate signed by unknown authority",
  expired: "tls: failed to verify certificate: x509: certificate has expired or is not yet valid",
  "other-name":
    "tls: failed to verify certificate: x509: certificate is valid for other names, not for this one",
  "no-such-host": "no such host",
};

/**
 * Returns a connection failure in the words of the real client. Throws an Error with a message for the user
 * if the failure is not known.
 */
function failedTransport(transport: string, { clientConfig }: HookTarget): TransportResult {
  const told = TRANSPORT[transport];
  if (told === undefined)
    throw new Error(`--answers: transport ${transport}: it is one of ${Object.keys(TRANSPORT).join(", ")}`);
  const message = `Post "${calledAt(clientConfig)}": ${told}`;
  return { kind: "error", message, code: 503, canceled: false, timedOut: transport === "timeout" };
}

function responseOf(recorded: JsonObject | undefined): JsonObject {
  if (recorded === undefined) return { allowed: true };
  const {
    uid,
    review: _review,
    ...response
  } = isJsonObject(recorded.response) ? recorded.response : recorded;
  // The uid of the recorded request is not that of this one.
  const told = { ...response, ...(uid === "" && { uid }) };
  if (!Array.isArray(response.patch)) return told;
  const patch = Buffer.from(JSON.stringify(response.patch)).toString("base64");
  return { patchType: "JSONPatch", ...told, patch };
}
