import { admissionEnvironment } from "../cel/kubernetes/environment.ts";
import { type Expr, qualifiedName } from "../cel/parse/ast.ts";
import { parse } from "../cel/parse/parse.ts";
import { childrenOf } from "../cel/parse/walk.ts";
import type { Activation } from "../cel/plan/frame.ts";
import { compile } from "../cel/program.ts";
import { toJson } from "../cel/values/to-json.ts";
import { CelError } from "../cel/values/values.ts";
import type { Json, JsonObject } from "../json/value.ts";

const ROOTS: ReadonlySet<string> = new Set(["object", "oldObject", "request", "namespaceObject", "params"]);

/**
 * Returns the fields that an expression reads from the request and the objects, with their values:
 * `{"request.name": "a"}`.
 */
export function valuesSeen(expression: string, activation: Activation): JsonObject {
  const parsed = parse(expression);
  if (parsed.kind === "issues") return {};
  const isKnown = (name: string): boolean => activation[rootOf(name)] !== undefined;
  const environment = admissionEnvironment({ params: true, authorizer: false });
  return Object.fromEntries(
    [...new Set(namesIn(parsed.expr))]
      .filter(isKnown)
      .slice(0, MOST)
      .map((name) => {
        const program = compile(name, environment);
        return [name, program.kind === "issues" ? null : shown(program.run(activation).value)];
      }),
  );
}

const MOST = 8;
const LONGEST = 200;

const rootOf = (name: string): string => name.split(".", 1)[0] ?? "";

function namesIn(expr: Expr): string[] {
  const operand = expr.kind === "select" && expr.test ? expr.operand : expr;
  const name = qualifiedName(operand);
  if (name === undefined) return childrenOf(expr).flatMap(namesIn);
  return ROOTS.has(rootOf(name)) ? [name] : [];
}

function shown(value: ReturnType<typeof toJson> | unknown): Json {
  if (value instanceof CelError) return `(${value.message})`;
  try {
    const json = toJson(value as Parameters<typeof toJson>[0]);
    const text = JSON.stringify(json);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : json;
  } catch {
    return null;
  }
}
