import type { HookTarget } from "../../admission/hook.ts";
import type { TransportResult } from "../../admission/ports.ts";
import { isJsonObject, type JsonObject } from "../../api/json.ts";
import { calledAt } from "../../api/webhook-client-config.ts";
import { responseError } from "../../http/webhook-client/response-error.ts";

/**
 * What webhooks answered once, by their names: the `response` of an AdmissionReview, a patch may be written as a list; or
 * another answer, or a failure of the connection.
 */
export type RecordedAnswers = Readonly<Record<string, JsonObject>>;

/** Answers reviews without calling anybody: from a recording, and what it does not know is allowed. */
export function answerReviews(recorded: RecordedAnswers) {
  return async (target: HookTarget, body: Uint8Array): Promise<TransportResult> => {
    const given = recorded[target.hook];
    const raw = given === undefined ? undefined : rawAnswer(given, target);
    if (raw !== undefined) return raw;
    const review: JsonObject = JSON.parse(Buffer.from(body).toString());
    const request = isJsonObject(review.request) ? review.request : {};
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

/** What is no review: a whole answer (`status` as a number, `contentType`, `body`), or a failure of the way to it (`transport`). */
function rawAnswer(given: JsonObject, target: HookTarget): TransportResult | undefined {
  const { transport, status, contentType = "", body = "" } = given;
  if (typeof transport === "string") return failedTransport(transport, target);
  if (typeof status !== "number") return undefined;
  const type = String(contentType);
  const bytes = Buffer.from(String(body));
  if (status >= 200 && status <= 206) return { kind: "answer", status, contentType: type, body: bytes };
  const { message, code } = responseError(status, type, bytes);
  const answered = { status, contentType: type };
  return { kind: "error", message, code, canceled: false, timedOut: false, answered };
}

const TRANSPORT: Readonly<Record<string, string>> = {
  refused: "connect: connection refused",
  timeout: "context deadline exceeded",
  "unknown-authority": "tls: failed to verify certificate: x509: certificate signed by unknown authority",
  expired: "tls: failed to verify certificate: x509: certificate has expired or is not yet valid",
  "other-name":
    "tls: failed to verify certificate: x509: certificate is valid for localhost, not for this name",
  "no-such-host": "no such host",
};

/** As the real caller words it. Throws with words for what nobody knows. */
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
    uid: _uid,
    review: _review,
    ...response
  } = isJsonObject(recorded.response) ? recorded.response : recorded;
  if (!Array.isArray(response.patch)) return response;
  const patch = Buffer.from(JSON.stringify(response.patch)).toString("base64");
  return { patchType: "JSONPatch", ...response, patch };
}
