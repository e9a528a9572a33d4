import type { Json } from "../../api/json.ts";
import type { Cause, CauseCode } from "../explanation.ts";
import type { Path } from "../sources.ts";

/** A step, and whether its cause is a mistake that nobody would make on purpose. */
export interface Explained<S> {
  readonly step: S;
  readonly finding: Cause | undefined;
  /** It is why the request was refused: that is said first. */
  readonly refused: boolean;
}

/** A cause, and whether it stands among the findings though nobody asked. */
export interface Reason {
  readonly cause: Cause;
  readonly isMistake: boolean;
}

/** Makes causes of a policy or its binding. */
export type MakeCause = (
  owner: "policy" | "binding",
  code: CauseCode,
  message: string,
  path: Path,
  saw: Json,
) => Cause;
