import { refusedBy } from "../admission/readers/refused-by.ts";
import type { Verdict } from "../admission/verdict.ts";
import type { Decider } from "../recording/recording.ts";

/**
 * Returns the hooks that refused a request; the server itself if no hook did. `reason` is the reason in its
 * response.
 */
export function decidersOf(verdicts: readonly Verdict[], reason: string): Decider[] {
  const found = verdicts.flatMap(refusedBy);
  return found.length > 0 ? found : [{ kind: "server", of: "", name: reason }];
}
