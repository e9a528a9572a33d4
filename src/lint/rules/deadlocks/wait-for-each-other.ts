import type { Rule } from "../../rule.ts";
import { circleProblem, circlesOf, keysText } from "./circle-problem.ts";

/** Each of them can recover alone. If all are down at the same time, none can. */
export const waitForEachOther: Rule = {
  id: "wait-for-each-other",
  severity: "error",
  summary: "Webhooks of several Services are called for requests that the pods of the others need to start",
  async check(model) {
    const several = (await circlesOf(model, "recovery")).filter(({ members }) => members.length > 1);
    return Promise.all(
      several.map((circle) => {
        const who = keysText(circle.members.map(({ backend }) => backend));
        return circleProblem(model, circle, `when no pods run behind ${who}, none of these comes back`);
      }),
    );
  },
};
