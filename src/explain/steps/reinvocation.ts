import type { HookLine, Verdict } from "../../admission/verdict.ts";
import { equal } from "../../json/equal.ts";
import type { Cause } from "../explanation.ts";
import { choice, type Reason, withChange } from "./explained.ts";

/** State of a hook in the second round of the mutating phase. */
export interface SecondRound {
  readonly policy: string;
  /** True if the hook was called in the first round; only such hooks are called again. */
  readonly wasCalled: boolean;
  /** True if the object was changed after the first call of the hook; undefined if that is not known. */
  readonly isChanged: boolean | undefined;
  readonly isChangeable?: boolean;
}

/**
 * Returns the reason that a hook was not called in the second round. `make` builds a cause at its
 * reinvocationPolicy.
 */
export function notAgain(
  { policy, wasCalled, isChanged, isChangeable = true }: SecondRound,
  verb: "called" | "asked",
  make: (message: string) => Cause,
): Reason {
  if (!wasCalled)
    return choice(
      make(
        `its filters admit the object in the second round, but that round is only for those ${verb} in the first one`,
      ),
    );
  if (policy === "IfNeeded" || isChanged === false) return choice(make(`not ${verb} again: ${UNCHANGED}`));
  const cause = make(`not ${verb} again: its reinvocationPolicy is Never`);
  if (isChanged === undefined) return choice(cause);
  const change = { from: "Never", to: "IfNeeded", called: isChangeable };
  return choice(withChange(cause, change, "reinvocationPolicy: IfNeeded"));
}

const UNCHANGED = "nothing changed after its call";

/** True for a cause that needs no action: nothing changed after the first call. */
export const isUnneeded = ({ code, message }: Cause): boolean =>
  code === "reinvocation" && message.endsWith(UNCHANGED);

/**
 * True if anything changed the object between the call of a webhook in the first round and its turn in the second one,
 * `line`: a webhook, a policy or a built-in plugin. Undefined: the record does not say.
 */
export function changedAfter({ hooks }: Verdict, line: HookLine): boolean | undefined {
  const admitted = hooks.filter(({ phase }) => phase === "admit");
  const at = admitted.findIndex(({ round, hook }) => round === 0 && hook === line.hook);
  const own = admitted[at];
  if (own === undefined || line.object === undefined) return undefined;
  // The object after the call is that of the next line; after the last call of the round it has no line.
  const next = own.call?.changed ? admitted[at + 1] : own;
  return next?.round === 0 ? !equal(next.object, line.object) : undefined;
}
