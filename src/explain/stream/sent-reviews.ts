import type { HookTarget } from "../../admission/hook.ts";
import type { CallOptions, TransportResult } from "../../admission/ports.ts";
import type { Json } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";

/** A review as it was sent to a webhook, with the response. */
export interface SentReview {
  readonly review: Json;
  /** HTTP status; 0 if the webhook did not respond, and then `error` has the reason. */
  readonly status: number;
  readonly contentType: string;
  /** Parsed JSON, or text if it is not JSON. */
  readonly body: Json;
  readonly error: string;
}

interface Kept {
  readonly review: Buffer;
  readonly answer: Buffer;
  readonly head: Pick<SentReview, "status" | "contentType" | "error">;
}

const MOST = 1000;
const MOST_BYTES = 8 << 20;
/** Largest review with response that is kept, in bytes. */
const LONGEST = 256 << 10;

/**
 * Reviews sent to webhooks and their responses, by the uid of the review. They are kept only while turned on.
 */
export class SentReviews {
  #isOn = false;
  #kept: Kept[] = [];
  #bytes = 0;

  turn(isOn: boolean): void {
    this.#isOn = isOn;
    if (isOn) return;
    this.#kept = [];
    this.#bytes = 0;
  }

  /** Intercepts calls to webhooks. */
  readonly intercept = (
    _target: HookTarget,
    body: Uint8Array,
    _options: CallOptions,
    pass: () => Promise<TransportResult>,
  ): Promise<TransportResult> => (this.#isOn ? this.#listen(body, pass) : pass());

  async #listen(body: Uint8Array, pass: () => Promise<TransportResult>): Promise<TransportResult> {
    const answer = await pass();
    this.#keep(body, answer);
    return answer;
  }

  find(uid: string): SentReview | undefined {
    const found =
      uid === "" ? undefined : this.#kept.findLast(({ review }) => review.includes(`"uid":"${uid}"`));
    if (found === undefined) return undefined;
    return { ...found.head, review: parsed(found.review), body: parsed(found.answer) };
  }

  #keep(body: Uint8Array, result: TransportResult): void {
    const answer = result.kind === "answer" ? result.body : new Uint8Array();
    if (body.length + answer.length > LONGEST) return;
    const head =
      result.kind === "answer"
        ? { status: result.status, contentType: result.contentType, error: "" }
        : { ...(result.answered ?? { status: 0, contentType: "" }), error: result.message };
    // Copies, because buffers of a shared pool keep the whole pool in memory.
    this.#kept.push({ review: Buffer.from(body), answer: Buffer.from(answer), head });
    this.#bytes += body.length + answer.length;
    while (this.#kept.length > MOST || this.#bytes > MOST_BYTES) {
      const old = this.#kept.shift();
      this.#bytes -= (old?.review.length ?? 0) + (old?.answer.length ?? 0);
    }
  }
}

function parsed(bytes: Buffer): Json {
  const text = bytes.toString();
  const value = attempt((): Json => JSON.parse(text));
  return value === undefined ? text : value;
}
