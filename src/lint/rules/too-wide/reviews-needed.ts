import type { Model } from "../../model/model.ts";
import { isAsked } from "../../model/sample-request.ts";
import type { WebhookEntry } from "../../model/webhooks.ts";
import type { Problem, Rule } from "../../rule.ts";
import * as needed from "./needed-requests.ts";
import { isEverything } from "./reviews-everything.ts";

/** Asked about what a cluster needs to go on. Found by asking the engine's own filters about such a request. */
const reviews = (
  id: string,
  summary: string,
  requests: readonly (typeof needed.EVENT)[],
  options: { readonly onlyFail: boolean; readonly severity?: Rule["severity"]; readonly fix: string },
): Rule => {
  const { onlyFail, severity = "warning", fix } = options;
  const problemOf = (entry: WebhookEntry, { registry }: Model): Problem[] => {
    const { of, name, base, hook } = entry;
    if (isEverything(entry) || (onlyFail && hook.failurePolicy !== "Fail")) return [];
    const found = requests.filter((request) => isAsked(hook, request, registry));
    if (found.length === 0) return [];
    const message = `it is asked about ${found.map(({ what }) => what).join("; and about ")}`;
    const slight = hook.failurePolicy === "Ignore" && { severity: "info" as const };
    return [{ of, webhook: name, path: [...base, "rules"], message, fix, ...slight }];
  };
  return {
    id,
    severity,
    summary,
    check: (model) => model.webhooks.flatMap((entry) => problemOf(entry, model)),
  };
};

const LEAVE_OUT = "leave them out, by rules that name resources, or by matchConditions";

export const reviewsLeases = reviews(
  "reviews-leases",
  "A webhook that must answer is asked about leases, by which nodes and controllers say that they are alive",
  [needed.NODE_LEASE, needed.LEADER_LEASE],
  { onlyFail: true, fix: LEAVE_OUT },
);

export const reviewsEvents = reviews("reviews-events", "A webhook is asked about events", [needed.EVENT], {
  onlyFail: false,
  severity: "info",
  fix: LEAVE_OUT,
});

export const reviewsNodes = reviews(
  "reviews-nodes",
  "A webhook that must answer is asked about nodes or their status",
  [needed.NODE_STATUS, needed.NODE_CREATED],
  { onlyFail: true, fix: LEAVE_OUT },
);

export const reviewsReviews = reviews(
  "reviews-access-reviews",
  "A webhook is asked about token or access reviews",
  [needed.TOKEN_REVIEW, needed.ACCESS_REVIEW],
  { onlyFail: false, fix: LEAVE_OUT },
);

export const reviewsBinding = reviews(
  "reviews-binding",
  "A webhook that must answer is asked about the bindings of pods to nodes",
  [needed.POD_BINDING],
  { onlyFail: true, fix: LEAVE_OUT },
);

export const reviewsExec = reviews(
  "reviews-exec",
  "A webhook that must answer is asked about kubectl exec, the tool with which people look at what is broken",
  [needed.EXEC],
  { onlyFail: true, severity: "info", fix: "matchConditions that let those through who repair things" },
);
