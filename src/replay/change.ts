import type { Explanation } from "../explain/explanation.ts";
import type { Decider, RecordedRequest } from "../recording/recording.ts";

/** What became of a decision, the gravest first. */
export const CHANGE_KINDS = [
  "newly-denied",
  "newly-allowed",
  "denied-differently",
  "failing",
  "patched-differently",
  "slower",
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One request that is decided in another way. */
export interface ChangedDecision {
  readonly kind: ChangeKind;
  readonly cause: ChangeCause;
  /** Of the request. */
  readonly id: string;
  readonly request: RecordedRequest;
  readonly before: ChangeSide;
  readonly now: ChangeSide;
  /** As `sallyport explain` says it, as long as the server runs. */
  explain(): Explanation;
}

/** Why: changes with equal keys have one cause. */
export interface ChangeCause {
  readonly key: string;
  readonly text: string;
  /** Whom it is about. */
  readonly by: readonly Decider[];
}

export interface ChangeSide {
  readonly allowed: boolean;
  readonly code: number;
  readonly message: string;
  /** Paths at which the objects in the answers differ; of `patched-differently`. */
  readonly differs: readonly string[];
}
