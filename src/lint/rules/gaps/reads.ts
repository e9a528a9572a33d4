import { ruleMatches } from "../../../admission/match/rules.ts";
import { type Expression, type Hook, hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { comparedWith, comparesWithNull, readsOf, wordsOf } from "../../expressions/reads.ts";
import { targetsOf } from "../../expressions/targets.ts";
import { hasEntry } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

const NAME = "object.metadata.name";
const REQUEST_NAME = "request.name";
/** Names in an expression that indicate that its author considered pods without a name. */
const GUARDS = ["operation", "generateName", "kind", "resource", "?name"];

/**
 * Names are generated after mutation (apiserver/pkg/registry/rest/create.go, BeforeCreate); before it the
 * name is missing.
 */
const generatedName: Rule = {
  id: "generated-name",
  severity: "warning",
  summary:
    "An expression of a mutating webhook or policy reads the name of new pods, but most new pods have no name yet",
  check: (model) =>
    hooksWithExpressions(model)
      .filter((hook) => hook.phase === "mutating" && takesNewPods(hook) && !isGuarded(hook))
      .flatMap(namesRead),
};

function namesRead({ of, webhook, failurePolicy, expressions }: Hook): Problem[] {
  const outcome = failurePolicy === "Fail" ? "they are refused" : "they are passed over";
  return expressions.flatMap(({ expr, text, path }): Problem[] => {
    const reads = readsOf(expr);
    const isAsked = /has\(\s*object\.metadata\.name/.test(text);
    const effect =
      reads.has(NAME) && !isAsked
        ? `${NAME} is not there, and the expression fails (failurePolicy ${failurePolicy}: ${outcome})`
        : reads.has(REQUEST_NAME)
          ? `${REQUEST_NAME} is empty`
          : undefined;
    if (effect === undefined) return [];
    const message = `in the mutating phase pods of ReplicaSets, DaemonSets and Jobs have only generateName: ${effect}`;
    const fix = "object.metadata.?name.orValue(object.metadata.?generateName.orValue(''))";
    return [{ of, webhook, path, message, fix }];
  });
}

const takesNewPods = ({ rules }: Hook): boolean =>
  rules.some((rule) =>
    ruleMatches(rule, {
      operation: "CREATE",
      resource: { group: "", version: "v1", resource: "pods" },
      subresource: "",
      namespace: "any",
    }),
  );

const isGuarded = ({ expressions }: Hook): boolean =>
  expressions.some(({ expr }) => GUARDS.some((word) => wordsOf(expr).has(word)));

const CASES = [
  { operation: "DELETE", name: "object", instead: "oldObject" },
  { operation: "CREATE", name: "oldObject", instead: "object" },
] as const;

type Case = (typeof CASES)[number];

/**
 * Reports only what is certain: an expression anywhere in the hook that tests the operation, or compares with
 * null, suppresses the finding.
 */
const nullObject: Rule = {
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
  const isAsked = rules.some(({ operations }) => hasEntry(operations, operation));
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

const OPERATIONS: readonly string[] = ["CREATE", "UPDATE", "DELETE", "CONNECT"];

/** Reports an expression that tests for an operation without a rule. */
const operationNotAsked: Rule = {
  id: "operation-not-asked",
  severity: "info",
  summary: "An expression tests for an operation that the rules do not have, or that does not exist",
  check: (model) => hooksWithExpressions(model).flatMap(operationsRead),
};

function operationsRead({ of, webhook, rules, expressions }: Hook): Problem[] {
  const asked = new Set(rules.flatMap(({ operations }) => operations));
  return expressions.flatMap(({ expr, path }) =>
    comparedWith(expr, "request.operation").flatMap(({ text, by }): Problem[] => {
      if (!OPERATIONS.includes(text)) return [unknown({ of, webhook, path }, text)];
      // `!= "DELETE"` only repeats what the rules exclude already.
      if (asked.has("*") || asked.has(text) || rules.length === 0 || by === "_!=_") return [];
      const message = `the expression tests for ${text}, but no rule has this operation: it is never evaluated for ${text}`;
      return [{ of, webhook, path, message, fix: `add ${text} to operations, if this is intended` }];
    }),
  );
}

function unknown(at: Pick<Problem, "of" | "path"> & { webhook: string }, text: string): Problem {
  const upper = text.toUpperCase();
  const meant = upper === "PATCH" ? "UPDATE" : OPERATIONS.includes(upper) ? upper : "";
  const message = `request.operation is never "${text}": operations are ${OPERATIONS.join(", ")}`;
  const fix = meant === "" ? "" : `write "${meant}"`;
  return { ...at, message, fix, severity: "error" };
}

/** Rules about expressions that read what is not there in some requests. */
export const readRules: readonly Rule[] = [generatedName, nullObject, operationNotAsked];
