import type { Cause } from "../explanation.ts";

/** A step with its finding: its cause, if that is a mistake, or if a plugin refused the request. */
export interface Explained<S> {
  readonly step: S;
  readonly finding: Cause | undefined;
  /** True if the step refused the request; its finding comes first. */
  readonly refused: boolean;
}

/** A cause. If it is a mistake, it is one of the findings even when the caller did not name the hook. */
export interface Reason {
  readonly cause: Cause;
  readonly isMistake: boolean;
}

/** The reason is a mistake. */
export const mistake = (cause: Cause): Reason => ({ cause, isMistake: true });
/** The reason may be meant so. */
export const choice = (cause: Cause): Reason => ({ cause, isMistake: false });
