import { refusedBy } from "../admission/readers/refused-by.ts";
import type { Verdict } from "../admission/verdict.ts";
import type { Decider } from "../recording/recording.ts";

/** Who refused a request; the server itself where no hook did. `reason`: of its answer. */
export function decidersOf(verdicts: readonly Verdict[], reason: string): Decider[] {
  const found = verdicts.flatMap(refusedBy);
  return found.length > 0 ? found : [{ kind: "server", of: "", name: reason }];
}
