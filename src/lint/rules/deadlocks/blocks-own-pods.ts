import type { Rule } from "../../rule.ts";
import { circleProblem, circlesOf } from "./circle-problem.ts";

/** If none of its pods runs, none can start again; only a change of the configuration helps. */
export const blocksOwnPods: Rule = {
  id: "blocks-own-pods",
  severity: "error",
  summary:
    "A webhook is called for requests that its own pods need to start, and they fail while none of its pods runs",
  async check(model) {
    const own = (await circlesOf(model, "recovery")).filter(({ members }) => members.length === 1);
    return Promise.all(
      own.map((circle) =>
        circleProblem(model, circle, "when none of its pods runs any more, none comes back"),
      ),
    );
  },
};
