import { ruleMatches } from "../../../admission/match/rules.ts";
import { type Hook, hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { readsOf, wordsOf } from "../../expressions/reads.ts";
import type { Rule } from "../../rule.ts";

const NAME = "object.metadata.name";
/** Who asks one of these may well have thought of pods without a name. */
const GUARDS = ["operation", "generateName", "kind", "resource", "?name"];

/** Names are generated after mutation (apiserver/pkg/registry/rest/create.go, BeforeCreate): until then there is none. */
export const generatedName: Rule = {
  id: "generated-name",
  severity: "warning",
  summary: "An expression of a mutating hook reads metadata.name of new pods, most of which have no name yet",
  check: (model) =>
    hooksWithExpressions(model)
      .filter((hook) => hook.phase === "mutating" && takesNewPods(hook) && !isGuarded(hook))
      .flatMap(({ of, webhook, failurePolicy, expressions }) =>
        expressions
          .filter(({ expr, text }) => readsOf(expr).has(NAME) && !/has\(\s*object\.metadata\.name/.test(text))
          .map(({ path }) => ({
            of,
            webhook,
            path,
            message: `${NAME} is read in the mutating phase: pods of ReplicaSets, DaemonSets and Jobs have only generateName there, and the expression fails (failurePolicy ${failurePolicy}: ${failurePolicy === "Fail" ? "they are refused" : "they are passed over"})`,
            fix: "object.metadata.?name.orValue(object.metadata.?generateName.orValue(''))",
          })),
      ),
};

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
