import type { Verdict } from "../admission/verdict.ts";
import type { JsonObject } from "../api/json.ts";
import type { Explanation } from "../explain/explanation.ts";
import type { Decider } from "../recording/recording.ts";

/** What a server in memory made of a recorded request. */
export interface Decided {
  readonly kind: "decided";
  readonly allowed: boolean;
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly warnings: readonly string[];
  readonly by: readonly Decider[];
  /** The object in the answer; null: there is none. */
  readonly result: JsonObject | null;
  /** Webhooks that did not do their part, whatever became of the request. */
  readonly failed: readonly string[];
  /** Webhooks whose answer nobody knows: they were taken to allow it. */
  readonly assumed: readonly string[];
  /** Of all calls together; undefined: not all were really made. */
  readonly webhookMilliseconds: number | undefined;
  readonly verdicts: readonly Verdict[];
  /** As `sallyport explain` says it, as long as the server runs. `asked`: one webhook, policy or binding. */
  explain(asked?: string): Explanation;
}

/** It cannot be decided: its resource is not served, or it cannot be read as an object of its kind. */
export interface Undecided {
  readonly kind: "undecided";
  readonly why: string;
}
