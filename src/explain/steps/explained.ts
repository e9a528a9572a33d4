import type { Json } from "../../json/value.ts";
import type { Cause, CauseCode } from "../explanation.ts";
import type { Path } from "../sources.ts";

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

/** Builds causes of a policy or its binding. */
export type MakeCause = (
  owner: "policy" | "binding",
  code: CauseCode,
  message: string,
  path: Path,
  saw: Json,
) => Cause;
