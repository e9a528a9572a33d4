import { type Expression, type Hook, hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { comparesWithNull, readsOf, wordsOf } from "../../expressions/reads.ts";
import { targetsOf } from "../../expressions/targets.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

const CASES = [
  { operation: "DELETE", name: "object", instead: "oldObject" },
  { operation: "CREATE", name: "oldObject", instead: "object" },
] as const;

type Case = (typeof CASES)[number];

/**
 * Reports only what is certain: an expression anywhere in the hook that tests the operation, or compares with
 * null, suppresses the finding.
 */
export const nullObject: Rule = {
  id: "null-object",
  severity: "warning",
  summary:
    "An expression reads object on DELETE or oldObject on CREATE, where they are null, or in a match condition namespaceObject",
  check: (model) =>
    hooksWithExpressions(model).flatMap((hook) => [
      ...CASES.flatMap((one) => problemsOf(hook, one)),
      ...messageProblems(hook),
      ...namespaceProblems(hook),
      ...clusterProblems(hook, model),
    ]),
};

/** Reports namespaceObject in match conditions: those of webhooks and of policies see no namespace. */
function namespaceProblems({ of, webhook, failurePolicy, expressions }: Hook): Problem[] {
  const conditions = expressions.filter(({ use }) => use === "condition");
  if (conditions.some(({ expr }) => comparesWithNull(expr, "namespaceObject"))) return [];
  return conditions
    .filter((one) => readsField(one, "namespaceObject"))
    .map(({ path }) => ({
      of,
      webhook,
      path,
      message: `match conditions have no namespace: namespaceObject is null, and reading its fields fails (failurePolicy ${failurePolicy})`,
      fix: "request.namespace, or namespaceSelector",
    }));
}

/** Reports namespaceObject in a policy whose rules match only kinds without a namespace. */
function clusterProblems(
  { of, webhook, rules, expressions, failurePolicy }: Hook,
  { registry }: Model,
): Problem[] {
  const { named, complete } = targetsOf(rules, registry);
  if (!complete || named.length === 0 || named.some(({ namespaced }) => namespaced)) return [];
  if (expressions.some(({ expr }) => comparesWithNull(expr, "namespaceObject"))) return [];
  const kinds = [...new Set(named.map(({ kind }) => kind.kind))].join(", ");
  return expressions
    .filter(({ use }) => use === "variable" || use === "validation" || use === "mutation")
    .filter((one) => readsField(one, "namespaceObject"))
    .map(({ path }) => ({
      ...{ of, webhook, path },
      message: `namespaceObject is null for cluster-scoped kinds (${kinds}), and reading its fields fails (failurePolicy ${failurePolicy})`,
      fix: "object.metadata, or take out the expression",
    }));
}

/** Reports a message that reads an object that is null: the default message is told then. */
function messageProblems(hook: Hook): Problem[] {
  const { of, webhook, rules, expressions } = hook;
  return CASES.flatMap(({ operation, name, instead }) => {
    const isOnly =
      rules.length > 0 && rules.every(({ operations }) => operations.every((one) => one === operation));
    const isAmongOthers =
      rules.some(({ operations }) => operations.includes(operation)) &&
      !expressions.some((one) => isGuard(one, name) || (one.use !== "message" && readsField(one, name)));
    if (!isOnly && !isAmongOthers) return [];
    return expressions
      .filter((one) => one.use === "message" && readsField(one, name) && !isGuard(one, name))
      .map(({ path }) => ({
        ...{ of, webhook, path },
        message: `on ${operation} ${name} is null, and the message cannot be made: the server tells the failed expression instead`,
        fix: `read ${instead}`,
      }));
  });
}

function problemsOf(hook: Hook, { operation, name, instead }: Case): Problem[] {
  const { of, webhook, failurePolicy, rules, expressions, phase } = hook;
  const isAsked = rules.some(({ operations }) => operations.includes(operation) || operations.includes("*"));
  // Mutating policies are never evaluated for DELETE, even if operations are `*`.
  if (!isAsked || (operation === "DELETE" && phase === "mutating" && webhook === "")) return [];
  if (expressions.some((one) => isGuard(one, name))) return [];
  const outcome = failurePolicy === "Fail" ? `every ${operation} is refused` : `no ${operation} is checked`;
  const reading = expressions.find((one) => one.use !== "message" && readsField(one, name));
  if (reading === undefined) return [];
  const message = `on ${operation} ${name} is null, and reading its fields fails: ${outcome} (failurePolicy ${failurePolicy}), unless an earlier part of the expression decides the result`;
  const fix = `take ${operation} out of operations, or read ${instead} then`;
  return [{ of, webhook, path: reading.path, message, fix }];
}

const readsField = ({ expr }: Expression, name: string): boolean =>
  [...readsOf(expr)].some((chain) => chain.startsWith(`${name}.`));

function isGuard({ expr }: Expression, name: string): boolean {
  const words = wordsOf(expr);
  const asksOperation = words.has("request") && words.has("operation");
  return asksOperation || comparesWithNull(expr, name) || comparesWithNull(expr, other(name));
}

const other = (name: string): string => (name === "object" ? "oldObject" : "object");
