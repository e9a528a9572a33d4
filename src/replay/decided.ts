import type { Verdict } from "../admission/verdict.ts";
import type { Explanation } from "../explain/explanation.ts";
import type { RecordedDecision } from "../recording/recording.ts";

/** What became of a request when it was decided again. */
export interface DecidedAgain extends RecordedDecision {
  readonly kind: "decided";
  /** Webhooks that did not do their part, whatever became of the request. */
  readonly failed: readonly string[];
  /** Webhooks whose answer nobody knows: they were taken to allow it. */
  readonly assumed: readonly string[];
  /** Of all calls together; undefined: not all were really made. */
  readonly webhookMilliseconds: number | undefined;
  readonly verdicts: readonly Verdict[];
}

/** What a server in memory made of a recorded request. */
export interface Decided extends DecidedAgain {
  /** As `sallyport explain` says it, as long as the server runs. `asked`: one webhook, policy or binding. */
  explain(asked?: string): Explanation;
}

/** It cannot be decided: its resource is not served, or it cannot be read as an object of its kind. */
export interface Undecided {
  readonly kind: "undecided";
  readonly why: string;
}
