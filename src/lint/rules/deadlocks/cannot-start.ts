import type { Rule } from "../../rule.ts";
import { circleProblem, circlesOf, keysText } from "./circle-problem.ts";

/**
 * Circles that occur only in a cluster that has the configurations before all other objects. Circles of a
 * recovery are not reported again.
 */
export const cannotStart: Rule = {
  id: "cannot-start",
  severity: "warning",
  summary:
    "In a cluster that has the webhook configurations before all else, webhooks wait for themselves or each other",
  async check(model) {
    const known = new Set(
      (await circlesOf(model, "recovery")).flatMap(({ members }) =>
        members.map(({ backend }) => backend.key),
      ),
    );
    const more = (await circlesOf(model, "start")).filter(
      ({ members }) => !members.every(({ backend }) => known.has(backend.key)),
    );
    return Promise.all(
      more.map((circle) => {
        const who = keysText(circle.members.map(({ backend }) => backend));
        const says = `in a cluster that has this configuration before the rest (a restored backup, another order of manifests), ${who} never ${circle.members.length === 1 ? "starts" : "start"}`;
        return circleProblem(model, circle, says);
      }),
    );
  },
};
