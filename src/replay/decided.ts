import type { Verdict } from "../admission/verdict.ts";
import type { Explanation } from "../explain/explanation.ts";
import type { RecordedDecision } from "../recording/recording.ts";

/** A repeated decision of a request. */
export interface DecidedAgain extends RecordedDecision {
  readonly kind: "decided";
  /** Webhooks whose calls failed, whatever the result of the request. */
  readonly failed: readonly string[];
  /** Webhooks whose response is not known: they were assumed to allow the request. */
  readonly assumed: readonly string[];
  /** Warnings in the response: those of admission, and those of the server itself. */
  readonly told?: readonly string[];
  /** Time of all calls together; undefined if not all were really made. */
  readonly webhookMilliseconds: number | undefined;
  readonly verdicts: readonly Verdict[];
}

/** Decision of a server in memory about a recorded request. */
export interface Decided extends DecidedAgain {
  /**
   * Returns the explanation of `sallyport explain`. It works while the server runs. `asked` is the name of a
   * webhook, policy or binding.
   */
  explain(asked?: string): Explanation;
}

/** A request that cannot be decided: its resource is not served, or it cannot be read as an object of its kind. */
export interface Undecided {
  readonly kind: "undecided";
  readonly why: string;
}
