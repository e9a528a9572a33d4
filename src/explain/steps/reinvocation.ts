import type { Cause, Change } from "../explanation.ts";
import type { Reason } from "./explained.ts";

/** Why a hook was not asked in the second round. `make` makes a cause at its reinvocationPolicy. */
export function notAgain(
  policy: string,
  verb: "called" | "asked",
  make: (message: string) => Cause,
  isChangeable = true,
): Reason {
  if (policy === "IfNeeded")
    return { cause: make(`not ${verb} again: nothing changed after its call`), isMistake: false };
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
