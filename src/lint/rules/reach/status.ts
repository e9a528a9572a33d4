import { ruleMatches } from "../../../admission/match/rules.ts";
import type { Expr } from "../../../cel/parse/ast.ts";
import { anywhere } from "../../../cel/parse/walk.ts";
import { type JsonObject, record, records, text } from "../../../json/value.ts";
import { hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { fieldsOf } from "../../expressions/reads.ts";
import { hasEntry } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import { nameOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Status that the cluster itself writes all the time, with the writer. */
const WRITERS: readonly (readonly [group: string, resource: string, writer: string])[] = [
  ["", "pods", "kubelets"],
  ["", "namespaces", "the namespace controller"],
  ["apps", "deployments", "the deployment controller"],
  ["apps", "replicasets", "the replicaset controller"],
  ["apps", "daemonsets", "the daemonset controller"],
  ["apps", "statefulsets", "the statefulset controller"],
  ["batch", "jobs", "the job controller"],
];

export const statusWrites: Rule = {
  id: "status-writes",
  severity: "warning",
  summary: "A webhook with failurePolicy Fail is called for the status that kubelets and controllers write",
  check: (model) => [
    ...withoutSubresource(model),
    ...model.webhooks.flatMap(({ of, name, base, hook }): Problem[] => {
      if (hook.failurePolicy !== "Fail") return [];
      for (const [index, { apiGroups, resources, operations }] of hook.rules.entries())
        for (const [at, resource] of resources.entries()) {
          const found = WRITERS.find(
            ([group, plural]) =>
              hasEntry(apiGroups, group) &&
              // Conditions can exclude the subresources that a wildcard covers.
              [
                `${plural}/status`,
                ...(hook.conditions.length > 0 ? [] : [`${plural}/*`, "*/status"]),
              ].includes(resource),
          );
          if (found === undefined || !hasEntry(operations, "UPDATE")) continue;
          const [, plural, writer] = found;
          const path = [...base, "rules", index, "resources", at];
          const message = `it is called for every write of ${writer} to ${plural}/status, and while it is down they can report no status (failurePolicy Fail)`;
          const fix = `${resource.includes("*") ? "name the subresources, without" : "take out"} ${plural}/status, unless it checks the status itself`;
          return [{ of, webhook: name, path, message, fix }];
        }
      return [];
    }),
  ],
};

/** Without the subresource, a controller writes the status with the object, as an UPDATE. */
const withoutSubresource = (model: Model): Problem[] =>
  model.webhooks.flatMap(({ of, name, base, hook }): Problem[] =>
    hook.rules.flatMap(({ apiGroups, resources, operations }, index): Problem[] => {
      if (!hasEntry(operations, "UPDATE")) return [];
      return resources.flatMap((resource, at): Problem[] => {
        const found = model.of("CustomResourceDefinition").find(({ object: { spec } }) => {
          const { group, names, versions } = record(spec);
          const isNamed = apiGroups.includes(text(group)) && record(names).plural === resource;
          return isNamed && records(versions).every(hasPlainStatus);
        });
        if (found === undefined) return [];
        const path = [...base, "rules", index, "resources", at];
        const message =
          "its CustomResourceDefinition has no subresource status: the controller writes the status with the object, and each of these writes calls the webhook";
        const fix = `subresources: {status: {}} in ${nameOf(found)}, or a match condition that compares spec`;
        return [{ of, webhook: name, path, message, fix, severity: "info" }];
      });
    }),
  );

const hasPlainStatus = ({ subresources, schema }: JsonObject): boolean =>
  record(subresources).status === undefined &&
  record(record(record(schema).openAPIV3Schema).properties).status !== undefined;

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
        const takes = (operation: "CREATE" | "UPDATE", subresource: string): boolean =>
          rules.some((rule) => ruleMatches(rule, { operation, resource, subresource, namespace: "any" }));
        return (takes("CREATE", "") || takes("UPDATE", "")) && !takes("UPDATE", "status");
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

const readsStatus = (expr: Expr): boolean =>
  anywhere(expr, (one) => {
    const [root, field] = fieldsOf(one);
    return root === "object" && field === "status";
  });
