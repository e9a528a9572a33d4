import { excludedFromWebhooks } from "../../../resources/kinds/admissionregistration/shared/registration-warnings.ts";
import { HANDLER_TIMEOUT_MS } from "../../../server/accept/deadline.ts";
import type { WebhookEntry } from "../../model/configurations.ts";
import type { Model } from "../../model/model.ts";
import { labelsOf } from "../../model/names.ts";
import { isAsked } from "../../model/sample-request.ts";
import type { Problem, Rule } from "../../rule.ts";
import * as needed from "./needed-requests.ts";

/** All writes of a cluster wait for such a webhook. */
const reviewsEverything: Rule = {
  id: "reviews-everything",
  severity: "warning",
  summary: "A webhook that must answer is called for every resource in every namespace",
  check: ({ webhooks }) =>
    webhooks.filter(isEverything).map(({ of, name, base, hook }) => ({
      of,
      webhook: name,
      path: [...base, "rules"],
      message:
        hook.failurePolicy === "Fail"
          ? `it is called for every resource in every namespace, with failurePolicy Fail: while it is down, the API server refuses all writes, also those that would start it again`
          : `it is called for every resource in every namespace: each write waits for it, up to ${hook.timeoutSeconds ?? 10} s while it is down`,
      fix: "name the resources, or exclude namespaces and requests (namespaceSelector, matchConditions)",
      severity: hook.failurePolicy === "Fail" ? ("warning" as const) : ("info" as const),
    })),
};

/** True if a rule has `*` for groups and resources, and the webhook has no filter. */
function isEverything({ hook }: WebhookEntry): boolean {
  const { rules, namespaceSelector, objectSelector, conditions } = hook;
  return (
    conditions.length === 0 &&
    [namespaceSelector, objectSelector].every((one) => one.kind === "selector" && one.selector.empty) &&
    rules.some(
      ({ apiGroups, resources, operations, scope }) =>
        apiGroups.includes("*") &&
        (resources.includes("*") || resources.includes("*/*")) &&
        scope !== "Cluster" &&
        operations.some((operation) => operation !== "CONNECT"),
    )
  );
}

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

const reviewsLeases = reviews(
  "reviews-leases",
  "A webhook that must answer is called for leases, which nodes and controllers must renew",
  [needed.NODE_LEASE, needed.LEADER_LEASE],
  { onlyFail: true, fix: LEAVE_OUT },
);

const reviewsEvents = reviews("reviews-events", "A webhook is called for events", [needed.EVENT], {
  onlyFail: false,
  severity: "info",
  fix: LEAVE_OUT,
});

const reviewsNodes = reviews(
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
const reviewsReviews: Rule = {
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

const reviewsBinding = reviews(
  "reviews-binding",
  "A webhook that must answer is called for the bindings of pods to nodes",
  [needed.POD_BINDING],
  { onlyFail: true, fix: LEAVE_OUT },
);

const reviewsExec = reviews(
  "reviews-exec",
  "A webhook that must answer is called for kubectl exec, which people use to repair a cluster",
  [needed.EXEC],
  { onlyFail: true, severity: "info", fix: "exclude the users who repair the cluster with matchConditions" },
);

const SYSTEM = "kube-system";

/** DNS, network agents and the proxies of nodes run in kube-system. */
const reviewsKubeSystem: Rule = {
  id: "reviews-kube-system",
  severity: "warning",
  summary: "A webhook that must answer is called for pods in kube-system",
  check: (model) =>
    model.webhooks.flatMap((entry): Problem[] => {
      const { of, name, base, hook } = entry;
      const { service } = hook.target.clientConfig;
      if (!mustAnswer(entry) || service?.namespace === SYSTEM) return [];
      if (!isAsked(hook, needed.podIn(SYSTEM, labelsIn(SYSTEM, model), {}), model.registry)) return [];
      const message = `it is called for pods in ${SYSTEM}, with failurePolicy Fail: while it is down, DNS and network agents cannot restart, and it may need them itself`;
      const fix = "exclude kube-system with namespaceSelector (kubernetes.io/metadata.name NotIn)";
      return [{ of, webhook: name, path: [...base, "namespaceSelector"], message, fix }];
    }),
};

const mustAnswer = (entry: WebhookEntry): boolean =>
  entry.hook.failurePolicy === "Fail" && !isEverything(entry);

/** Returns the labels of a namespace; undefined if no manifest has them. */
function labelsIn(namespace: string, model: Model): Record<string, string> | undefined {
  const found = model.find("Namespace", "", namespace);
  return found && labelsOf(found, "labels");
}

const LONG = 15;
const WRITE_SECONDS = HANDLER_TIMEOUT_MS / 1000;

/**
 * Clients wait for the whole timeout while the webhook is down. kube-apiserver ends a write after
 * WRITE_SECONDS in all.
 */
const longTimeout: Rule = {
  id: "long-timeout",
  severity: "info",
  summary: "A webhook for built-in resources may take more than 15 seconds",
  check: (model) =>
    model.webhooks
      .filter((entry) => (entry.hook.timeoutSeconds ?? 0) > LONG && takesBuiltin(entry, model))
      .map(({ of, name, base, hook, written }) => ({
        of,
        webhook: name,
        path: [...base, "timeoutSeconds"],
        message: `timeoutSeconds ${written.timeoutSeconds === undefined ? "are by default" : "are"} ${hook.timeoutSeconds}: while it hangs, each request waits for this time, and ${together(hook.timeoutSeconds ?? 0)} such webhooks use all time of a write (${WRITE_SECONDS} s)`,
        fix: "timeoutSeconds: 5",
      })),
};

const together = (seconds: number): string => (seconds * 2 >= WRITE_SECONDS ? "two" : "three");

const takesBuiltin = ({ hook: { rules } }: WebhookEntry, { registry }: Model): boolean =>
  rules.some(({ apiGroups }) =>
    apiGroups.some(
      (group) =>
        group === "*" || registry.resources.some((resource) => !resource.custom && resource.group === group),
    ),
  );

/** Rules about webhooks that are called for too many requests, or wait for too long. */
export const tooWideRules: readonly Rule[] = [
  reviewsEverything,
  reviewsLeases,
  reviewsEvents,
  reviewsNodes,
  reviewsReviews,
  reviewsBinding,
  reviewsExec,
  reviewsKubeSystem,
  longTimeout,
];
