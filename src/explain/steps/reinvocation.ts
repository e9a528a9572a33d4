import type { HookLine, Verdict } from "../../admission/verdict.ts";
import type { Cause, Change } from "../explanation.ts";
import type { Reason } from "./explained.ts";

/** What the second round says of a hook. */
export interface SecondRound {
  readonly policy: string;
  /** Somebody changed the object after the hook had looked at it. */
  readonly isChanged: boolean;
  readonly isChangeable?: boolean;
}

/** Why a hook was not asked in the second round. `make` makes a cause at its reinvocationPolicy. */
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

/** It says why, and nobody has to do anything about it. */
export const isUnneeded = ({ code, message }: Cause): boolean =>
  code === "reinvocation" && message.endsWith(UNCHANGED);

/** Whether a webhook that was called after this line, or a policy in the second round, changed the object. */
export function changedAfter(verdict: Verdict, isOwn: (line: HookLine) => boolean): boolean {
  const admitted = verdict.hooks.filter(({ phase }) => phase === "admit");
  const own = admitted.findIndex((line) => line.round === 0 && isOwn(line));
  const isByWebhook = admitted.slice(own + 1).some((line) => line.call?.changed === true && !isOwn(line));
  const isByPolicy = verdict.policies.some(
    ({ phase, round, checks }) => phase === "admit" && round === 1 && checks.some(({ changed }) => changed),
  );
  return isByWebhook || isByPolicy;
}
