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
  /** True if only built-in plugins changed the object since. Default: false. */
  readonly isOwnOnly?: boolean;
}

/**
 * Returns the reason that a hook was not called in the second round. `make` builds a cause at its
 * reinvocationPolicy.
 */
export function notAgain(
  { policy, wasCalled, isChanged, isChangeable = true, isOwnOnly = false }: SecondRound,
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
  const cause = make(`not ${verb} again: its ${NEVER}`);
  if (isChanged === undefined || isOwnOnly) return choice(cause);
  const change = { from: "Never", to: "IfNeeded", called: isChangeable };
  return choice(withChange(cause, change, "reinvocationPolicy: IfNeeded"));
}

const UNCHANGED = "nothing changed after its call";

const NEVER = "reinvocationPolicy is Never";

/** True for a cause that needs no action: nothing but the server changed the object after the first call. */
export const isUnneeded = ({ code, message, changes }: Cause): boolean =>
  code === "reinvocation" &&
  (message.endsWith(UNCHANGED) || (message.endsWith(NEVER) && changes === undefined));

/** True if no other webhook and no policy changed the object after the first call of a webhook. */
export function isChangedByPlugins({ changes }: Verdict, { hook }: HookLine): boolean {
  const own = changes.findIndex((one) => one.kind === "webhook" && one.round === 0 && one.hook === hook);
  return own >= 0 && changes.slice(own + 1).every(({ kind }) => kind === "plugin");
}

/**
 * True if anything changed the object between the call of a webhook in the first round and its turn in the second one,
 * `line`: a webhook, a policy or a built-in plugin. Undefined: the record does not say.
 */
export function changedAfter({ hooks, changes }: Verdict, line: HookLine): boolean | undefined {
  const admitted = hooks.filter(({ phase }) => phase === "admit");
  const at = admitted.findIndex(({ round, hook }) => round === 0 && hook === line.hook);
  const own = admitted[at];
  if (own === undefined || line.object === undefined) return undefined;
  const change = changes.find((one) => one.kind === "webhook" && one.round === 0 && one.hook === line.hook);
  const after = own.call?.changed ? change?.after : own.object;
  return after === undefined ? undefined : !equal(after, line.object);
}
