import type { HookTarget } from "../../admission/hook.ts";
import type { TransportResult } from "../../admission/ports.ts";
import { isJsonObject, type JsonObject } from "../../api/json.ts";

/** What webhooks answered once, by their names: the `response` of an AdmissionReview; a patch may be written as a list. */
export type RecordedAnswers = Readonly<Record<string, JsonObject>>;

/** Answers reviews without calling anybody: from a recording, and what it does not know is allowed. */
export function answerReviews(recorded: RecordedAnswers) {
  return async (target: HookTarget, body: Uint8Array): Promise<TransportResult> => {
    const review = JSON.parse(Buffer.from(body).toString()) as JsonObject;
    const request = isJsonObject(review.request) ? review.request : {};
    const response = { uid: request.uid ?? "", ...responseOf(recorded[target.hook]) };
    const answer = { apiVersion: review.apiVersion ?? "", kind: "AdmissionReview", response };
    return {
      kind: "answer",
      status: 200,
      contentType: "application/json",
      body: Buffer.from(JSON.stringify(answer)),
    };
  };
}

function responseOf(recorded: JsonObject | undefined): JsonObject {
  if (recorded === undefined) return { allowed: true };
  const { uid: _uid, ...response } = isJsonObject(recorded.response) ? recorded.response : recorded;
  if (!Array.isArray(response.patch)) return response;
  const patch = Buffer.from(JSON.stringify(response.patch)).toString("base64");
  return { ...response, patchType: "JSONPatch", patch };
}
