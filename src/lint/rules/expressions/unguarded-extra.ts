import type { Expr } from "../../../cel/parse/ast.ts";
import { anywhere, walk } from "../../../cel/parse/walk.ts";
import { type Hook, hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { chainText } from "../../expressions/reads.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../rule.ts";

/**
 * Reads of `request.userInfo.extra['key']` without a test: most users have no extra values, and tokens have those of pods and nodes
 * only if they are bound to one. A test anywhere in the expressions of the hook counts.
 */
export const unguardedExtra = (model: Model): Problem[] =>
  hooksWithExpressions(model).flatMap((hook) => (isGuarded(hook) ? [] : problemsOf(hook)));

const EXTRA = "request.userInfo.extra";

function problemsOf({ of, webhook, failurePolicy, expressions }: Hook): Problem[] {
  return expressions.flatMap(({ expr, path, use }): Problem[] => {
    const key = use === "message" || use === "audit" ? undefined : keyRead(expr);
    if (key === undefined) return [];
    const outcome = failurePolicy === "Fail" ? "the request is refused" : "it is not checked";
    const message = `the evaluation fails for a user without ${key} in ${EXTRA}, which most users and tokens do not have: ${outcome} (failurePolicy ${failurePolicy})`;
    return [{ of, webhook, path, message, fix: `has(${EXTRA}) && '${key}' in ${EXTRA} && …` }];
  });
}

/** The key that an expression reads; undefined if it reads none. */
function keyRead(expr: Expr): string | undefined {
  let found: string | undefined;
  walk(expr, (one) => {
    if (one.kind === "select" && !one.test && chainText(one.operand) === EXTRA) found ??= one.field;
    if (one.kind !== "call" || one.name !== "_[_]") return;
    const [map, key] = one.args;
    if (map !== undefined && chainText(map) === EXTRA && key?.kind === "literal") found ??= String(key.value);
  });
  return found;
}

/** True if an expression asks for the keys, or which user it is: an account whose tokens have them may be meant. */
const isGuarded = ({ expressions }: Hook): boolean =>
  expressions.some(({ expr }) =>
    anywhere(expr, (one) => {
      if (one.kind === "select") return one.test && chainText(one.operand).startsWith("request.userInfo");
      if (one.kind !== "call") return false;
      if (one.name === "@in") return one.args.some((arg) => chainText(arg) === EXTRA);
      const isOptional = one.name === "_?._" || one.name === "_[?_]";
      return isOptional && one.args.some((arg) => chainText(arg).startsWith("request.userInfo"));
    }),
  );
