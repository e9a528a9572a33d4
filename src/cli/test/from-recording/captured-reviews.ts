import { isJsonObject, type JsonObject } from "../../../json/value.ts";
import type { RecordedCall } from "../../../recording/recording.ts";
import { recordedAnswer } from "../../../replay/answer-as-before.ts";
import {
  answerReview,
  type BytesSource,
  type RecordedReview,
  sameRequest,
} from "../../../testing/webhook-sources.ts";

/**
 * Answers the calls of webhooks while cases run, with the answers that were given when the requests were
 * recorded.
 */
export class CapturedReviews {
  readonly #reviews = new Map<string, RecordedReview[]>();
  #calls: RecordedCall[] = [];
  #isRecorded = false;
  /** Number of calls without a recorded answer; these were taken to allow the request. */
  assumed = 0;

  /** Sets the request that is tried next; undefined: calls until then are in no recording, and are allowed. */
  begin(calls: readonly RecordedCall[] | undefined): void {
    this.#calls = [...(calls ?? [])];
    this.#isRecorded = calls !== undefined;
  }

  /** Answers for this webhook. */
  source(webhook: string): BytesSource {
    return {
      kind: "bytes",
      answer: async (body) => {
        const review: JsonObject = JSON.parse(Buffer.from(body).toString());
        return answerReview(review, this.#responseOf(webhook, requestIn(review)));
      },
    };
  }

  /** Reviews by webhook. */
  get all(): ReadonlyMap<string, readonly RecordedReview[]> {
    return this.#reviews;
  }

  #responseOf(webhook: string, request: JsonObject): JsonObject {
    const known = this.#reviews.get(webhook) ?? [];
    this.#reviews.set(webhook, known);
    // An equal request gets an equal answer when the suite runs, so the answer is stored once.
    const same = known.find((one) => sameRequest(one.request, request));
    const at = this.#calls.findIndex((call) => call.webhook === webhook);
    const [call] = at < 0 ? [] : this.#calls.splice(at, 1);
    if (same !== undefined) return same.response;
    if (call === undefined && this.#isRecorded) this.assumed += 1;
    const { patch, ...answer } =
      call === undefined ? { allowed: true, patch: undefined } : recordedAnswer(call);
    const response: JsonObject =
      patch === undefined
        ? answer
        : { ...answer, patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") };
    known.push({ request, response });
    return response;
  }
}

const requestIn = ({ request }: JsonObject): JsonObject => (isJsonObject(request) ? request : {});
