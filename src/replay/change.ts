import type { Explanation } from "../explain/explanation.ts";
import type { Decider, RecordedRequest } from "../recording/recording.ts";

/** Kinds of changed decisions, the most severe first. */
export const CHANGE_KINDS = [
  "newly-denied",
  "newly-allowed",
  "denied-differently",
  "failing",
  "patched-differently",
  "slower",
] as const;

/** Kinds of differences between two decisions. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A request that is decided differently. */
export interface ChangedDecision {
  readonly kind: ChangeKind;
  readonly cause: ChangeCause;
  readonly id: string;
  readonly request: RecordedRequest;
  readonly before: ChangeSide;
  readonly now: ChangeSide;
  /** Returns the explanation of `sallyport explain`. It works while the server runs. */
  explain(): Explanation;
}

/** The cause of a change. Changes with equal keys have the same cause. */
export interface ChangeCause {
  readonly key: string;
  readonly text: string;
  /** The hooks with different decisions. */
  readonly by: readonly Decider[];
}

/** One of the two decisions. */
export interface ChangeSide {
  readonly allowed: boolean;
  readonly code: number;
  readonly message: string;
  /** Paths at which the objects in the responses differ, for `patched-differently`; empty for others. */
  readonly differs: readonly string[];
}
