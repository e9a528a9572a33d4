import { type Hook, hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { comparedWith } from "../../expressions/reads.ts";
import type { Problem, Rule } from "../../rule.ts";

const OPERATIONS: readonly string[] = ["CREATE", "UPDATE", "DELETE", "CONNECT"];

/** Reports an expression that tests for an operation without a rule. */
export const operationNotAsked: Rule = {
  id: "operation-not-asked",
  severity: "info",
  summary: "An expression tests for an operation that the rules do not have, or that does not exist",
  check: (model) => hooksWithExpressions(model).flatMap(problemsOf),
};

function problemsOf({ of, webhook, rules, expressions }: Hook): Problem[] {
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
