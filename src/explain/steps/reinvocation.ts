import type { HookLine, Verdict } from "../../admission/verdict.ts";
import type { Cause, Change } from "../explanation.ts";
import type { Reason } from "./explained.ts";

/** State of a hook in the second round of the mutating phase. */
export interface SecondRound {
  readonly policy: string;
  /** True if the object was changed after the first call of the hook. */
  readonly isChanged: boolean;
  readonly isChangeable?: boolean;
}

/**
 * Returns the reason that a hook was not called in the second round. `make` builds a cause at its
 * reinvocationPolicy.
 */
export function notAgain(
  { policy, isChanged, isChangeable = true }: SecondRound,
  verb: "called" | "asked",
  make: (message: string) => Cause,
): Reason {
  if (policy === "IfNeeded" || !isChanged)
    return { cause: make(`not ${verb} again: ${UNCHANGED}`), isMistake: false };
  const cause = make(`not ${verb} again: its reinvocationPolicy is Never`);
  const change: Change = {
    op: "replace",
    of: cause.of,
    at: cause.at,
    value: "IfNeeded",
    says: "replace Never with IfNeeded",
    called: isChangeable,
  };
  return {
    cause: { ...cause, fix: "reinvocationPolicy: IfNeeded", changes: [change] },
    isMistake: false,
  };
}

const UNCHANGED = "nothing changed after its call";

/** True for a cause that needs no action: nothing changed after the first call. */
export const isUnneeded = ({ code, message }: Cause): boolean =>
  code === "reinvocation" && message.endsWith(UNCHANGED);

/** True if a webhook that was called after this line, or a policy in the second round, changed the object. */
export function changedAfter(verdict: Verdict, isOwn: (line: HookLine) => boolean): boolean {
  const admitted = verdict.hooks.filter(({ phase }) => phase === "admit");
  const own = admitted.findIndex((line) => line.round === 0 && isOwn(line));
  const isByWebhook = admitted.slice(own + 1).some((line) => line.call?.changed === true && !isOwn(line));
  const isByPolicy = verdict.policies.some(
    ({ phase, round, checks }) => phase === "admit" && round === 1 && checks.some(({ changed }) => changed),
  );
  return isByWebhook || isByPolicy;
}
