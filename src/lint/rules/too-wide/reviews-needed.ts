import { excludedFromWebhooks } from "../../../resources/kinds/admissionregistration/shared/registration-warnings.ts";
import type { Model } from "../../model/model.ts";
import { isAsked } from "../../model/sample-request.ts";
import type { WebhookEntry } from "../../model/webhooks.ts";
import type { Problem, Rule } from "../../rule.ts";
import * as needed from "./needed-requests.ts";
import { isEverything } from "./reviews-everything.ts";

/**
 * Builds a rule for webhooks that are called for requests that a cluster needs to keep working. The engine's
 * own filters are applied to a sample of such a request.
 */
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
    const message = `it is called for ${found.map(({ what }) => what).join("; and for ")}`;
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

const LEAVE_OUT = "exclude them with rules that name resources, or with matchConditions";

export const reviewsLeases = reviews(
  "reviews-leases",
  "A webhook that must answer is called for leases, which nodes and controllers must renew",
  [needed.NODE_LEASE, needed.LEADER_LEASE],
  { onlyFail: true, fix: LEAVE_OUT },
);

export const reviewsEvents = reviews("reviews-events", "A webhook is called for events", [needed.EVENT], {
  onlyFail: false,
  severity: "info",
  fix: LEAVE_OUT,
});

export const reviewsNodes = reviews(
  "reviews-nodes",
  "A webhook that must answer is called for nodes or their status",
  [needed.NODE_STATUS, needed.NODE_CREATED],
  { onlyFail: true, fix: LEAVE_OUT },
);

const calledForReviews = reviews(
  "reviews-access-reviews",
  "A rule of a webhook names token or access reviews",
  [needed.TOKEN_REVIEW, needed.ACCESS_REVIEW],
  { onlyFail: false, fix: LEAVE_OUT },
);

/** Since 1.37, webhooks are not called for reviews: a rule that names them has no effect. */
export const reviewsReviews: Rule = {
  ...calledForReviews,
  check: (model) =>
    model.excludesVirtualResources ? model.webhooks.flatMap(withoutEffect) : calledForReviews.check(model),
};

function withoutEffect({ of, name, base, hook }: WebhookEntry): Problem[] {
  return hook.rules.flatMap((rule, i) => {
    const excluded = excludedFromWebhooks(rule);
    if (excluded.length === 0) return [];
    const message = `Kubernetes never sends ${excluded.join(", ")} to webhooks since 1.37: here this rule has no effect`;
    return [{ of, webhook: name, path: [...base, "rules", i], message, fix: "remove them from the rule" }];
  });
}

export const reviewsBinding = reviews(
  "reviews-binding",
  "A webhook that must answer is called for the bindings of pods to nodes",
  [needed.POD_BINDING],
  { onlyFail: true, fix: LEAVE_OUT },
);

export const reviewsExec = reviews(
  "reviews-exec",
  "A webhook that must answer is called for kubectl exec, which people use to repair a cluster",
  [needed.EXEC],
  { onlyFail: true, severity: "info", fix: "exclude the users who repair the cluster with matchConditions" },
);
