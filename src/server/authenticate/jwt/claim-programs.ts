import { once } from "../../../async/once.ts";
import { LIBRARIES } from "../../../cel/libraries/index.ts";
import type { Expr } from "../../../cel/parse/ast.ts";
import { childrenOf } from "../../../cel/parse/walk.ts";
import { analyze, instantiate, type Program } from "../../../cel/program.ts";
import { createEnvironment, type Environment } from "../../../cel/types/environment.ts";
import { ANY, type CelType, listOf, mapOf, objectType, STRING, typeName } from "../../../cel/types/types.ts";

/** The variable of an expression, and if the expression is a condition. */
export interface ClaimUse {
  readonly variable: "claims" | "user";
  readonly isCondition: boolean;
}

/** An expression of an issuer's configuration. */
export interface ClaimProgram {
  readonly kind: "program";
  readonly expression: string;
  readonly program: Program;
  readonly usesEmail: boolean;
  readonly usesEmailVerified: boolean;
  /**
   * True if its value is a list that a function made from a string. The reference does not accept it as a
   * list of strings.
   */
  readonly isSplit: boolean;
}

const newEnvironment = (variables: Readonly<Record<string, CelType>>): Environment =>
  createEnvironment({
    variables,
    objects: {
      "kubernetes.UserInfo": {
        username: STRING,
        uid: STRING,
        groups: listOf(STRING),
        extra: mapOf(STRING, listOf(STRING)),
      },
    },
    libraries: LIBRARIES,
  });

const ENVIRONMENTS: Readonly<Record<ClaimUse["variable"], () => Environment>> = {
  claims: once(() => newEnvironment({ claims: mapOf(STRING, ANY) })),
  user: once(() => newEnvironment({ user: objectType("kubernetes.UserInfo") })),
};

/** Returns the program of an expression, or its problem (apiserver/pkg/authentication/cel/compile.go, compile). */
export function compileClaims(
  expression: string,
  { variable, isCondition }: ClaimUse,
): ClaimProgram | { readonly kind: "problem"; readonly text: string } {
  const environment = ENVIRONMENTS[variable]();
  const analyzed = analyze(expression, environment);
  if (analyzed.kind === "issues") return { kind: "problem", text: `compilation failed: ${analyzed.text}` };
  const { checked } = analyzed;
  if (isCondition && typeName(checked.type) !== "bool")
    return { kind: "problem", text: "must evaluate to bool" };
  const program = instantiate(checked, environment);
  if (program.kind === "issues")
    return { kind: "problem", text: `program instantiation failed: ${program.text}` };
  return {
    kind: "program",
    expression,
    program,
    usesEmail: selects(checked.expr, "email"),
    usesEmailVerified: selects(checked.expr, "email_verified"),
    isSplit: checked.expr.kind === "call" && ["split", "findAll"].includes(checked.expr.name),
  };
}

/** Returns true if the expression contains `claims.FIELD` or `claims.?FIELD`. */
function selects(expr: Expr, field: string): boolean {
  if (expr.kind === "select" && isClaims(expr.operand) && expr.field === field) return true;
  if (expr.kind === "call" && expr.target === undefined && expr.name === "_?._" && isClaims(expr.args[0])) {
    const [, name] = expr.args;
    if (name?.kind === "literal" && name.value === field) return true;
  }
  return childrenOf(expr).some((child) => selects(child, field));
}

const isClaims = (expr: Expr | undefined): boolean => expr?.kind === "ident" && expr.name === "claims";
