import type { Checked } from "../../cel/check/checked.ts";
import type { Call, Expr } from "../../cel/parse/ast.ts";
import { walk } from "../../cel/parse/walk.ts";
import { type CelType, paramsOf } from "../../cel/types/types.ts";
import type { CompiledRule } from "./compile-rules.ts";

/**
 * True if a rule can detect that lists and maps of a schema differ from those of expressions: if it compares
 * them with values of other types or searches them for such keys, or if it tests a value for zero.
 */
export function tellsApart({ expression, message }: CompiledRule): boolean {
  return [expression, message].some((compiled) => compiled?.kind === "program" && uses(compiled.checked));
}

function uses(checked: Checked): boolean {
  let found = false;
  walk(checked.expr, (expr) => {
    found ||= expr.kind === "call" && callTellsApart(expr, checked);
  });
  return found;
}

function callTellsApart(call: Call, { types, calls }: Checked): boolean {
  const name = calls.get(call.id)?.name ?? call.name;
  const typeOf = (expr: Expr | undefined): CelType | undefined => expr && types.get(expr.id);
  const [a, b] = call.args.map(typeOf);
  switch (name) {
    case "dyn":
    case "optional.ofNonZeroValue":
      return true;
    case "_==_":
    case "@in":
      return [a, b].some(hasParts) && [a, b].some(hasDyn);
    default:
      return false;
  }
}

const hasParts = (type: CelType | undefined): boolean =>
  type !== undefined && (type.kind === "object" || paramsOf(type).length > 0);

const hasDyn = (type: CelType | undefined): boolean =>
  type !== undefined && (type.kind === "dyn" || paramsOf(type).some(hasDyn));
