import type { Verdict } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { RequestContext } from "../../server/request-context.ts";
import type { Blame } from "../blame/field-writer.ts";
import type { Cause, CauseCode, ExplainedAnswer, Stage } from "../explanation.ts";
import type { World } from "../world.ts";

/** The stage at which a request ended, and the cause if it failed outside admission. */
export interface Ending {
  readonly stage: Stage;
  /** Absent if admission itself has the cause. */
  readonly cause?: Cause;
}

/** A refused request, as far as it is known. */
export interface Refusal {
  readonly answer: ExplainedAnswer;
  readonly verdicts: readonly Verdict[];
  readonly world: World;
  /** The server's view of the request; undefined if only the admission of the request is known. */
  readonly context?:
    | Pick<
        RequestContext,
        "info" | "authorization" | "served" | "user" | "request" | "requestObject" | "trail"
      >
    | undefined;
  readonly blame?: Blame | undefined;
  /** The object as the client sent it. */
  readonly object?: KubeObject | null;
}

/** A cause outside admission. */
export const causeOf = (code: CauseCode, message: string, at = "", fix = ""): Cause => ({
  code,
  of: "",
  webhook: "",
  message,
  saw: null,
  at,
  fix,
});
