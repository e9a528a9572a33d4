import { LIBRARIES } from "../../src/cel/libraries/index.ts";
import { parse } from "../../src/cel/parse/parse.ts";
import { issuesText } from "../../src/cel/parse/source.ts";
import { analyze, instantiate, type Program } from "../../src/cel/program.ts";
import type { Environment } from "../../src/cel/types/environment.ts";
import { createEnvironment } from "../../src/cel/types/environment.ts";
import { type CelType, parseType, typeName } from "../../src/cel/types/types.ts";
import { CelError, type Value } from "../../src/cel/values/values.ts";
import { type Tagged, tagged } from "./tagged.ts";
import { unchecked } from "./unchecked.tool.ts";

/** Result of an expression. The members are those of the reference's program (test/cel/oracle). */
export interface Answer {
  /** The expression does not parse or has no type. */
  readonly issues?: string;
  /** A literal in it cannot be converted. */
  readonly program?: string;
  readonly type?: string;
  readonly error?: string;
  readonly value?: Tagged;
  readonly cost?: number;
  /** The reference itself broke; there is nothing to compare. */
  readonly panic?: string;
}

export function environmentOf(variables: Readonly<Record<string, string>>): Environment {
  const types = Object.entries(variables).map(([name, text]): [string, CelType] => [name, parseType(text)]);
  return createEnvironment({ variables: Object.fromEntries(types), libraries: LIBRARIES });
}

/** Kubernetes' CEL as this project has it, with or without the checker. */
export function answer(
  expression: string,
  environment: Environment,
  values: Readonly<Record<string, Value>>,
  isChecked = true,
): Answer {
  const made = isChecked
    ? checkedProgram(expression, environment)
    : uncheckedProgram(expression, environment);
  if (!("run" in made)) return made;
  const { value, cost } = made.run(values);
  const type = isChecked ? { type: typeName(made.resultType) } : {};
  return value instanceof CelError
    ? { ...type, cost, error: value.message }
    : { ...type, cost, value: tagged(value) };
}

function checkedProgram(expression: string, environment: Environment): Program | Answer {
  const analyzed = analyze(expression, environment);
  if (analyzed.kind === "issues") return { issues: analyzed.text };
  const made = instantiate(analyzed.checked, environment);
  return made.kind === "program" ? made : { type: typeName(analyzed.checked.type), program: made.text };
}

function uncheckedProgram(expression: string, environment: Environment): Program | Answer {
  const parsed = parse(expression);
  if (parsed.kind === "issues") return { issues: issuesText(expression, parsed.issues) };
  const made = instantiate(unchecked(parsed.expr, environment), environment);
  return made.kind === "program" ? made : { program: made.text };
}
