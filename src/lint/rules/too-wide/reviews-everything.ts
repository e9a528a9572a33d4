import type { WebhookEntry } from "../../model/webhooks.ts";
import type { Rule } from "../../rule.ts";

/** All of what a cluster does waits for such a webhook. */
export const reviewsEverything: Rule = {
  id: "reviews-everything",
  severity: "warning",
  summary: "A webhook that must answer is asked about every resource in every namespace",
  check: ({ webhooks }) =>
    webhooks.filter(isEverything).map(({ of, name, base, hook }) => ({
      of,
      webhook: name,
      path: [...base, "rules"],
      message:
        hook.failurePolicy === "Fail"
          ? `it is asked about every resource in every namespace, with failurePolicy Fail: while it is down, nothing of the control plane can be written, not even what brings it back`
          : `it is asked about every resource in every namespace: each write waits for it, up to ${hook.timeoutSeconds ?? 10} s while it is down`,
      fix: "name the resources, or leave namespaces and requests out (namespaceSelector, matchConditions)",
      severity: hook.failurePolicy === "Fail" ? ("warning" as const) : ("info" as const),
    })),
};

/** A star for groups and resources, without any filter. */
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
