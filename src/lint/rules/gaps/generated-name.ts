import { ruleMatches } from "../../../admission/match/rules.ts";
import { type Hook, hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { readsOf, wordsOf } from "../../expressions/reads.ts";
import type { Problem, Rule } from "../../rule.ts";

const NAME = "object.metadata.name";
const REQUEST_NAME = "request.name";
/** Names in an expression that indicate that its author considered pods without a name. */
const GUARDS = ["operation", "generateName", "kind", "resource", "?name"];

/**
 * Names are generated after mutation (apiserver/pkg/registry/rest/create.go, BeforeCreate); before it the
 * name is missing.
 */
export const generatedName: Rule = {
  id: "generated-name",
  severity: "warning",
  summary:
    "An expression of a mutating webhook or policy reads the name of new pods, but most new pods have no name yet",
  check: (model) =>
    hooksWithExpressions(model)
      .filter((hook) => hook.phase === "mutating" && takesNewPods(hook) && !isGuarded(hook))
      .flatMap(problemsOf),
};

function problemsOf({ of, webhook, failurePolicy, expressions }: Hook): Problem[] {
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
