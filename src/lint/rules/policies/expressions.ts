import type { Rule as MatchRule } from "../../../admission/rule.ts";
import type { Comprehension, Expr } from "../../../cel/parse/ast.ts";
import { anywhere, childrenOf } from "../../../cel/parse/walk.ts";
import { compile, PER_CALL_LIMIT } from "../../../cel/program.ts";
import { CelError, type Value } from "../../../cel/values/values.ts";
import { anyEnvironment } from "../../../explain/refused/environment.ts";
import { hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { chainOf } from "../../expressions/reads.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * Evaluates expressions without variables: those that depend on one fail, and `true || …` does not. A
 * validation that is always false is a way to refuse all matched requests, and a condition that is always
 * true does no harm.
 */
export const constantExpression: Rule = {
  id: "constant-expression",
  severity: "warning",
  summary: "A validation is always true, or a match condition is always false",
  check: (model) =>
    hooksWithExpressions(model).flatMap(({ of, webhook, rules, expressions }) =>
      expressions.flatMap(({ use, text, expr, path }): Problem[] => {
        if (use !== "validation" && use !== "condition") return [];
        const always = alwaysValue(expr, rules);
        if (always?.value === (use === "validation"))
          return [{ of, webhook, path, ...thereText(use, always.field) }];
        if (!mayBeConstant(expr)) return [];
        if (constantOf(text) !== (use === "validation")) return [];
        const message =
          use === "validation"
            ? "the validation is always true: it refuses nothing"
            : "the condition is always false: it is never called or evaluated";
        return [{ of, webhook, path, message }];
      }),
    ),
};

/** The message about has() of a field that the server sets in each object. */
function thereText(use: "validation" | "condition", field: string): Pick<Problem, "message" | "fix"> {
  const effect =
    use === "validation"
      ? "the validation is always true, and refuses nothing"
      : "the condition is always false, and it is never called or evaluated";
  const message = `the server sets ${field} in each object, at least to its default, so that has() of it is always true: ${effect}`;
  const fix = `ask for a field inside ${field}, or for its value`;
  return { message, fix };
}

/**
 * True if an expression can be constant. It is false for most expressions, which then need not be compiled:
 * all that evaluate a variable fail.
 */
function mayBeConstant(expr: Expr): boolean {
  if (expr.kind === "ident") return !anyEnvironment().variables.has(expr.name.replace(/^\./, ""));
  // The list can be empty, and then nothing else is evaluated.
  if (expr.kind === "comprehension") return mayBeConstant(expr.range);
  const parts = childrenOf(expr);
  if (expr.kind !== "call") return parts.every(mayBeConstant);
  if (expr.name === "_||_" || expr.name === "_&&_") return parts.some(mayBeConstant);
  return (expr.name === "_?_:_" ? parts.slice(0, 1) : parts).every(mayBeConstant);
}

function constantOf(expression: string): Value | undefined {
  if (/\bvariables\b/.test(expression)) return undefined;
  const program = compile(expression, anyEnvironment());
  if (program.kind === "issues") return undefined;
  const { value } = program.run({});
  return value instanceof CelError ? undefined : value;
}

/**
 * Highest number of nested loops that is not reported. One loop more visits a million members if each list
 * has a hundred.
 */
const MOST_LOOPS = 2;

/** Such expressions are cheap until a client sends a large object, and then fail. */
export const costlyExpression: Rule = {
  id: "costly-expression",
  severity: "warning",
  summary: "Three nested loops exceed the cost limit of an evaluation when lists have 100 members",
  check: (model) =>
    hooksWithExpressions(model).flatMap(({ of, webhook, failurePolicy, expressions }) =>
      expressions.flatMap(({ expr, path }): Problem[] => {
        const depth = loops(expr, new Set());
        if (depth <= MOST_LOOPS) return [];
        const outcome = failurePolicy === "Fail" ? "the request is refused" : "the policy is skipped";
        const limit = PER_CALL_LIMIT.toLocaleString("en");
        const message = `${depth} nested loops over independent lists: with lists of 100 members, the cost exceeds the limit of ${limit}, the evaluation ends, and ${outcome}`;
        return [{ of, webhook, path, message, fix: "use fewer loops, or limit the sizes first" }];
      }),
    ),
};

/** Returns the nesting depth of loops. A loop over a member of the outer loop's element does not count. */
function loops(expr: Expr, visited: ReadonlySet<string>): number {
  const inside = (parts: readonly Expr[], names = visited): number =>
    Math.max(0, ...parts.map((part) => loops(part, names)));
  if (expr.kind !== "comprehension") return inside(childrenOf(expr));
  const { range, init, condition, step, result } = expr;
  const names = new Set([...visited, ...variablesOf(expr)]);
  const own = isFixed(range) || mentionsAny(range, visited) ? 0 : 1;
  return Math.max(inside([range, init, result]), own + inside([condition, step], names));
}

const variablesOf = ({ variable, variable2 }: Comprehension): string[] =>
  variable2 === undefined ? [variable] : [variable, variable2];

/** True for a list or map that is written in the expression. */
const isFixed = ({ kind }: Expr): boolean => kind === "list" || kind === "map";

const mentionsAny = (expr: Expr, names: ReadonlySet<string>): boolean =>
  anywhere(expr, (one) => one.kind === "ident" && names.has(one.name));

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
function alwaysValue(expr: Expr, rules: readonly MatchRule[]): Truth | undefined {
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
