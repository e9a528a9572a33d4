import type { Rule as MatchRule } from "../../admission/rule.ts";
import type { Comprehension, Expr } from "../../cel/parse/ast.ts";
import { chainOf } from "./reads.ts";

/** Fields of the spec of a pod that the server always sets, before it asks a policy or a webhook. */
const OF_PODS: ReadonlySet<string> = new Set([
  "securityContext",
  "restartPolicy",
  "dnsPolicy",
  "schedulerName",
  "terminationGracePeriodSeconds",
  "containers",
]);

/** Fields that it always sets in each container. */
const OF_CONTAINERS: ReadonlySet<string> = new Set([
  "resources",
  "imagePullPolicy",
  "terminationMessagePath",
  "terminationMessagePolicy",
]);

/** Fields of the spec of other objects, by resource. */
const OTHERS: Readonly<Record<string, ReadonlySet<string>>> = {
  services: new Set(["type", "sessionAffinity"]),
  deployments: new Set(["replicas", "strategy", "revisionHistoryLimit", "progressDeadlineSeconds"]),
  statefulsets: new Set(["replicas", "updateStrategy", "podManagementPolicy", "revisionHistoryLimit"]),
  persistentvolumeclaims: new Set(["volumeMode"]),
  jobs: new Set(["backoffLimit", "completionMode"]),
  cronjobs: new Set(["concurrencyPolicy", "suspend"]),
};

const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  pods: ["spec"],
  deployments: ["spec", "template", "spec"],
  statefulsets: ["spec", "template", "spec"],
  daemonsets: ["spec", "template", "spec"],
  replicasets: ["spec", "template", "spec"],
  jobs: ["spec", "template", "spec"],
  cronjobs: ["spec", "jobTemplate", "spec", "template", "spec"],
};

/** The names of fields that a truth value was found by. */
interface Truth {
  readonly value: boolean;
  readonly field: string;
}

/**
 * Returns the value of an expression that is the same for each object, because it asks has() of a field that the server
 * always sets; undefined if it depends on anything else.
 */
export function alwaysValue(expr: Expr, rules: readonly MatchRule[]): Truth | undefined {
  const resources = [...new Set(rules.flatMap((rule) => rule.resources))];
  const isRead = rules.every(({ operations }) =>
    operations.every((one) => one === "CREATE" || one === "UPDATE"),
  );
  const isKnown = isRead && resources.length > 0 && resources.every((one) => TEMPLATES[one] ?? OTHERS[one]);
  return isKnown ? truthOf(expr, resources, new Set()) : undefined;
}

function truthOf(
  expr: Expr,
  resources: readonly string[],
  containers: ReadonlySet<string>,
): Truth | undefined {
  const of = (one: Expr | undefined): Truth | undefined => one && truthOf(one, resources, containers);
  if (expr.kind === "select")
    return expr.test && isAlways(chainOf(expr.operand) ?? [], expr.field, resources, containers)
      ? { value: true, field: expr.field }
      : undefined;
  if (expr.kind === "comprehension") return ofEach(expr, resources, containers);
  if (expr.kind !== "call") return undefined;
  const [a, b] = expr.args.map(of);
  switch (expr.name) {
    case "!_":
      return a && { ...a, value: !a.value };
    case "_&&_":
      return joined(a, b, false);
    case "_||_":
      return joined(a, b, true);
    default:
      return undefined;
  }
}

/** `deciding` is the value that decides alone. */
function joined(a: Truth | undefined, b: Truth | undefined, deciding: boolean): Truth | undefined {
  const decides = [a, b].find((one) => one?.value === deciding);
  return decides ?? (a !== undefined && b !== undefined ? a : undefined);
}

/** `object.spec.containers.all(c, …)` of a condition that is always true. */
function ofEach(
  { range, step, variable }: Comprehension,
  resources: readonly string[],
  containers: ReadonlySet<string>,
): Truth | undefined {
  const [last, ...before] = [...(chainOf(range) ?? [])].reverse();
  const spec = before.reverse().slice(1);
  const isList = last === "containers" && resources.every((one) => isSame(spec, TEMPLATES[one]));
  if (!isList || step.kind !== "call" || step.name !== "_&&_") return undefined;
  const inside = step.args[1];
  const found = inside && truthOf(inside, resources, new Set([...containers, variable]));
  return found?.value === true ? found : undefined;
}

function isAlways(
  [root = "", ...path]: readonly string[],
  field: string,
  resources: readonly string[],
  containers: ReadonlySet<string>,
): boolean {
  if (path.length === 0 && containers.has(root)) return OF_CONTAINERS.has(field);
  if (root !== "object") return false;
  return resources.every(
    (one) =>
      (isSame(path, TEMPLATES[one]) && OF_PODS.has(field)) ||
      (path.length === 1 && path[0] === "spec" && OTHERS[one]?.has(field) === true),
  );
}

const isSame = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  b !== undefined && a.length === b.length && a.every((one, i) => one === b[i]);
