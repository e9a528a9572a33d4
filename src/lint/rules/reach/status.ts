import { ruleMatches } from "../../../admission/match/rules.ts";
import { walk } from "../../../cel/parse/walk.ts";
import { hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { chainOf, type readsOf } from "../../expressions/reads.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Status that the cluster itself writes all the time, with the writer. */
const WRITERS: Readonly<Record<string, string>> = {
  "pods/status": "kubelets",
  "deployments/status": "the deployment controller",
  "replicasets/status": "the replicaset controller",
  "daemonsets/status": "the daemonset controller",
  "statefulsets/status": "the statefulset controller",
  "jobs/status": "the job controller",
  "namespaces/status": "the namespace controller",
};
const GROUPS: ReadonlySet<string> = new Set(["", "apps", "batch", "*"]);

export const statusWrites: Rule = {
  id: "status-writes",
  severity: "warning",
  summary: "A webhook with failurePolicy Fail is called for the status that kubelets and controllers write",
  check: ({ webhooks }) =>
    webhooks.flatMap(({ of, name, base, hook }): Problem[] => {
      if (hook.failurePolicy !== "Fail") return [];
      for (const [index, { apiGroups, resources, operations }] of hook.rules.entries()) {
        if (
          !apiGroups.some((group) => GROUPS.has(group)) ||
          !operations.some((one) => one === "*" || one === "UPDATE")
        )
          continue;
        const at = resources.findIndex((resource) => WRITERS[resource] !== undefined);
        const [writer, resource] = [WRITERS[resources[at] ?? ""], resources[at]];
        if (writer === undefined) continue;
        const message = `it is called for every write of ${writer} to ${resource}, and while it is down they can report no status (failurePolicy Fail)`;
        return [
          {
            of,
            webhook: name,
            path: [...base, "rules", index, "resources", at],
            message,
            fix: `take out ${resource}, unless it checks the status itself`,
          },
        ];
      }
      return [];
    }),
};

/** The status of most kinds changes only by the subresource. */
export const statusNotAsked: Rule = {
  id: "status-not-asked",
  severity: "info",
  summary: "An expression reads object.status, but no rule has the subresource status that changes it",
  check: (model) =>
    hooksWithExpressions(model).flatMap(({ of, webhook, rules, expressions }): Problem[] => {
      const kinds = model.registry.resources.filter(
        ({ plural, subresources }) =>
          subresources.has("status") && rules.some(({ resources }) => resources.includes(plural)),
      );
      const open = kinds.filter(({ group, plural, versions: [first] }) => {
        const resource = { group, version: first?.version ?? "", resource: plural };
        const takes = (subresource: string): boolean =>
          rules.some((rule) =>
            ruleMatches(rule, { operation: "UPDATE", resource, subresource, namespace: "any" }),
          );
        return takes("") && !takes("status");
      });
      const reading = expressions.find(
        ({ expr, use }) => use !== "message" && use !== "audit" && readsStatus(expr),
      );
      if (open.length === 0 || reading === undefined) return [];
      const names = open.map(({ plural }) => `${plural}/status`).join(", ");
      const message = `the status changes by ${names}, which no rule has: a change of the status is not seen when it happens`;
      return [{ of, webhook, path: reading.path, message, fix: `add ${names} to resources` }];
    }),
};

function readsStatus(expr: Parameters<typeof readsOf>[0]): boolean {
  let found = false;
  walk(expr, (one) => {
    const isField =
      one.kind === "select" &&
      chainOf({ ...one, test: false })
        ?.join(".")
        .startsWith("object.status");
    if (isField === true) found = true;
  });
  return found;
}
