import type { WebhookEntry } from "../../model/webhooks.ts";
import type { Rule } from "../../rule.ts";

/** All writes of a cluster wait for such a webhook. */
export const reviewsEverything: Rule = {
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
export function isEverything({ hook }: WebhookEntry): boolean {
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
